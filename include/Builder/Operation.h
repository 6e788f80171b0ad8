//===- Operation.h - Builds an operation on arrays --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_OPERATION_H
#define SG_BUILDER_OPERATION_H

#include "sg/Builder/Operand.h"
#include <deque>
#include <optional>

namespace sg {
inline namespace builder {
namespace detail {

/// Sets the position in the user's program of what is built next.
inline void locate(SGBuilder *builder, SourceLocation location) {
  check(sgBuilderSetLocation(builder, location.file, location.line, 0),
        location);
}

/// Returns `count` arrays from the value `first` on.
inline Arrays makeArrays(SGBuilder *builder, SGValue first, int32_t count) {
  Arrays arrays;
  for (int32_t i = 0; i < count; ++i)
    arrays.emplace_back(builder, first + i);
  return arrays;
}

/// How an operand takes part in type promotion.
enum class Role {
  Promoted, ///< numbers get the type of the first such array
  Separate  ///< a condition, index or key: numbers get the type of their kind
};

/// A call of sgBuildOperation. `add...` appends an operand or a parameter,
/// which must live until the operation is built.
class Operation {
public:
  Operation(const char *name, SourceLocation location,
            SGBuilder *builder = nullptr)
      : name(name), location(location), builder(builder) {}

  void addOperand(const Operand &operand, Role role = Role::Promoted) {
    operands.emplace_back(&operand, role);
  }
  void addOperands(const Operands &list, Role role = Role::Promoted) {
    for (const Operand &operand : list)
      addOperand(operand, role);
  }

  void addInt(const char *key, int64_t value) {
    add(key, SG_PARAMETER_INTEGER).integer = value;
  }
  void addInt(const char *key, std::optional<int64_t> value) {
    if (value)
      addInt(key, *value);
  }
  void addBool(const char *key, bool value) {
    add(key, SG_PARAMETER_BOOL).integer = value;
  }
  void addFloat(const char *key, double value) {
    add(key, SG_PARAMETER_FLOAT).number = value;
  }
  void addFloat(const char *key, std::optional<double> value) {
    if (value)
      addFloat(key, *value);
  }
  void addStr(const char *key, const std::string &value) {
    add(key, SG_PARAMETER_TEXT).text = value.c_str();
  }
  void addStr(const char *key, const std::optional<std::string> &value) {
    if (value)
      addStr(key, *value);
  }
  void addDtype(const char *key, DType value) {
    add(key, SG_PARAMETER_DTYPE).integer = static_cast<int64_t>(value);
  }
  void addDtype(const char *key, std::optional<DType> value) {
    if (value)
      addDtype(key, *value);
  }
  void addInts(const char *key, const Integers &value) {
    addList(key, value.list);
  }
  void addOptionalInts(const char *key, const Integers &value) {
    if (!value.isDefault)
      addInts(key, value);
  }
  void addSizes(const char *key, const Shape &value) {
    shapes.emplace_back(key, value);
  }
  void addSize(const char *key, const Size &value) { addSizes(key, {value}); }
  void addSize(const char *key, const std::optional<Size> &value) {
    if (value)
      addSize(key, *value);
  }

  /// Builds an operation with one result.
  Array build() { return buildAll().front(); }
  /// Builds the operation and returns its results.
  Arrays buildAll();

private:
  SGParameter &add(const char *key, int32_t kind) {
    parameters.push_back(
        {key, kind, /*integer=*/0, /*number=*/0, nullptr, nullptr, 0});
    return parameters.back();
  }
  void addList(const char *key, const std::vector<int64_t> &list) {
    SGParameter &parameter = add(key, SG_PARAMETER_SIZES);
    parameter.sizes = list.data();
    parameter.size_count = list.size();
  }

  const char *name;
  SourceLocation location;
  SGBuilder *builder;
  std::vector<std::pair<const Operand *, Role>> operands;
  std::vector<SGParameter> parameters;
  std::vector<std::pair<const char *, Shape>> shapes;
  std::deque<std::vector<int64_t>> numbers; ///< the numbers of `shapes`
};

inline Arrays Operation::buildAll() {
  std::optional<DType> first;
  for (auto [operand, role] : operands) {
    const Array *array = operand->getArray();
    if (!array)
      continue;
    DType dtype = array->getDType(location);
    builder = builder ? builder : array->getBuilder();
    if (role == Role::Promoted && !first)
      first = dtype;
  }
  if (!builder)
    fail(location, std::string(name) + ": no operand is an array: make an "
                                       "array with Builder::constant");
  locate(builder, location);
  std::vector<SGValue> values;
  for (auto [operand, role] : operands)
    values.push_back(operand->getValue(
        builder, role == Role::Promoted && first ? &*first : nullptr,
        location));
  for (const auto &[key, shape] : shapes) {
    numbers.push_back(shape.getNumbers(builder, location));
    addList(key, numbers.back());
  }
  SGValue result = -1;
  int32_t count = 0;
  check(sgBuildOperation(builder, name, values.data(), values.size(),
                         parameters.data(), parameters.size(), &result, &count),
        location);
  return makeArrays(builder, result, count);
}

} // namespace detail
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_OPERATION_H
