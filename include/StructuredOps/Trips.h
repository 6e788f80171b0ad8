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

/// Returns the trip count, an index, of a loop from 'lower' to 'upper'. The
/// bounds and the step share one integer or index type. The difference of
/// integer bounds may overflow their type. 'step' must not be zero.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step, bool isUnsigned);

/// Returns the trip count of 'loop', given equivalents of its bounds and step.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step);

/// Returns the value of the induction variable in iteration 'trip'.
mlir::Value createInductionVariable(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value trip,
                                    mlir::Value lower, mlir::Value step);

/// Returns the index of the current iteration, for use in the body of 'loop'.
mlir::Value createIterationIndex(mlir::OpBuilder &builder,
                                 mlir::scf::ForOp loop);

/// The slice that iteration `trip` accesses in a tensor whose first dimension
/// indexes the iterations. The constructor takes the `sizes` of one iteration's
/// value.
struct TripSlice {
  TripSlice(mlir::OpBuilder &builder, mlir::Value trip,
            llvm::ArrayRef<mlir::OpFoldResult> sizes);
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_TRIPS_H
