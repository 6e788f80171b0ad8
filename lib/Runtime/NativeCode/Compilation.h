//===- Compilation.h - From the LLVM dialect to an object file --*- C++ -*-===//
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

/// The processor of that name, or this one if it is empty, with position
/// independent code, as a linker wants it. An error if there is none of that
/// name of this machine's architecture.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeTarget(llvm::StringRef processor = "");

/// The same among processors of x86-64 and AArch64, to look at code for it.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeForeignTarget(llvm::StringRef processor);

/// The width of vector registers.
unsigned getVectorBits(const llvm::TargetMachine &machine);

/// Optimizes a module and compiles it; with `complaints` as emitObject does.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileToObject(
    mlir::ModuleOp module, llvm::orc::JITTargetMachineBuilder &target,
    llvm::OptimizationLevel level, std::string *complaints = nullptr);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_COMPILATION_H
