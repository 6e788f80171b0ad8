//===- CacheKey.h - Keys of the cache of native code ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_COMPILER_CACHEKEY_H
#define SG_LIB_COMPILER_CACHEKEY_H

#include "sg/Compiler/Compiler.h"

namespace sg {

/// Returns a description of everything that determines the native code of a
/// function: the running program, the libraries that compile, the processor,
/// the options, and the module. Its locations are included, since they appear
/// in messages. The module must contain nothing else than the function needs.
/// Returns an empty string if the code is not to be cached.
std::string makeCacheKey(mlir::func::FuncOp function,
                         const CompilerOptions &options);

} // namespace sg

#endif // SG_LIB_COMPILER_CACHEKEY_H
