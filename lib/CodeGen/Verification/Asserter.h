//===- Asserter.h - Assertions about sizes and indices ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_ASSERTER_H
#define SG_LIB_CODEGEN_VERIFICATION_ASSERTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace sg {

/// Emits conditions on index values in front of an op, and asserts them. What
/// is known at compile time costs nothing.
class Asserter {
public:
  explicit Asserter(mlir::Operation *op) : Asserter(op, op) {}
  /// In front of `before`.
  Asserter(mlir::Operation *op, mlir::Operation *before)
      : b(op->getLoc(), before), name(op->getName().getStringRef()) {}

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(b, value);
  }
  /// The size of dimension `dim` of a tensor or memref.
  mlir::Value size(mlir::Value shaped, int64_t dim) {
    return mlir::linalg::createOrFoldDimOp(b, b.getLoc(), shaped, dim);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs) {
    return create<mlir::arith::CmpIOp>(predicate, lhs, rhs);
  }
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs) {
    return compare(mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  mlir::Value isConstant(mlir::Value value, int64_t expected) {
    return equal(value, constant(expected));
  }
  mlir::Value haveEqualSize(mlir::Value lhs, mlir::Value rhs, int64_t dim) {
    mlir::Value left = size(lhs, dim);
    mlir::Value right = size(rhs, dim);
    return equal(left, right);
  }
  /// 0 <= `index` < `size`, for a size that is not negative.
  mlir::Value inRange(mlir::Value index, mlir::Value size) {
    return compare(mlir::arith::CmpIPredicate::ult, index, size);
  }
  template <typename OpTy, typename... Args>
  mlir::Value create(Args... args) {
    return b.createOrFold<OpTy>(args...);
  }

  /// Unless `condition` holds, the program ends with "'op': " and `what`.
  void require(mlir::Value condition, const llvm::Twine &what) {
    if (!mlir::matchPattern(condition, mlir::m_One()))
      mlir::cf::AssertOp::create(b, condition,
                                 ("'" + name + "': " + what).str());
  }

private:
  mlir::ImplicitLocOpBuilder b;
  llvm::StringRef name;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_ASSERTER_H
