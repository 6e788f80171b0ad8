//===- Memory.h - The memory of a program -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter executes bufferized programs too, to find the pass that
// miscompiles a program. A memref is a view of a buffer. Views may alias.
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_MEMORY_H
#define SG_INTERPRETER_MACHINE_MEMORY_H

#include "sg/Interpreter/Machine/Elements.h"

namespace sg::interpreter {

class Frame;

/// Elements that several views may share.
struct Buffer {
  Tensor elements; ///< has rank 1
  /// The op that freed the buffer, or null.
  mlir::Operation *freed = nullptr;
};

/// A value of a memref type. The LLVM values of an entry point are views too: a
/// pointer is a view whose sizes are unused, and a descriptor is a view under
/// construction.
struct View {
  std::shared_ptr<Buffer> buffer;
  int64_t offset = 0;
  llvm::SmallVector<int64_t, 4> sizes, strides;

  int64_t getNumElements() const;
  /// Returns the position in the buffer of `index`, which must be in range.
  int64_t locate(llvm::ArrayRef<int64_t> index) const;
  /// Returns the position in the buffer of `index`, which may be out of range.
  /// Returns std::nullopt if the position is outside of the buffer.
  std::optional<int64_t> find(llvm::ArrayRef<int64_t> index) const;
  /// Returns true if the elements are in row-major order without gaps.
  bool isContiguous() const;
};

llvm::SmallVector<int64_t, 4> getRowMajorStrides(llvm::ArrayRef<int64_t> sizes);

/// Allocates a buffer and returns a view of all its elements.
llvm::FailureOr<View> allocateView(mlir::Operation *op, Frame &frame,
                                   llvm::ArrayRef<int64_t> sizes,
                                   const Element &value);

/// Returns the elements of the view's buffer. Fails if the buffer was freed.
llvm::FailureOr<Element *> accessBuffer(mlir::Operation *op, Frame &frame,
                                        const View &view);

/// Returns the element of the view at `index`. Fails if the index is out of
/// range.
llvm::FailureOr<Element *> accessElement(mlir::Operation *op, Frame &frame,
                                         const View &view,
                                         llvm::ArrayRef<int64_t> index);

/// Fails if a part of the view is outside of its buffer.
llvm::LogicalResult checkInside(mlir::Operation *op, Frame &frame,
                                const View &view);

/// Copies the elements of the view to a tensor.
llvm::FailureOr<Tensor> readView(mlir::Operation *op, Frame &frame,
                                 const View &view);

/// Copies a tensor to the view. Fails if the sizes differ.
llvm::LogicalResult writeView(mlir::Operation *op, Frame &frame,
                              const Tensor &tensor, const View &view);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_MEMORY_H
