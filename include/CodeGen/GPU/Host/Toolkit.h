//===- Toolkit.h - Finds CUDA's toolkit -------------------------*- C++ -*-===//
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

/// Value of the toolkit option that disables the toolkit.
inline constexpr llvm::StringLiteral kNoToolkit = "none";

/// Returns the folder of CUDA's toolkit. If `selected` is empty, searches
/// CUDA_HOME, CUDA_ROOT, CUDA_PATH and the usual folders for libdevice. Returns
/// an empty string if no toolkit is found or `selected` is kNoToolkit.
std::string findToolkit(llvm::StringRef selected);

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_TOOLKIT_H
