//===- Derivatives.h - Derivatives of functions -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivatives have the names and meaning of JAX. Each function takes a function
// and returns a function, so that derivatives nest. The functions take and
// return arrays and containers of arrays (Containers.h). They may use arrays
// of the functions around them.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_DERIVATIVES_H
#define SG_BUILDER_DERIVATIVES_H

#include "sg/Builder/Functions.h"
#include "sg/Builder/Requests.h"

namespace sg {
inline namespace builder {

namespace detail {

/// The function that sg::valueAndGrad returns.
template <typename F, size_t... wrt>
struct ValueAndGrad {
  F function;
  DerivativeOptions options;
  SourceLocation location;

  template <typename... Args>
  auto operator()(const Args &...args) const {
    static_assert(((wrt < sizeof...(Args)) && ...),
                  "the function has fewer arguments than the positions of the "
                  "derivative require");
    auto call = differentiate(function, options, location, args...);
    std::vector<int64_t> starts = {0}, positions;
    (starts.push_back(starts.back() +
                      static_cast<int64_t>(flatten(args).size())),
     ...);
    for (size_t argument : {wrt...})
      for (int64_t i = starts[argument]; i < starts[argument + 1]; ++i)
        positions.push_back(i);
    for (int64_t position : positions) {
      const Array &operand = call.operands[static_cast<size_t>(position)];
      if (!isFloat(operand, location))
        fail(location, std::string("a differentiated argument has elements of "
                                   "type ") +
                           getName(operand.getDType(location)) +
                           ", which has no derivative");
    }
    if (positions.empty())
      fail(location, "the differentiated arguments have no array");
    Arrays results = call.request(SG_VALUE_AND_GRAD, positions, {});
    size_t count = results.size() - positions.size();
    auto value = rebuild(call.traced.results, results);
    return std::pair(std::move(value),
                     groupGradients<wrt...>(std::tuple<Args...>(args...),
                                            results.data() + count));
  }
};

/// The function that sg::grad returns.
template <typename F, size_t... wrt>
struct Grad {
  ValueAndGrad<F, wrt...> both;

  template <typename... Args>
  auto operator()(const Args &...args) const {
    return both(args...).second;
  }
};

/// The function from cotangents of the results to cotangents of the arguments.
template <typename Results, typename... Args>
struct Pullback {
  Differentiated<Results> call;
  std::tuple<Args...> args;

  auto operator()(const Results &cotangents) const {
    Arrays given = takeFloats(cotangents, flatten(call.traced.results),
                              "the cotangents", call.location);
    Arrays results = call.request(SG_VJP, call.findFloats(), given);
    size_t count = flatten(call.traced.results).size();
    auto grouped = rebuild(
        args, addZeros(call.operands, results.data() + count, call.location));
    if constexpr (sizeof...(Args) == 1)
      return std::get<0>(std::move(grouped));
    else
      return grouped;
  }
};

/// The function that sg::vjp returns.
template <typename F>
struct VJP {
  F function;
  DerivativeOptions options;
  SourceLocation location;

  template <typename... Args>
  auto operator()(const Args &...args) const {
    auto call = differentiate(function, options, location, args...);
    std::vector<SGValue> values = getValues(call.operands);
    SGValue first = -1;
    int32_t count = 0;
    locate(call.builder, location);
    check(sgBuildCall(call.builder, call.traced.number, values.data(),
                      values.size(), &first, &count),
          location);
    call.traced.results =
        rebuild(call.traced.results, makeArrays(call.builder, first, count));
    auto value = call.traced.results;
    using Results = decltype(value);
    return std::pair(std::move(value),
                     Pullback<Results, Args...>{std::move(call), {args...}});
  }
};

/// The function that sg::jvp returns.
template <typename F>
struct JVP {
  F function;
  DerivativeOptions options;
  SourceLocation location;

  template <typename... Args>
  auto operator()(const std::tuple<Args...> &args,
                  const std::tuple<Args...> &tangents) const {
    auto call = std::apply(
        [&](const Args &...parts) {
          return differentiate(function, options, location, parts...);
        },
        args);
    Arrays given =
        takeFloats(tangents, call.operands, "the tangents", location);
    Arrays results = call.request(SG_JVP, call.findFloats(), given);
    auto value = rebuild(call.traced.results, results);
    Arrays primals = flatten(value);
    auto tangent = rebuild(
        value, addZeros(primals, results.data() + primals.size(), location));
    return std::pair(std::move(value), std::move(tangent));
  }
};

} // namespace detail

/// Returns a function that computes the value of `function` and its gradient:
///
///   auto [value, gradient] = sg::valueAndGrad(loss)(w, x);
///   auto [same, gradients] = sg::valueAndGrad<0, 1>(loss)(w, x);
///
/// `function` returns a float of rank 0, or a container that begins with it;
/// the other results are not differentiated. The gradient has the structure
/// of the first argument, or of the argument at the position `wrt`. For
/// several positions, it is a tuple. Integers in these arguments are an error.
template <size_t... wrt, typename F>
auto valueAndGrad(const F &function, DerivativeOptions options = {},
                  SourceLocation location = SourceLocation::current()) {
  if constexpr (sizeof...(wrt) == 0)
    return detail::ValueAndGrad<std::decay_t<const F &>, 0>{function, options,
                                                            location};
  else
    return detail::ValueAndGrad<std::decay_t<const F &>, wrt...>{
        function, options, location};
}

/// Returns a function that computes the gradient of `function`, which is that
/// of sg::valueAndGrad.
template <size_t... wrt, typename F>
auto grad(const F &function, DerivativeOptions options = {},
          SourceLocation location = SourceLocation::current()) {
  if constexpr (sizeof...(wrt) == 0)
    return detail::Grad<std::decay_t<const F &>, 0>{
        {function, options, location}};
  else
    return detail::Grad<std::decay_t<const F &>, wrt...>{
        {function, options, location}};
}

/// Returns a function that computes the results of `function`, and a function
/// from cotangents of the results to cotangents of the arguments:
///
///   auto [y, pullback] = sg::vjp(f)(x, w);
///   auto [dx, dw] = pullback(dy);
///
/// With one argument, its cotangent is no tuple. Arrays that are no floats
/// have the cotangent 0; their own cotangents are ignored.
template <typename F>
auto vjp(const F &function, DerivativeOptions options = {},
         SourceLocation location = SourceLocation::current()) {
  return detail::VJP<std::decay_t<const F &>>{function, options, location};
}

/// Returns a function from a tuple of arguments and a tuple of tangents to the
/// results of `function` and their tangents:
///
///   auto [y, dy] = sg::jvp(f)(std::tuple(x, w), std::tuple(dx, dw));
///
/// Tangents of arrays that are no floats are ignored, and are 0 in results.
template <typename F>
auto jvp(const F &function, DerivativeOptions options = {},
         SourceLocation location = SourceLocation::current()) {
  return detail::JVP<std::decay_t<const F &>>{function, options, location};
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_DERIVATIVES_H
