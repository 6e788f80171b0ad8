//===- Toolkit.h - Where CUDA's toolkit is ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_TOOLKIT_H
#define SG_CODEGEN_GPU_HOST_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sg {

/// What is given for a program that is to do without.
inline constexpr llvm::StringLiteral kNoToolkit = "none";

/// The folder `given`; if that is empty the one that CUDA_HOME, CUDA_ROOT or
/// CUDA_PATH names, or one of the usual ones, that has libdevice. Empty if
/// there is none, or none is wanted.
std::string findToolkit(llvm::StringRef given);

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_TOOLKIT_H
