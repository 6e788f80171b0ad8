//===- CacheKey.h - What native code depends on -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_COMPILER_CACHEKEY_H
#define SG_LIB_COMPILER_CACHEKEY_H

#include "sg/Compiler/Compiler.h"

namespace sg {

/// Everything that native code of a function depends on, whose module has
/// nothing else: the program that runs and the libraries that compile, the
/// processor, the options, and the module with its locations, which are in
/// messages. Empty if nothing is to be kept.
std::string makeCacheKey(mlir::func::FuncOp function,
                         const CompilerOptions &options);

} // namespace sg

#endif // SG_LIB_COMPILER_CACHEKEY_H
