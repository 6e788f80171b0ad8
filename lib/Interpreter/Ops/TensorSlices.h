//===- TensorSlices.h - Slices of tensors -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_TENSORSLICES_H
#define SG_LIB_INTERPRETER_OPS_TENSORSLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Interpreter/Machine/Scope.h"

namespace sg::interpreter {

/// The offset, size and stride operands of an op that accesses a slice.
class SliceOperands {
public:
  SliceOperands(mlir::OffsetSizeAndStrideOpInterface op, Scope &scope);

  /// Returns the slice of `tensor`, with all dimensions of `tensor`.
  llvm::FailureOr<Tensor> extract(mlir::Operation *op, Frame &frame,
                                  const Tensor &tensor) const;

  /// Writes the elements of `source` to the slice of `tensor`, in row-major
  /// order. `source` may lack dimensions of size 1.
  llvm::LogicalResult insert(mlir::Operation *op, Frame &frame,
                             const Tensor &source, Tensor &tensor) const;

  /// The offsets, sizes and strides at run time.
  struct Box {
    llvm::SmallVector<int64_t> offsets, sizes, strides;
    /// Maps an index in the slice to an index in the whole tensor.
    llvm::SmallVector<int64_t> locate(llvm::ArrayRef<int64_t> index) const;
  };
  /// Evaluates the offsets, sizes and strides, without a bounds check.
  llvm::FailureOr<Box> evaluateUnchecked(mlir::Operation *op,
                                         Frame &frame) const;

private:
  /// Like evaluateUnchecked, but fails if the slice leaves a tensor of `shape`.
  llvm::FailureOr<Box> evaluateInBounds(mlir::Operation *op, Frame &frame,
                                        llvm::ArrayRef<int64_t> shape) const;

  llvm::SmallVector<Number> offsets, sizes, strides;
};

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_TENSORSLICES_H
