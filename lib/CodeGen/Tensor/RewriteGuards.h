//===- RewriteGuards.h - Ops for which upstream rewrites rightly -*- C++ -*-==//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H
#define SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H

#include "mlir/IR/Operation.h"

/// Conditions under which rewrites of LLVM 22.1.8 are right. Each takes the op
/// that the pattern matches or that folds.
namespace sg::guards {

/// arith.index_cast and arith.index_castui: no cast before the op drops bits.
bool keepsAllBits(mlir::Operation *op);

/// A transfer of a vector, and the transfers whose results it uses, have no
/// mask.
bool isUnmasked(mlir::Operation *op);

/// vector.extract and vector.insert: all constant positions are in bounds.
bool hasPositionsInBounds(mlir::Operation *op);

/// memref.subview: the op is in bounds without the cast of its source.
bool isViewWithoutCast(mlir::Operation *op);

/// memref.collapse_shape: no size of the source of the cast is known to be 0.
/// In a group with an unknown size it would be the size of the result, which
/// the verifier refuses.
bool collapsesElements(mlir::Operation *op);

/// scf.forall: the results can have the types that the initial values have
/// before casts.
bool isLoopWithoutCasts(mlir::Operation *op);

/// scf.forall: insertion number i is into result number i.
bool insertsInOrder(mlir::Operation *op);

/// The op, or the producer of a cast, is no linalg.transpose.
bool isNoTranspose(mlir::Operation *op);

} // namespace sg::guards

#endif // SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H
