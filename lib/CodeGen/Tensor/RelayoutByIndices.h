//===- RelayoutByIndices.h - Tiles of unknown size --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H
#define SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds a pattern that makes linalg.generic of linalg.pack with tiles of
/// unknown size, which upstream does not lower (22.1.8): each element of the
/// result is extracted from the source at indices that are computed.
void populateRelayoutByIndicesPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H
