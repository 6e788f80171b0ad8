//===- IndexedLoops.h - Which loops index what ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
#define SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H

#include "mlir/IR/AffineMap.h"

namespace sg {

/// Whether the index depends on one of `loops`.
inline bool isFunctionOfAny(mlir::AffineExpr index,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(
      loops, [&](unsigned loop) { return index.isFunctionOfDim(loop); });
}

/// Whether one of the map's indices does.
inline bool isFunctionOfAny(mlir::AffineMap map,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(map.getResults(), [&](mlir::AffineExpr index) {
    return isFunctionOfAny(index, loops);
  });
}

/// The first dimension whose index is that of `loop` and nothing else.
inline std::optional<unsigned> findDimension(mlir::AffineMap map,
                                             unsigned loop) {
  return map.getResultPosition(mlir::getAffineDimExpr(loop, map.getContext()));
}

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
