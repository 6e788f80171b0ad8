//===- CallDepth.h - Stack size for deep call chains ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_CALLDEPTH_H
#define SG_ANALYSIS_CALLDEPTH_H

namespace sg::grad {

/// Number of nested callees that an analysis visits recursively before it
/// continues on a new stack (llvm::runOnNewStack).
constexpr unsigned kCallsPerStack = 100;

/// Size of the new stack in bytes: several times the measured need of
/// kCallsPerStack visits, also with sanitizers.
constexpr unsigned kStackSize = 1u << 24;

} // namespace sg::grad

#endif // SG_ANALYSIS_CALLDEPTH_H
