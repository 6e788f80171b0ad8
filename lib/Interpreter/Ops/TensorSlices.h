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

/// The offsets, sizes and strides of an op that reads, writes or views a part
/// of a tensor or of memory.
class BoxNumbers {
public:
  BoxNumbers(mlir::OffsetSizeAndStrideOpInterface op, Scope &scope);

  /// The part of `tensor`, with all dimensions.
  llvm::FailureOr<Tensor> extract(mlir::Operation *op, Frame &frame,
                                  const Tensor &tensor) const;

  /// Writes the elements of `source` in their order to the part of `tensor`.
  /// It may have fewer dimensions of size 1.
  llvm::LogicalResult insert(mlir::Operation *op, Frame &frame,
                             const Tensor &source, Tensor &tensor) const;

  struct Box {
    llvm::SmallVector<int64_t> offsets, sizes, strides;
    /// Where the element of that index of the part is in the whole.
    llvm::SmallVector<int64_t> locate(llvm::ArrayRef<int64_t> index) const;
  };
  /// Whether it is inside of anything is not asked.
  llvm::FailureOr<Box> read(mlir::Operation *op, Frame &frame) const;

private:
  /// Fails for what is not in a tensor of that shape.
  llvm::FailureOr<Box> evaluate(mlir::Operation *op, Frame &frame,
                                llvm::ArrayRef<int64_t> shape) const;

  llvm::SmallVector<Number> offsets, sizes, strides;
};

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_TENSORSLICES_H
