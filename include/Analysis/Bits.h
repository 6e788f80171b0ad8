//===- Bits.h - Derivatives that end in the bits of a float -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer has no derivative. But a program may bitcast a float to an
// integer, round it, change its sign or sort it, and bitcast the result to a
// float. A zero derivative is correct if the integer is a hash, and wrong if
// the program only rounds. The analysis cannot distinguish these cases.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_BITS_H
#define SG_ANALYSIS_BITS_H

#include "sg/Analysis/Activity.h"

namespace sg::grad {

/// A path from a differentiated input to a differentiated result through the
/// bits of a float, at which the derivative ends.
struct BitPath {
  /// Op that converts the bits of a float, which depends on the input, to an
  /// integer.
  mlir::Operation *reads;
  /// Op that converts the bits, or an integer computed from them, to a float on
  /// which the result depends.
  mlir::Operation *returns;
  /// Op in the queried region: `reads`, or the call that leads to it.
  mlir::Operation *from;
};

/// Returns the paths from `inputs` to `results` in a region and its callees:
/// one per op that reads bits, in program order.
llvm::SmallVector<BitPath> findBitPaths(mlir::Region &region,
                                        llvm::ArrayRef<mlir::Value> inputs,
                                        llvm::ArrayRef<mlir::Value> results,
                                        FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_ANALYSIS_BITS_H
