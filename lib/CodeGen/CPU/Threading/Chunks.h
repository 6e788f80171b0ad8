//===- Chunks.h - Split a range into chunks ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DistributeToThreads creates loops over chunks, and OutlineParallelRegions
// assigns the chunks to threads. Between the two passes, a loop over chunks is
// an ordinary scf.parallel with the attribute `sg.chunks`.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
#define SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

inline constexpr llvm::StringLiteral kChunkLoopAttr = "sg.chunks";

class Chunks {
public:
  /// Creates a loop over chunks of the indices from 0 to `size`, one chunk per
  /// thread. If `isWorthwhile` is not null and false at run time, there is only
  /// one chunk. The sizes of all chunks but the last are multiples of
  /// `granularity`. Moves `b` to the end of the loop's body.
  Chunks(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
         int64_t threads, int64_t granularity, mlir::Value isWorthwhile);

  mlir::Value getIndex() const { return index; }
  /// The first index of the chunk, and its size, which may be 0.
  mlir::OpFoldResult getFirst() const { return first; }
  mlir::OpFoldResult getCount() const { return count; }

  static int64_t getLargestChunk(int64_t size, int64_t chunks,
                                 int64_t granularity);

private:
  mlir::Value index;
  mlir::OpFoldResult first, count;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
