//===- Chunks.h - A loop over the parts of a range --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DistributeToThreads makes these loops, OutlineParallelRegions gives their
// parts to threads. In between they are an scf.parallel like any other, but for
// a mark.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
#define SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// On a loop over parts.
inline constexpr llvm::StringLiteral kParts = "sg.parts";

class Chunks {
public:
  /// Creates a loop over parts of the indices up to `size`, as many as there
  /// are threads, or one if `isWorthwhile` is given and not so. In each but the
  /// last `together` indices stay together. Leaves `b` at the end of its body.
  Chunks(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
         int64_t threads, int64_t together, mlir::Value isWorthwhile);

  mlir::Value getNumber() const { return number; }
  /// Where a part begins, and how many indices it has; maybe none.
  mlir::OpFoldResult getFirst() const { return first; }
  mlir::OpFoldResult getCount() const { return count; }

  /// How many indices the largest part has.
  static int64_t getLargest(int64_t size, int64_t parts, int64_t together);

private:
  mlir::Value number;
  mlir::OpFoldResult first, count;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_CHUNKS_H
