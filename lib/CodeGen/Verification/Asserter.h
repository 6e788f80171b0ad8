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

/// Emits conditions on index values, and asserts them before an op. A condition
/// that folds to true emits no assertion.
class Asserter {
public:
  explicit Asserter(mlir::Operation *op) : Asserter(op, op) {}
  /// Emits the ops before `before`. Messages name `op`.
  Asserter(mlir::Operation *op, mlir::Operation *before)
      : b(op->getLoc(), before), name(op->getName().getStringRef()) {}

  mlir::MLIRContext *getContext() { return b.getContext(); }
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(b, value);
  }
  /// Returns the size of dimension `dim` of a tensor or memref.
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
  mlir::Value isEqualTo(mlir::Value value, int64_t expected) {
    return equal(value, constant(expected));
  }
  mlir::Value haveEqualSize(mlir::Value lhs, mlir::Value rhs, int64_t dim) {
    mlir::Value lhsSize = size(lhs, dim);
    mlir::Value rhsSize = size(rhs, dim);
    return equal(lhsSize, rhsSize);
  }
  /// Emits the condition 0 <= `index` < `size`. `size` must not be negative.
  mlir::Value inRange(mlir::Value index, mlir::Value size) {
    return compare(mlir::arith::CmpIPredicate::ult, index, size);
  }
  /// Emits the absolute value as an unsigned integer: the magnitude of the
  /// smallest integer is 2^63.
  mlir::Value magnitude(mlir::Value value) {
    mlir::Value isNegative =
        compare(mlir::arith::CmpIPredicate::slt, value, constant(0));
    mlir::Value opposite = create<mlir::arith::SubIOp>(constant(0), value);
    return create<mlir::arith::SelectOp>(isNegative, opposite, value);
  }
  /// Emits the condition that the product of two unsigned integers is at most
  /// `limit`. Divides instead of multiplying, because the product may wrap.
  mlir::Value productFits(mlir::Value lhs, mlir::Value rhs, mlir::Value limit) {
    // Division by a constant is cheap.
    if (!mlir::matchPattern(rhs, mlir::m_Constant()))
      std::swap(lhs, rhs);
    mlir::Value divisor =
        create<mlir::arith::MaxUIOp>(rhs, constant(1)); // do not divide by 0
    mlir::Value max = create<mlir::arith::DivUIOp>(limit, divisor);
    return create<mlir::arith::OrIOp>(
        isEqualTo(rhs, 0), compare(mlir::arith::CmpIPredicate::ule, lhs, max));
  }
  /// Emits the condition that no size is negative and the product of `sizes` is
  /// `count`. Compares each partial product with `count`, because products may
  /// wrap.
  mlir::Value isProduct(llvm::ArrayRef<mlir::Value> sizes, mlir::Value count) {
    using Predicate = mlir::arith::CmpIPredicate;
    mlir::Value fits = create<mlir::arith::ConstantOp>(b.getBoolAttr(true));
    mlir::Value isEmpty = create<mlir::arith::ConstantOp>(b.getBoolAttr(false));
    mlir::Value areNonNegative = fits, product = constant(1);
    for (mlir::Value size : sizes) {
      areNonNegative = create<mlir::arith::AndIOp>(
          areNonNegative, compare(Predicate::sge, size, constant(0)));
      isEmpty = create<mlir::arith::OrIOp>(isEmpty, isEqualTo(size, 0));
      fits =
          create<mlir::arith::AndIOp>(fits, productFits(product, size, count));
      product = create<mlir::arith::MulIOp>(product, size);
    }
    fits = create<mlir::arith::AndIOp>(fits, equal(product, count));
    isEmpty = create<mlir::arith::AndIOp>(isEmpty, isEqualTo(count, 0));
    return create<mlir::arith::AndIOp>(
        areNonNegative, create<mlir::arith::OrIOp>(isEmpty, fits));
  }
  template <typename OpTy, typename... Args>
  OpTy createOp(Args... args) {
    return OpTy::create(b, args...);
  }
  template <typename OpTy, typename... Args>
  mlir::Value create(Args... args) {
    return b.createOrFold<OpTy>(args...);
  }

  /// Emits an assertion of `condition`. If the assertion fails, the call ends
  /// with the error "'op': " and `message`.
  void require(mlir::Value condition, const llvm::Twine &message) {
    if (!mlir::matchPattern(condition, mlir::m_One()))
      mlir::cf::AssertOp::create(b, condition,
                                 ("'" + name + "': " + message).str());
  }

private:
  mlir::ImplicitLocOpBuilder b;
  llvm::StringRef name;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_ASSERTER_H
