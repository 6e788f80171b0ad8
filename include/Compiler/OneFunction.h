//===- OneFunction.h - Extracts a function of a module ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps before the pipelines when one function of a module is compiled.
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

/// Returns a buffer in which the constants of bytecode are aligned: `buffer`,
/// or a copy of it. Small files and buffers of callers may be unaligned.
std::unique_ptr<llvm::MemoryBuffer>
alignBytecode(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// Returns the function `name`, which must have a body. Otherwise returns an
/// error that lists the functions of the module. `file` names the module in the
/// message.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name,
                                                llvm::StringRef file = {});

/// Removes symbols that the function does not reference, so that they cannot
/// cause errors. The module need not have been verified. Verifies the rest.
llvm::LogicalResult keepReachable(mlir::ModuleOp module,
                                  mlir::func::FuncOp function);

/// Fails at unregistered ops, which were parsed but cannot be compiled.
llvm::LogicalResult checkKnown(mlir::ModuleOp module);

/// Replaces branches between blocks by structured control flow, which
/// derivative rules and bufferization require. Rewrites all functions, or
/// `root` and the functions that it references.
llvm::LogicalResult liftBranches(mlir::ModuleOp module,
                                 mlir::func::FuncOp root = {});

} // namespace sg

#endif // SG_COMPILER_ONEFUNCTION_H
