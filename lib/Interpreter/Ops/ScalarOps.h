//===- ScalarOps.h - Ops on elements ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op of arith or math computes of elements is one row. It serves
// scalars, and tensors and vectors element by element. If one of the operands
// is not set, neither are the results.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_SCALAROPS_H
#define SG_LIB_INTERPRETER_OPS_SCALAROPS_H

#include "Ops.h"
#include "mlir/IR/TypeUtilities.h"
#include <array>

namespace sg::interpreter {

/// An op as its row sees it.
struct ScalarOp {
  ScalarOp(mlir::Operation *op, Rounder &rounder);

  mlir::Operation *op;
  Rounder &rounder;
  /// Of the elements of the first operand and of the first result; null if
  /// they are no floats.
  mlir::FloatType operandFloat, resultFloat;
  /// Likewise; 0 if they are no integers.
  unsigned operandWidth, resultWidth;

  /// A result in f64, which may be exact.
  Element round(double value, bool isExact) const {
    if (!rounder.isRounding())
      return Element::ofNumber(value);
    return Element::ofNumber(rounder.round(resultFloat, value, isExact));
  }
};

/// Sets the results of elements that are set. Returns null, or why that is
/// undefined.
using ScalarRow = std::function<const char *(
    const ScalarOp &op, const Element *operands, Element *results)>;

void addScalarRow(OpTable &table, llvm::StringRef name, ScalarRow row);

/// Whether a result in f64 looks as if it were not rounded, as its last bits
/// are 0: it is a small integer, say.
bool looksExact(double value);

namespace detail {
template <typename Function, typename Argument, size_t... I>
auto apply(Function function, const Argument *arguments,
           std::index_sequence<I...>) {
  return function(arguments[I]...);
}
/// How many doubles a function takes.
template <typename Function>
constexpr size_t arityOf() {
  if constexpr (std::is_invocable_v<Function, double>)
    return 1;
  else if constexpr (std::is_invocable_v<Function, double, double>)
    return 2;
  else
    return 3;
}
/// Likewise of integers.
template <typename Function>
constexpr size_t integerArityOf() {
  if constexpr (std::is_invocable_v<Function, llvm::APInt>)
    return 1;
  else
    return 2;
}
} // namespace detail

/// A row for an op on floats of one type: `function` gives the result in f64.
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

/// A row for an op on floats whose result is an operand, or exact in another
/// way.
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

/// A row for an op on integers of one type, index included; its operands are
/// of the type of the first one. The result is one of it, or a bool.
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
