//===- ToolVersion.h - Output of --version ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_TOOLVERSION_H
#define SG_SUPPORT_TOOLVERSION_H

namespace sg {

/// Adds sg's version to the output of --version of this process.
void announceVersion();

} // namespace sg

#endif // SG_SUPPORT_TOOLVERSION_H
