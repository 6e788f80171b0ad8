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
/// remainders and floor divisions by a possible zero. These ops trap on x86,
/// but upstream declares them pure (22.1.8).
bool canSpeculate(mlir::Operation *op);

/// Moves invariant ops out of 'loop', as mlir::moveLoopInvariantCode does, but
/// only those for which 'canSpeculate' is true. Returns the number of ops that
/// moved.
size_t moveLoopInvariantCode(mlir::LoopLikeOpInterface loop);

} // namespace sg

#endif // SG_STRUCTUREDOPS_SPECULATION_H
