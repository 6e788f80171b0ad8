//===- ElementUses.h - What is done with parts of a tensor ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_ELEMENTUSES_H
#define SG_LIB_DIAGNOSTICS_ELEMENTUSES_H

#include "ProgramGraph.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

/// One range of each dimension.
using ElementBox = std::vector<GradientReport::IndexRange>;

/// A value that has some elements of a tensor, and what it flows to from there
/// without being taken apart any more.
struct ElementUse {
  ElementBox box;
  /// Of those the elements that the program has overwritten before.
  std::vector<ElementBox> holes;
  unsigned node;
  llvm::SmallVector<unsigned> targets;
};

/// The uses of the tensor `node`, through slices and single elements, casts,
/// insertions into it and calls. What else takes it apart is a use of all that
/// the value has. Nothing if it is no tensor or vector of a known rank, or if
/// nobody would read all that.
std::vector<ElementUse> findElementUses(const ProgramGraph &graph,
                                        unsigned node);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_ELEMENTUSES_H
