//===- OneFunction.h - A function of a module as a program ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What whoever makes native code of one function of a module does besides the
// pipelines. Those that return a LogicalResult fail with a diagnostic in the
// module's context.
//
//===----------------------------------------------------------------------===//

#ifndef SG_COMPILER_ONEFUNCTION_H
#define SG_COMPILER_ONEFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace sg {

/// Bytecode has to lie where its constants are aligned; a small file, or what
/// comes from elsewhere, lies anywhere.
std::unique_ptr<llvm::MemoryBuffer>
alignBytecode(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// The function of that name, which has a body; else an error that says what
/// there is. `file` is where the module is from, for people.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name,
                                                llvm::StringRef file = {});

/// Drops what the function does not reach, so that it does no harm. The module
/// has not been verified; what is left is.
llvm::LogicalResult keepReachable(mlir::ModuleOp module,
                                  mlir::func::FuncOp function);

/// Fails at an op that was parsed, so that its passes need not be here, but
/// cannot be run.
llvm::LogicalResult checkKnown(mlir::ModuleOp module);

/// Structured loops and branches in place of branches between blocks: neither
/// the derivative rules nor bufferization know the latter. In all functions, or
/// in those that `root` reaches, itself included.
llvm::LogicalResult liftBranches(mlir::ModuleOp module,
                                 mlir::func::FuncOp root = {});

} // namespace sg

#endif // SG_COMPILER_ONEFUNCTION_H
