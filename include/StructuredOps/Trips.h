//===- Trips.h - Trip counts of loops ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_TRIPS_H
#define SG_STRUCTUREDOPS_TRIPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Returns the trip count of a loop from 'lower' to 'upper', all three of one
/// integer type or index, as an index. Correct for all bounds: the distance of
/// the bounds may overflow their type. 'step' must not be zero.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step, bool isUnsigned);

/// Returns the trip count of 'loop', whose bounds have the given values at the
/// builder.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step);

/// Returns the induction variable of trip 'trip' of a loop from 'lower'.
mlir::Value createInductionVariable(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value trip,
                                    mlir::Value lower, mlir::Value step);

/// Returns the index of the current trip. The builder is in the body of 'loop'.
mlir::Value createTripNumber(mlir::OpBuilder &builder, mlir::scf::ForOp loop);

/// The slice of iteration `trip` in a tensor whose first dimension is the
/// iterations. The constructor's `sizes` are the sizes of one iteration's
/// value.
struct TripSlice {
  TripSlice(mlir::OpBuilder &builder, mlir::Value trip,
            llvm::ArrayRef<mlir::OpFoldResult> sizes);
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_TRIPS_H
