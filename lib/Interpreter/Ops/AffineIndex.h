//===- AffineIndex.h - Evaluation of affine expressions ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_AFFINEINDEX_H
#define SG_LIB_INTERPRETER_OPS_AFFINEINDEX_H

#include "mlir/IR/AffineMap.h"
#include "sg/Interpreter/Machine/Machine.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace sg::interpreter {

/// Returns the value of an affine expression, or std::nullopt if a divisor is
/// not positive. Sums and products wrap around, like arith ops on index.
inline std::optional<int64_t> evaluate(mlir::AffineExpr expression,
                                       llvm::ArrayRef<int64_t> dims,
                                       llvm::ArrayRef<int64_t> symbols = {}) {
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expression))
    return dims[dim.getPosition()];
  if (auto symbol = llvm::dyn_cast<mlir::AffineSymbolExpr>(expression))
    return symbols[symbol.getPosition()];
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expression))
    return constant.getValue();
  auto binary = llvm::cast<mlir::AffineBinaryOpExpr>(expression);
  std::optional<int64_t> lhs = evaluate(binary.getLHS(), dims, symbols);
  std::optional<int64_t> rhs = evaluate(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expression.getKind()) {
  case mlir::AffineExprKind::Add:
    return uint64_t(*lhs) + uint64_t(*rhs);
  case mlir::AffineExprKind::Mul:
    return uint64_t(*lhs) * uint64_t(*rhs);
  default:
    break;
  }
  if (*rhs <= 0)
    return std::nullopt;
  switch (expression.getKind()) {
  case mlir::AffineExprKind::Mod:
    return llvm::mod(*lhs, *rhs);
  case mlir::AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(*lhs, *rhs);
  case mlir::AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(*lhs, *rhs);
  default:
    llvm_unreachable("all kinds are above");
  }
}

/// Returns the results of `map`, applied to `operands`. Fails if an operand is
/// unset or a divisor is not positive.
llvm::FailureOr<llvm::SmallVector<int64_t>>
evaluateMap(mlir::Operation *op, Frame &frame, mlir::AffineMap map,
            llvm::ArrayRef<Slot> operands);

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_AFFINEINDEX_H
