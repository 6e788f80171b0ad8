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

/// Returns the trip count of a loop from 'lower' to 'upper' as an index. The
/// operands have one integer type or index. The distance of the bounds may
/// overflow an integer type. 'step' must not be zero.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step, bool isUnsigned);

/// Returns the trip count of 'loop'. The bounds and the step are given as
/// values at the builder.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step);

/// Returns the value of the induction variable in iteration 'trip'.
mlir::Value createInductionVariable(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value trip,
                                    mlir::Value lower, mlir::Value step);

/// Returns the index of the current iteration. The builder is in the body of
/// 'loop'.
mlir::Value createIterationIndex(mlir::OpBuilder &builder,
                                 mlir::scf::ForOp loop);

/// The slice of iteration `trip` in a tensor whose first dimension indexes the
/// iterations. The constructor's `sizes` are the sizes of one iteration's
/// value.
struct TripSlice {
  TripSlice(mlir::OpBuilder &builder, mlir::Value trip,
            llvm::ArrayRef<mlir::OpFoldResult> sizes);
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_TRIPS_H
