//===- ReduceMain.h - The main function of sg-reduce ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_REDUCE_REDUCEMAIN_H
#define SG_TOOLS_SG_REDUCE_REDUCEMAIN_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg::reduce {

/// Runs the tool with the options of mlir-reduce and returns its exit code.
/// Unlike mlir::mlirReduceMain, reads and writes files with sg/Support/Files.h.
int runReduceMain(int argc, char **argv, mlir::MLIRContext &context);

} // namespace sg::reduce

#endif // SG_TOOLS_SG_REDUCE_REDUCEMAIN_H
