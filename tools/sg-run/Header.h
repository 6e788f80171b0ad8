//===- Header.h - C headers of emitted functions ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_HEADER_H
#define SG_TOOLS_SG_RUN_HEADER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::run {

/// Makes a C99 header that declares the entry points of `functions` and
/// documents their arguments and results. `donated` holds the indices that
/// --donate names. On failure, prints an error. Returns an exit code.
int makeHeader(llvm::StringRef path,
               llvm::ArrayRef<mlir::func::FuncOp> functions,
               llvm::ArrayRef<int64_t> donated, std::string &header);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_HEADER_H
