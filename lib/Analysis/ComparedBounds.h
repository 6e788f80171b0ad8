//===- ComparedBounds.h - Bounds implied by a comparison --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ANALYSIS_COMPAREDBOUNDS_H
#define SG_LIB_ANALYSIS_COMPAREDBOUNDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/Analysis/Bounds.h"

namespace sg::grad::bounds {

/// Returns the bounds of the values x in `a` for which "x `predicate` `bound`"
/// holds.
Bounds refine(Bounds a, mlir::arith::CmpFPredicate predicate, double bound);

/// Returns a predicate that holds for non-NaN operands if `predicate` does not,
/// for example OLE for OGT (see CmpInst::getInversePredicate).
mlir::arith::CmpFPredicate
getInversePredicate(mlir::arith::CmpFPredicate predicate);

/// Returns the predicate that is equivalent after exchanging the operands, for
/// example OLT for OGT (see CmpInst::getSwappedPredicate).
mlir::arith::CmpFPredicate
getSwappedPredicate(mlir::arith::CmpFPredicate predicate);

} // namespace sg::grad::bounds

#endif // SG_LIB_ANALYSIS_COMPAREDBOUNDS_H
