//===- Bits.h - Derivatives that end in the bits of a float -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds paths on which a program bitcasts a float to an integer and later an
// integer back to a float. Integers have no derivative. A zero derivative is
// correct if the integer is a hash, and wrong if integer arithmetic rounds the
// float. The analysis cannot distinguish these cases.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_BITS_H
#define SG_ANALYSIS_BITS_H

#include "sg/Analysis/Activity.h"

namespace sg::grad {

/// A path from a differentiated input to a differentiated result that passes
/// through the bits of a float, where the derivative ends.
struct BitPath {
  /// Op that reads the bits of a float, which depends on the input.
  mlir::Operation *reads;
  /// Op that converts the bits, or an integer computed from the bits, to a
  /// float. The result depends on that float.
  mlir::Operation *returns;
  /// Op in the queried region: `reads`, or a call that leads to `reads`.
  mlir::Operation *from;
};

/// Returns one path from `inputs` to `results` per op that reads bits in the
/// region or its callees, in program order.
llvm::SmallVector<BitPath> findBitPaths(mlir::Region &region,
                                        llvm::ArrayRef<mlir::Value> inputs,
                                        llvm::ArrayRef<mlir::Value> results,
                                        FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_ANALYSIS_BITS_H
