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

/// Returns the cache key of a function's native code. The key covers the
/// running program, the compiler's libraries, the processor, the options, and
/// the module. Locations are included, because they appear in messages. The
/// module must contain only symbols that the function references. Returns an
/// empty string if the code must not be cached.
std::string makeCacheKey(mlir::func::FuncOp function,
                         const CompilerOptions &options);

} // namespace sg

#endif // SG_LIB_COMPILER_CACHEKEY_H
