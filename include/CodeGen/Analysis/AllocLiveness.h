//===- AllocLiveness.h - From the first use of memory to the last -*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H
#define SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Ops of the block of an allocation, between which it is used.
struct MemoryLife {
  mlir::Operation *first, *last;
};

/// Nothing where it is not known who uses the memory, or nobody does. To free
/// it is no use.
std::optional<MemoryLife> findLife(mlir::memref::AllocOp alloc);

/// Allocates in front of the first use. `dealloc`, if there is one, comes
/// behind the last.
void shortenLife(mlir::memref::AllocOp alloc,
                 mlir::memref::DeallocOp dealloc = {});

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_ALLOCLIVENESS_H
