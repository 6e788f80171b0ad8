//===- CotangentLayout.h - Change of a cotangent's layout -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A named op, instead of a linalg.generic, computes the cotangent of an operand
// if it is the result's cotangent with permuted, broadcast or summed
// dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H
#define SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H

#include "Contraction.h"
#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::rules {

enum class LayoutChange { Same, Transposed, Repeated, Summed };

/// Returns the change from a cotangent indexed by `from` to the layout of
/// `target`, or std::nullopt if no named op performs this change.
std::optional<LayoutChange> getLayoutChange(mlir::AffineMap from,
                                            Indexed target);

/// Adds `cotangent`, after `change`, to the cotangent of `target`.
void accumulateInLayout(LayoutChange change, Indexed cotangent, Indexed target,
                        grad::ReverseContext &context, mlir::Location loc);

} // namespace sg::rules

#endif // SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H
