//===- CotangentLayout.h - Cotangents in the layout of a value --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of a result may be what an operand gets, element by element,
// but for the order of the dimensions: then a named op says it better than a
// body.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H
#define SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H

#include "Contraction.h"
#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::rules {

enum class LayoutChange { Same, Transposed, Repeated, Summed };

/// How a cotangent indexed by `from` gets the layout of `target`; nothing if
/// there is no named op for it.
std::optional<LayoutChange> getLayoutChange(mlir::AffineMap from,
                                            Indexed target);

/// Adds `cotangent` to that of `target` by that op.
void accumulateInLayout(LayoutChange change, Indexed cotangent, Indexed target,
                        grad::ReverseContext &context, mlir::Location loc);

} // namespace sg::rules

#endif // SG_LIB_RULES_LINALG_COTANGENTLAYOUT_H
