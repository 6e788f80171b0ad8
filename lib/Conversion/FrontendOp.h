//===- FrontendOp.h - An op of a dialect of a frontend ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_FRONTENDOP_H
#define SG_CONVERSION_FRONTENDOP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace sg {

/// An op of `tm_tensor` or `iree_linalg_ext`, by its name: whether its dialect
/// is the one of the frontend, ours to read text, or not loaded, is all the
/// same.
class FrontendOp {
public:
  static constexpr llvm::StringLiteral segmentsName{"operandSegmentSizes"};
  /// What both dialects have, and the pass lowers.
  static bool isKnown(llvm::StringRef mnemonic);
  static bool isFrontendOp(mlir::Operation *op);

  /// Fails, with an error, if `op` is not what it is known to be: `inputs` and
  /// `outputs` operands, tensors all, and a body of `arguments` arguments that
  /// yields one value. Negative numbers are any.
  static mlir::FailureOr<FrontendOp> get(mlir::Operation *op, int inputs,
                                         int outputs, int arguments);

  mlir::Operation *getOp() const { return op; }
  mlir::Location getLoc() const { return op->getLoc(); }
  bool isOfIREE() const;
  mlir::ValueRange getInputs() const;
  mlir::ValueRange getOutputs() const;
  mlir::Block &getBody() const { return op->getRegion(0).front(); }
  /// The attribute `dimension`, of a tensor of that rank; fails with an error.
  mlir::FailureOr<int64_t> getDimension(int64_t rank) const;

  /// What the body yields for these arguments.
  mlir::Value cloneBody(mlir::OpBuilder &builder,
                        mlir::ValueRange arguments) const;

private:
  explicit FrontendOp(mlir::Operation *op) : op(op) {}
  mlir::Operation *op;
};

/// `tensor` as `type`, which differs in what is known of its sizes.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value tensor, mlir::Type type);

/// Each gives the results of an op, or an error where it stands.
using Lowered = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;
Lowered lowerScan(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerScatter(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerSort(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerTopK(mlir::Operation *op, mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_CONVERSION_FRONTENDOP_H
