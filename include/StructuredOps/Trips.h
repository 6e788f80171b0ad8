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

/// How often the loop runs, given its bounds as known at the builder. Computed
/// on index, where the difference of the bounds cannot overflow.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            mlir::Value lower, mlir::Value upper,
                            mlir::Value step);

/// The induction variable of trip `trip`.
mlir::Value createInductionVariable(mlir::OpBuilder &builder,
                                    mlir::scf::ForOp loop, mlir::Value trip,
                                    mlir::Value lower, mlir::Value step);

/// In the body of the loop: the index of this trip.
mlir::Value createTripNumber(mlir::OpBuilder &builder, mlir::scf::ForOp loop);

/// The slice of trip `trip` in a tensor whose first dimension is the trips;
/// `sizes` are those of the value of one trip.
struct TripSlice {
  TripSlice(mlir::OpBuilder &builder, mlir::Value trip,
            llvm::ArrayRef<mlir::OpFoldResult> sizes);
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_TRIPS_H
