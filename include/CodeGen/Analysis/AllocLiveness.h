//===- AllocLiveness.h - Lifetimes of allocations ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H
#define SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// The first and the last op of a block that contain uses of an allocation.
struct LiveRange {
  mlir::Operation *first, *last;
};

/// Returns the live range of the allocated memory, or std::nullopt if its
/// address escapes or no op uses it. Deallocations do not count as uses.
std::optional<LiveRange> findLiveRange(mlir::memref::AllocOp alloc);

/// Moves `alloc` before the first use, and `dealloc`, if given and in the same
/// block, after the last use.
void shrinkLiveRange(mlir::memref::AllocOp alloc,
                     mlir::memref::DeallocOp dealloc = {});

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H
