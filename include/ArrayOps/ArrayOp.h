//===- ArrayOp.h - A row of the table of array operations -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_ARRAYOP_H
#define SG_ARRAYOPS_ARRAYOP_H

#include "sg/ArrayOps/ArrayBuilder.h"
#include <variant>

namespace sg::array {

/// The value of a parameter that is no array. std::monostate is None.
using Parameter = std::variant<std::monostate, bool, int64_t, double,
                               std::string, DType, llvm::SmallVector<Size, 4>>;

/// The arguments of an operation.
class ArrayOpCall {
public:
  ArrayOpCall(ArrayBuilder &builder, llvm::StringRef name,
              llvm::ArrayRef<Array> arrays,
              const llvm::StringMap<Parameter> &parameters)
      : b(builder), name(name), arrays(arrays), parameters(parameters) {}

  ArrayBuilder &b;
  llvm::StringRef name;
  llvm::ArrayRef<Array> arrays;

  const Array &operator[](size_t position) const { return arrays[position]; }
  /// Returns the value of the parameter `name`, which must have the type `T`.
  template <typename T>
  const T &get(llvm::StringRef parameter) const {
    return std::get<T>(parameters.find(parameter)->second);
  }
  /// Returns the value of the parameter `name`, or std::nullopt for None.
  template <typename T>
  std::optional<T> find(llvm::StringRef parameter) const {
    const Parameter &value = parameters.find(parameter)->second;
    if (std::holds_alternative<std::monostate>(value))
      return std::nullopt;
    return std::get<T>(value);
  }
  bool flag(llvm::StringRef parameter) const { return get<bool>(parameter); }
  int64_t integer(llvm::StringRef parameter) const {
    return get<int64_t>(parameter);
  }

  /// Emits the error "NAME: MESSAGE".
  Arrays fail(const llvm::Twine &message) const {
    b.fail(name + ": " + message);
    return {};
  }

private:
  const llvm::StringMap<Parameter> &parameters;
};

/// A row of the table.
struct ArrayOp {
  /// The signature in the syntax of Python, for example "sum(x, *, axis: ints?
  /// = None, keepdims: bool = False)". Parameters without a type are arrays;
  /// "arrays..." is a list of arrays. The types are int, ints, bool, float,
  /// str, dtype, size and sizes; "?" allows None. In Python, parameters after
  /// the star are passed by name.
  llvm::StringRef signature;
  /// A sentence that says what the operation computes.
  llvm::StringRef summary;
  /// The derivative, with its value at points where the function has none.
  /// Empty if no result is differentiable.
  llvm::StringRef derivative;
  Arrays (*build)(const ArrayOpCall &call);
  /// The number of results depends on the operands or is not 1.
  bool hasSeveralResults = false;

  llvm::StringRef getName() const {
    return signature.take_until([](char c) { return c == '('; });
  }
};

} // namespace sg::array

#endif // SG_ARRAYOPS_ARRAYOP_H
