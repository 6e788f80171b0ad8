//===- Speculation.h - Ops that may run speculatively -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_SPECULATION_H
#define SG_STRUCTUREDOPS_SPECULATION_H

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace sg {

/// Returns true if 'op' can be executed speculatively, for example before a
/// loop without iterations. Unlike mlir::isSpeculatable, returns false for
/// remainders and floor divisions whose divisor may be zero. These ops trap on
/// x86, but MLIR 22.1.8 declares them pure.
bool canSpeculate(mlir::Operation *op);

/// Like mlir::moveLoopInvariantCode, but moves only invariant ops for which
/// 'canSpeculate' is true. Returns the number of moved ops.
size_t moveLoopInvariantCode(mlir::LoopLikeOpInterface loop);

} // namespace sg

#endif // SG_STRUCTUREDOPS_SPECULATION_H
