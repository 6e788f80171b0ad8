//===- SharedLibrary.h - Native code as a shared library --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_SHAREDLIBRARY_H
#define SG_TOOLS_SG_RUN_SHAREDLIBRARY_H

#include "llvm/ADT/Twine.h"

namespace sg::run {

/// Links an object file with the runtime, whose symbols are hidden, and writes
/// the shared library to `path`. On failure, prints an error. Returns an exit
/// code.
int linkLibrary(const llvm::Twine &path, llvm::StringRef object);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_SHAREDLIBRARY_H
