//===- ScalarOps.h - Elementwise ops ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row defines how an op of arith or math computes scalars and, element by
// element, tensors and vectors. If an operand is unset, the results are unset.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_SCALAROPS_H
#define SG_LIB_INTERPRETER_OPS_SCALAROPS_H

#include "Ops.h"
#include "mlir/IR/TypeUtilities.h"
#include <array>

namespace sg::interpreter {

/// An elementwise op, with the properties that the op's row uses.
struct ScalarOp {
  ScalarOp(mlir::Operation *op, Rounder &rounder);

  mlir::Operation *op;
  Rounder &rounder;
  /// Float types of the first operand and of the first result, or null.
  mlir::FloatType operandFloat, resultFloat;
  /// Integer widths in bits of the first operand and of the first result, or 0.
  unsigned operandWidth, resultWidth;

  /// Rounds `value`, a result computed in f64 (see Rounder::round).
  Element round(double value, bool isExact) const {
    if (!rounder.isRounding())
      return Element::ofNumber(value);
    return Element::ofNumber(rounder.round(resultFloat, value, isExact));
  }
};

/// A function that computes an op's results from set operands. Returns null, or
/// a message if the op has undefined behavior.
using ScalarRow = std::function<const char *(
    const ScalarOp &op, const Element *operands, Element *results)>;

void addScalarRow(OpTable &table, llvm::StringRef name, ScalarRow row);

/// Returns true if `value` is probably an exact result, because the last 26
/// bits of `value` are 0, as in small integers.
bool looksExact(double value);

namespace detail {
template <typename Function, typename Argument, size_t... I>
auto apply(Function function, const Argument *arguments,
           std::index_sequence<I...>) {
  return function(arguments[I]...);
}
/// Returns the number of double parameters of a function.
template <typename Function>
constexpr size_t arityOf() {
  if constexpr (std::is_invocable_v<Function, double>)
    return 1;
  else if constexpr (std::is_invocable_v<Function, double, double>)
    return 2;
  else
    return 3;
}
/// Returns the number of integer parameters of a function.
template <typename Function>
constexpr size_t integerArityOf() {
  if constexpr (std::is_invocable_v<Function, llvm::APInt>)
    return 1;
  else
    return 2;
}
} // namespace detail

/// Adds a row for an op on floats of one type, computed in f64 by `function`.
template <typename Op, typename Function>
void addFloatRow(OpTable &table, Function function) {
  constexpr size_t arity = detail::arityOf<Function>();
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 std::array<double, arity> x;
                 for (size_t i = 0; i < arity; ++i)
                   x[i] = in[i].number;
                 double y = detail::apply(function, x.data(),
                                          std::make_index_sequence<arity>());
                 *out = op.round(y, /*isExact=*/false);
                 return nullptr;
               });
}

/// Adds a row for an op on floats with an exact result, such as a maximum.
template <typename Op, typename Function>
void addExactFloatRow(OpTable &table, Function function) {
  constexpr size_t arity = detail::arityOf<Function>();
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &, const Element *in, Element *out) {
                 std::array<double, arity> x;
                 for (size_t i = 0; i < arity; ++i)
                   x[i] = in[i].number;
                 *out = Element::ofNumber(detail::apply(
                     function, x.data(), std::make_index_sequence<arity>()));
                 return nullptr;
               });
}

/// Adds a row for an op whose operands are integers or index of one type. The
/// result has that type or is a bool.
template <typename Op, typename Function>
void addIntegerRow(OpTable &table, Function function) {
  constexpr size_t arity = detail::integerArityOf<Function>();
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 std::array<llvm::APInt, arity> x;
                 for (size_t i = 0; i < arity; ++i)
                   x[i] = llvm::APInt(op.operandWidth, in[i].bits);
                 auto y = detail::apply(function, x.data(),
                                        std::make_index_sequence<arity>());
                 if constexpr (std::is_same_v<decltype(y), llvm::APInt>)
                   *out = Element::ofBits(y.getZExtValue());
                 else
                   *out = Element::ofBits(y);
                 return nullptr;
               });
}

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_SCALAROPS_H
