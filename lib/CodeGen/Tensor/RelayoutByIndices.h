//===- RelayoutByIndices.h - Pack with tiles of dynamic size ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H
#define SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds a pattern that replaces a linalg.pack with dynamic tile sizes by a
/// linalg.generic. The body computes the source indices of each element and
/// extracts the element. Upstream does not lower such a linalg.pack (22.1.8).
void populateRelayoutByIndicesPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_RELAYOUTBYINDICES_H
