//===- OptMain.h - A tool like mlir-opt -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_OPTMAIN_H
#define SG_PIPELINES_OPTMAIN_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// What mlir::MlirOptMain is, with errors of our pipelines explained. Returns
/// what a `main` does.
int runOptMain(int argc, char **argv, llvm::StringRef toolName,
               mlir::DialectRegistry &registry);

} // namespace sg

#endif // SG_PIPELINES_OPTMAIN_H
