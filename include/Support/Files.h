//===- Files.h - Writing files ----------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_FILES_H
#define SG_SUPPORT_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace sg {

/// Writes a file, by way of a temporary one, so that no part of one stays after
/// an error. What is no regular file (a pipe, a device) is written to in place;
/// "-" is standard output.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace sg

#endif // SG_SUPPORT_FILES_H
