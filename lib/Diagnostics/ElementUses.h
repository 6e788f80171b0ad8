//===- ElementUses.h - Uses of parts of a tensor ----------------*- C++ -*-===//
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

/// Elements of a tensor, given by one range per dimension.
using ElementBox = std::vector<GradientReport::IndexRange>;

/// A value that holds the elements `box` of a tensor, and the values computed
/// from all of these elements together.
struct ElementUse {
  ElementBox box;
  /// The elements of `box` that insertions have overwritten in the value.
  std::vector<ElementBox> holes;
  unsigned node;                       ///< the value
  llvm::SmallVector<unsigned> targets; ///< the dependent values
};

/// Returns the uses of elements of the tensor `node`, looking through slices,
/// reads of elements, casts, insertions and calls. Any other op uses all
/// elements of its operand. The result is empty if `node` is not a ranked
/// tensor or vector, or has too many uses for a report.
std::vector<ElementUse> findElementUses(const ProgramGraph &graph,
                                        unsigned node);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_ELEMENTUSES_H
