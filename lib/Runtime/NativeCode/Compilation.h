//===- Compilation.h - Compiles the LLVM dialect to objects -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_COMPILATION_H
#define SG_LIB_RUNTIME_NATIVECODE_COMPILATION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/MemoryBuffer.h"

namespace sg {

/// Returns the target for `processor`, or for this machine's processor if
/// `processor` is empty. Code is position independent, as linkers require.
/// Fails if `processor` is not of this machine's architecture.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeTarget(llvm::StringRef processor = "");

/// Like `describeTarget`, but accepts all processors of x86-64 and AArch64, for
/// code that is only verified.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeForeignTarget(llvm::StringRef processor);

unsigned getVectorBits(const llvm::TargetMachine &machine);

/// Optimizes a module and compiles it to an object file. `verifierErrors` is
/// passed to emitObject.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileToObject(
    mlir::ModuleOp module, llvm::orc::JITTargetMachineBuilder &target,
    llvm::OptimizationLevel level, std::string *verifierErrors = nullptr);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_COMPILATION_H
