//===- DeadCode.h - Removing dead code --------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_DEADCODE_H
#define SG_STRUCTUREDOPS_DEADCODE_H

#include "mlir/IR/Region.h"

namespace sg {

/// Erases ops, including calls, that have no side effects and whose results are
/// unused.
void eraseDeadOps(mlir::Region &region);

/// Erases the same ops as eraseDeadOps, and also unused results of branches and
/// unused carries of loops. Rebuilds these branches and loops.
void eraseDeadCodeAndCarries(mlir::Region &region);

} // namespace sg

#endif // SG_STRUCTUREDOPS_DEADCODE_H
