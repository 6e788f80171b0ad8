//===- MachineCode.h - Compiles LLVM IR to object files ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_MACHINECODE_H
#define SG_LIB_RUNTIME_NATIVECODE_MACHINECODE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace sg {

/// Compiles a module to an object file with LLVM's code generation and a
/// workaround for a fault of the x86 backend (UsedMasks.h). If `verifierErrors`
/// is not null, runs LLVM's machine verifier at several stages and appends the
/// errors to `verifierErrors`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitObject(llvm::Module &module, llvm::TargetMachine &machine,
           std::string *verifierErrors = nullptr);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_MACHINECODE_H
