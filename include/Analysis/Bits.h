//===- Bits.h - Derivatives that end in the bits of a float -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer has no derivative. One that holds the bits of a float may, as the
// program means it, have one all the same: bits are rounded, given another sign
// or sorted, and read as a float again. Zero is right for a hash, wrong for a
// rounding, and nothing in the program says which it is.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_BITS_H
#define SG_ANALYSIS_BITS_H

#include "sg/Analysis/Activity.h"

namespace sg::grad {

/// A way from a differentiated input to a differentiated result on which a
/// derivative would end in bits.
struct ThroughBits {
  /// Makes an integer of the bits of a float that depends on the input.
  mlir::Operation *reads;
  /// Makes a float of them, or of what is computed of them, on which the result
  /// depends.
  mlir::Operation *returns;
  /// In the region that was asked about: `reads`, or the call that leads to it.
  mlir::Operation *from;
};

/// The ways from `inputs` to `results` in a region, or in what it calls: one
/// for each op where bits are read, in program order.
llvm::SmallVector<ThroughBits>
findThroughBits(mlir::Region &region, llvm::ArrayRef<mlir::Value> inputs,
                llvm::ArrayRef<mlir::Value> results, FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_ANALYSIS_BITS_H
