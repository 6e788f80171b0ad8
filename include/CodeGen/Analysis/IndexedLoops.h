//===- IndexedLoops.h - Loops that index operands ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
#define SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H

#include "mlir/IR/AffineMap.h"

namespace sg {

inline bool isFunctionOfAny(mlir::AffineExpr index,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(
      loops, [&](unsigned loop) { return index.isFunctionOfDim(loop); });
}

inline bool isFunctionOfAny(mlir::AffineMap map,
                            llvm::ArrayRef<unsigned> loops) {
  return llvm::any_of(map.getResults(), [&](mlir::AffineExpr index) {
    return isFunctionOfAny(index, loops);
  });
}

/// Returns the first dimension whose index is exactly the induction variable of
/// `loop`.
inline std::optional<unsigned> findDimension(mlir::AffineMap map,
                                             unsigned loop) {
  return map.getResultPosition(mlir::getAffineDimExpr(loop, map.getContext()));
}

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_INDEXEDLOOPS_H
