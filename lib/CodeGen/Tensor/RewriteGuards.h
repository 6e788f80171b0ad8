//===- RewriteGuards.h - Conditions for upstream rewrites -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H
#define SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H

#include "mlir/IR/Operation.h"

/// Conditions under which rewrites of LLVM 22.1.8 are correct. `op` is the op
/// that matches or folds.
namespace sg::guards {

/// Returns true if the cast that defines the operand of the arith.index_cast or
/// arith.index_castui drops no bits.
bool innerCastKeepsAllBits(mlir::Operation *op);

/// Returns true if neither the vector transfer nor the transfers that define
/// its operands have a mask.
bool isUnmasked(mlir::Operation *op);

/// Returns true if all constant positions of the vector.extract or
/// vector.insert are in bounds.
bool hasPositionsInBounds(mlir::Operation *op);

/// Returns true if the memref.subview is in bounds of the source of the
/// memref.cast that defines its operand.
bool staysInBoundsWithoutCast(mlir::Operation *op);

/// Returns false if the memref.collapse_shape collapses a memref.cast whose
/// source has a static size of 0. The verifier rejects a result size of 0 for a
/// group with a dynamic size.
bool collapsesNonEmptyMemory(mlir::Operation *op);

/// Returns true if the scf.forall remains valid when the initial values are
/// replaced by the sources of their casts.
bool canDropInitCasts(mlir::Operation *op);

/// Returns true if, for each i, insertion i of the scf.forall writes to the
/// tensor of result i.
bool insertsInOrder(mlir::Operation *op);

/// Returns true unless the op, or the producer of the tensor.cast, is a
/// linalg.transpose.
bool isNotTranspose(mlir::Operation *op);

} // namespace sg::guards

#endif // SG_LIB_CODEGEN_TENSOR_REWRITEGUARDS_H
