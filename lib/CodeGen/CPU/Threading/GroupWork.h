//===- GroupWork.h - How much the ops of a group have to do -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread more costs some microseconds. Work is counted in products of a
// contraction, of which there are about a hundred in a nanosecond.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
#define SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// What all of the group takes, if its sizes are known.
std::optional<uint64_t> countWork(const FusionGroup &group);

/// Whether it is at least `least`, as it turns out at run time; null if that is
/// known here, and so.
mlir::Value createIsEnough(mlir::ImplicitLocOpBuilder &b,
                           const FusionGroup &group, uint64_t least);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
