//===- MachineCode.h - From LLVM's IR to an object file ---------*- C++ -*-===//
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

/// The object file of a module, by LLVM's code generation with a guard against
/// a fault of it (UsedMasks.h). If `complaints` is given, LLVM's machine
/// verifier looks at the code on its way, and what it finds is appended, but
/// for what is known to do no harm.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitObject(llvm::Module &module, llvm::TargetMachine &machine,
           std::string *complaints = nullptr);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_MACHINECODE_H
