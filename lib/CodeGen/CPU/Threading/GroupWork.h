//===- GroupWork.h - An estimate of the work of a group ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Another thread costs some microseconds. Work is counted in products of a
// contraction, about a hundred of which take a nanosecond.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
#define SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The work of the group, if its sizes are known.
std::optional<uint64_t> countWork(const FusionGroup &group);

/// Whether it is at least `least`, computed at run time; null if it is known to
/// be.
mlir::Value createIsEnough(mlir::ImplicitLocOpBuilder &b,
                           const FusionGroup &group, uint64_t least);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_GROUPWORK_H
