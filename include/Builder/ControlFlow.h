//===- ControlFlow.h - Branches, loops and checkpoints ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow that depends on arrays. Each C++ function is called once, and
// what it builds becomes a region. It may use arrays from outside. Arrays that
// it makes can be used outside only if it returns them.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_CONTROLFLOW_H
#define SG_BUILDER_CONTROLFLOW_H

#include "sg/Builder/Operations.h"

namespace sg {
inline namespace builder {
namespace detail {

/// Returns the values of the results of a region.
template <typename T>
std::vector<SGValue> getResults(const T &results, SGBuilder *builder,
                                SourceLocation location) {
  Arrays arrays = flatten(results);
  if (!arrays.empty() &&
      findBuilder(arrays, "the results of a region", location) != builder)
    fail(location, "the results of a region belong to another builder");
  locate(builder, location);
  return getValues(arrays);
}

/// Ends the innermost region. Returns its results with the structure of
/// `results`.
template <typename T>
T endRegion(const T &results, SGBuilder *builder, SourceLocation location) {
  std::vector<SGValue> values = getResults(results, builder, location);
  SGValue first = -1;
  int32_t count = 0;
  check(sgBuildEnd(builder, values.data(), values.size(), &first, &count),
        location);
  return rebuild(results, makeArrays(builder, first, count));
}

/// The function that sg::checkpoint returns.
template <typename F>
struct Checkpoint {
  F function;
  SourceLocation location;

  template <typename... Args>
  auto operator()(const Args &...args) const {
    SGBuilder *builder = findBuilder(flatten(args...),
                                     "the arguments of a checkpoint", location);
    locate(builder, location);
    check(sgBuildBeginCheckpoint(builder), location);
    return endRegion(invoke(function, location, args...), builder, location);
  }
};

} // namespace detail

/// Returns `trueFunction()` if `predicate`, a bool of rank 0, is true,
/// otherwise `falseFunction()`. Only the chosen function is executed. Both
/// return the same structure, element types and ranks.
template <typename True, typename False>
auto cond(const Array &predicate, const True &trueFunction,
          const False &falseFunction,
          SourceLocation location = SourceLocation::current()) {
  SGBuilder *builder = predicate.getBuilder();
  predicate.getDType(location);
  detail::locate(builder, location);
  detail::check(sgBuildBeginIf(builder, predicate.getValue()), location);
  auto first = detail::invoke(trueFunction, location);
  std::vector<SGValue> values = detail::getResults(first, builder, location);
  detail::check(sgBuildBeginElse(builder, values.data(), values.size()),
                location);
  auto second = detail::invoke(falseFunction, location);
  static_assert(std::is_same_v<decltype(first), decltype(second)>,
                "the functions of sg::cond must return the same type");
  return detail::endRegion(second, builder, location);
}

/// Computes `carry = body(i, carry)` for each integer i from `lower` up to
/// `upper`, exclusive, beginning with `initial`. Returns the last carry. The
/// carry keeps its structure, element types and shapes.
template <typename Carry, typename Body>
Carry forLoop(const Operand &lower, const Operand &upper, const Carry &initial,
              const Body &body,
              SourceLocation location = SourceLocation::current()) {
  Arrays carry = detail::flatten(initial);
  SGBuilder *builder =
      detail::findBuilder(carry, "the carry of a loop", location);
  const Array *bound = lower.getArray() ? lower.getArray() : upper.getArray();
  DType dtype = bound ? bound->getDType(location) : DType::Int64;
  detail::locate(builder, location);
  SGValue begin = lower.getValue(builder, &dtype, location);
  SGValue end = upper.getValue(builder, &dtype, location);
  std::vector<SGValue> values = detail::getValues(carry);
  SGValue first = -1;
  detail::check(sgBuildBeginFor(builder, begin, end, values.data(),
                                values.size(), &first),
                location);
  Arrays inside = detail::makeArrays(builder, first + 1,
                                     static_cast<int32_t>(carry.size()));
  Carry next = detail::invoke(body, location, Array(builder, first),
                              detail::rebuild(initial, inside));
  return detail::endRegion(next, builder, location);
}

/// Computes `carry = body(carry)` while `condition(carry)`, a bool of rank 0,
/// is true, beginning with `initial`. Returns the last carry. The carry keeps
/// its structure, element types and shapes.
template <typename Carry, typename Condition, typename Body>
Carry whileLoop(const Carry &initial, const Condition &condition,
                const Body &body,
                SourceLocation location = SourceLocation::current()) {
  Arrays carry = detail::flatten(initial);
  SGBuilder *builder =
      detail::findBuilder(carry, "the carry of a loop", location);
  int32_t count = static_cast<int32_t>(carry.size());
  std::vector<SGValue> values = detail::getValues(carry);
  SGValue first = -1;
  detail::locate(builder, location);
  detail::check(
      sgBuildBeginWhile(builder, values.data(), values.size(), &first),
      location);
  Arrays inside = detail::makeArrays(builder, first, count);
  Array isTrue =
      detail::invoke(condition, location, detail::rebuild(initial, inside));
  SGValue value = detail::getResults(isTrue, builder, location).front();
  detail::check(sgBuildBeginWhileBody(builder, value, &first), location);
  inside = detail::makeArrays(builder, first, count);
  Carry next = detail::invoke(body, location, detail::rebuild(initial, inside));
  return detail::endRegion(next, builder, location);
}

/// Returns a function with the results of `function` whose intermediate values
/// reverse mode computes again instead of storing them. Its arguments have at
/// least one array.
template <typename F>
auto checkpoint(const F &function,
                SourceLocation location = SourceLocation::current()) {
  return detail::Checkpoint<std::decay_t<const F &>>{function, location};
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_CONTROLFLOW_H
