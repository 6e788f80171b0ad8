//===- OneFunction.h - Extracts a function of a module ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that precede the pipelines when a single function is compiled.
// Functions that return a LogicalResult emit a diagnostic in the module's
// context when they fail.
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

/// Returns `buffer`, or an aligned copy if `buffer` is unaligned bytecode. The
/// parser requires that the constants of bytecode are aligned.
std::unique_ptr<llvm::MemoryBuffer>
alignBytecode(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// Returns the function `name`, which must have a body. Otherwise returns an
/// error that lists the functions of the module. `file` names the module in the
/// message.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name,
                                                llvm::StringRef file = {});

/// Removes symbols that the function does not reference, and then verifies the
/// module. Removed symbols need not be valid.
llvm::LogicalResult removeUnreferencedSymbols(mlir::ModuleOp module,
                                              mlir::func::FuncOp function);

/// Emits an error at the first unregistered op, which can be parsed but not
/// compiled.
llvm::LogicalResult checkRegistered(mlir::ModuleOp module);

/// Replaces branches between blocks by structured control flow, which
/// derivative rules and bufferization require. Rewrites all functions, or
/// `root` and the functions that it references.
llvm::LogicalResult liftBranches(mlir::ModuleOp module,
                                 mlir::func::FuncOp root = {});

} // namespace sg

#endif // SG_COMPILER_ONEFUNCTION_H
