//===- Memory.h - The memory of a program -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program becomes on its way to native code has memory instead of
// tensors, so that it can be interpreted there, too, to find where it goes
// wrong. A memref is a view of a buffer, which others may see, too.
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_MEMORY_H
#define SG_INTERPRETER_MACHINE_MEMORY_H

#include "sg/Interpreter/Machine/Elements.h"

namespace sg::interpreter {

class Frame;

/// Elements that several values see.
struct Buffer {
  Tensor elements; ///< of rank 1
  /// The op that freed it, or null.
  mlir::Operation *freed = nullptr;
};

/// A value of a memref type. What an entry point has of the LLVM dialect are
/// views, too: a pointer is one whose sizes do not count, a descriptor one that
/// is being made.
struct View {
  std::shared_ptr<Buffer> buffer;
  int64_t offset = 0;
  llvm::SmallVector<int64_t, 4> sizes, strides;

  int64_t getNumElements() const;
  /// Where the element of an index in range is in the buffer.
  int64_t locate(llvm::ArrayRef<int64_t> index) const;
  /// The same for any index, or nothing if that is outside of the buffer.
  std::optional<int64_t> find(llvm::ArrayRef<int64_t> index) const;
  /// The same elements row by row, without gaps.
  bool isContiguous() const;
};

/// The strides of elements in row-major order.
llvm::SmallVector<int64_t, 4> getRowMajorStrides(llvm::ArrayRef<int64_t> sizes);

/// A view of all of a new buffer.
llvm::FailureOr<View> allocateView(mlir::Operation *op, Frame &frame,
                                   llvm::ArrayRef<int64_t> sizes,
                                   const Element &value);

/// The elements of the view's buffer, to read and to write. Fails if it has
/// been freed.
llvm::FailureOr<Element *> accessBuffer(mlir::Operation *op, Frame &frame,
                                        const View &view);

/// What an index of the view stands for. Fails if it is out of range.
llvm::FailureOr<Element *> accessElement(mlir::Operation *op, Frame &frame,
                                         const View &view,
                                         llvm::ArrayRef<int64_t> index);

/// Fails if a part of the view is outside of its buffer.
llvm::LogicalResult checkInside(mlir::Operation *op, Frame &frame,
                                const View &view);

/// The elements in their order.
llvm::FailureOr<Tensor> readView(mlir::Operation *op, Frame &frame,
                                 const View &view);

/// Fails if the tensor has other sizes.
llvm::LogicalResult writeView(mlir::Operation *op, Frame &frame,
                              const Tensor &tensor, const View &view);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_MEMORY_H
