//===- IntegerRows.h - Divisions and shifts of integers ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that the arith and index dialects share.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_INTEGERROWS_H
#define SG_LIB_INTERPRETER_OPS_INTEGERROWS_H

#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APInt.h"

namespace sg::interpreter {

/// Returns true if the op has the flag `exact`, which asserts a zero remainder.
template <typename Op>
bool isExact(mlir::Operation *op) {
  if constexpr (std::is_same_v<Op, mlir::arith::DivSIOp> ||
                std::is_same_v<Op, mlir::arith::DivUIOp> ||
                std::is_same_v<Op, mlir::arith::ShRSIOp> ||
                std::is_same_v<Op, mlir::arith::ShRUIOp>)
    return llvm::cast<Op>(op).getIsExact();
  return false;
}

/// Adds a row for a division or remainder. The op fails if the divisor is zero
/// or a signed quotient overflows.
template <typename Op>
void addDivisionRow(OpTable &table, bool isSigned,
                    llvm::APInt (*divide)(const llvm::APInt &a,
                                          const llvm::APInt &b)) {
  addScalarRow(
      table, Op::getOperationName(),
      [=](const ScalarOp &op, const Element *in, Element *out) -> const char * {
        llvm::APInt a(op.operandWidth, in[0].bits);
        llvm::APInt b(op.operandWidth, in[1].bits);
        if (isSigned && (b.isZero() || (a.isMinSignedValue() && b.isAllOnes())))
          return "division by zero, or of the smallest integer by -1";
        if (b.isZero())
          return "division by zero";
        llvm::APInt y = divide(a, b);
        *out = isExact<Op>(op.op) && y * b != a
                   ? Element::ofUnset(op.op)
                   : Element::ofBits(y.getZExtValue());
        return nullptr;
      });
}

/// Adds a row for a shift. The result is unset (poison) if the shift amount is
/// at least the bit width or an exact shift drops a set bit.
template <typename Op>
void addShiftRow(OpTable &table,
                 llvm::APInt (*shift)(const llvm::APInt &a, unsigned amount)) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 llvm::APInt a(op.operandWidth, in[0].bits);
                 uint64_t amount = in[1].bits;
                 bool isPoison = amount >= op.operandWidth ||
                                 (isExact<Op>(op.op) &&
                                  a.countr_zero() < amount && !a.isZero());
                 *out = isPoison
                            ? Element::ofUnset(op.op)
                            : Element::ofBits(shift(a, amount).getZExtValue());
                 return nullptr;
               });
}

inline llvm::APInt floorDivide(const llvm::APInt &a, const llvm::APInt &b) {
  return llvm::APIntOps::RoundingSDiv(a, b, llvm::APInt::Rounding::DOWN);
}
inline llvm::APInt ceilDivide(const llvm::APInt &a, const llvm::APInt &b) {
  return llvm::APIntOps::RoundingSDiv(a, b, llvm::APInt::Rounding::UP);
}
inline llvm::APInt ceilDivideUnsigned(const llvm::APInt &a,
                                      const llvm::APInt &b) {
  return llvm::APIntOps::RoundingUDiv(a, b, llvm::APInt::Rounding::UP);
}

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_INTEGERROWS_H
