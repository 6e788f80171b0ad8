//===- FrontendOp.h - An op of a frontend's dialect -------------*- C++ -*-===//
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

/// A wrapper of an op of `tm_tensor` or `iree_linalg_ext`, identified by its
/// name. The dialect may be the original dialect, the parser in
/// FrontendDialects.h, or not loaded.
class FrontendOp {
public:
  static constexpr llvm::StringLiteral segmentsName{"operandSegmentSizes"};
  /// Returns true if the op exists in both dialects and the pass lowers it.
  static bool isSupported(llvm::StringRef mnemonic);
  static bool isFrontendOp(mlir::Operation *op);

  /// Returns a wrapper of `op`. Emits an error unless `op` has `inputs` and
  /// `outputs` tensor operands and a body with `arguments` arguments that
  /// yields one value. A negative number accepts any count.
  static mlir::FailureOr<FrontendOp> get(mlir::Operation *op, int inputs,
                                         int outputs, int arguments);

  mlir::Operation *getOp() const { return op; }
  mlir::Location getLoc() const { return op->getLoc(); }
  bool isIREE() const;
  mlir::ValueRange getInputs() const;
  mlir::ValueRange getOutputs() const;
  mlir::Block &getBody() const { return op->getRegion(0).front(); }
  /// Returns the attribute `dimension`. Emits an error unless it is a dimension
  /// of a tensor of rank `rank`.
  mlir::FailureOr<int64_t> getDimension(int64_t rank) const;

  /// Clones the body with `arguments` and returns the value that it yields.
  mlir::Value cloneBody(mlir::OpBuilder &builder,
                        mlir::ValueRange arguments) const;

private:
  explicit FrontendOp(mlir::Operation *op) : op(op) {}
  mlir::Operation *op;
};

/// Casts `tensor` to `type`, which differs only in static and dynamic sizes.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value tensor, mlir::Type type);

/// The values that replace the results of an op, or failure after an error was
/// emitted at the op.
using Lowered = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;
Lowered lowerScan(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerScatter(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerSort(mlir::Operation *op, mlir::OpBuilder &builder);
Lowered lowerTopK(mlir::Operation *op, mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_CONVERSION_FRONTENDOP_H
