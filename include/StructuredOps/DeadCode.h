//===- DeadCode.h - Removing what nobody reads ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_DEADCODE_H
#define SG_STRUCTUREDOPS_DEADCODE_H

#include "mlir/IR/Region.h"

namespace sg {

/// Erases ops without effect, calls among them, whose results nobody reads.
void eraseDeadOps(mlir::Region &region);

/// The same, and results of branches and carries of loops that do nothing for
/// what is read. Rebuilds those ops.
void eraseUnread(mlir::Region &region);

} // namespace sg

#endif // SG_STRUCTUREDOPS_DEADCODE_H
