//===- Chunks.h - Split a range into chunks --------------------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DistributeToThreads creates these loops, and OutlineParallelRegions assigns
// their chunks to threads. Between the two passes each is an ordinary
// scf.parallel with the attribute `sg.parts`.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
#define SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Attribute of a loop over chunks.
inline constexpr llvm::StringLiteral kChunkLoopAttr = "sg.parts";

class Chunks {
public:
  /// Creates a loop over chunks of the indices from 0 to `size`: one per
  /// thread, or only one if `isWorthwhile` is given and false at run time. Each
  /// chunk but the last has a multiple of `granularity` indices. Moves `b` to
  /// the end of the loop's body.
  Chunks(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
         int64_t threads, int64_t granularity, mlir::Value isWorthwhile);

  mlir::Value getIndex() const { return index; }
  /// The first index of the chunk, and the number of its indices, which may be
  /// 0.
  mlir::OpFoldResult getFirst() const { return first; }
  mlir::OpFoldResult getCount() const { return count; }

  /// Returns the number of indices of the largest chunk.
  static int64_t getLargest(int64_t size, int64_t chunks, int64_t granularity);

private:
  mlir::Value index;
  mlir::OpFoldResult first, count;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
