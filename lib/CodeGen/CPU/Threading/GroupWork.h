//===- GroupWork.h - Estimate the work of a group ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimate decides whether a group has enough work to wake threads, which
// takes several microseconds. The unit of work is a multiply-add of a tiled
// contraction. About 100 multiply-adds take 1 ns.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
#define SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Returns the work of the group, or std::nullopt if a size is dynamic.
std::optional<uint64_t> countWork(const FusionGroup &group);

/// Emits a run-time test that the group's work is at least `minWork`. Returns
/// null if the work is known at compile time or `minWork` is 0.
mlir::Value createHasEnoughWork(mlir::ImplicitLocOpBuilder &b,
                                const FusionGroup &group, uint64_t minWork);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
