//===- IndexedLoops.h - Loops that index operands --------------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
#define SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H

#include "mlir/IR/AffineMap.h"

namespace sg {

/// Returns true if the index depends on one of `loops`.
inline bool isFunctionOfAny(mlir::AffineExpr index,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(
      loops, [&](unsigned loop) { return index.isFunctionOfDim(loop); });
}

/// Returns true if an index of the map depends on one of `loops`.
inline bool isFunctionOfAny(mlir::AffineMap map,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(map.getResults(), [&](mlir::AffineExpr index) {
    return isFunctionOfAny(index, loops);
  });
}

/// Returns the first dimension that `loop` alone indexes, with coefficient 1
/// and offset 0.
inline std::optional<unsigned> findDimension(mlir::AffineMap map,
                                             unsigned loop) {
  return map.getResultPosition(mlir::getAffineDimExpr(loop, map.getContext()));
}

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
