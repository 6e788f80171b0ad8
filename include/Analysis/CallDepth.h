//===- CallDepth.h - How deep functions may call functions ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_CALLDEPTH_H
#define SG_ANALYSIS_CALLDEPTH_H

namespace sg::grad {

/// What goes from function to function along calls goes on on a stack of its
/// own (llvm::runOnNewStack) behind each so many functions.
constexpr unsigned kDepthOfStack = 100;

/// Its size in bytes: many times what they were seen to need, and several times
/// with sanitizers.
constexpr unsigned kStackSize = 1u << 24;

} // namespace sg::grad

#endif // SG_ANALYSIS_CALLDEPTH_H
