//===- Sanitizers.h - Sanitizers in native code -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build with a sanitizer also instruments native code. In other builds, these
// functions do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_SANITIZERS_H
#define SG_LIB_RUNTIME_NATIVECODE_SANITIZERS_H

namespace llvm {
class Module;
class PassBuilder;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace sg {

/// Adds the passes of the sanitizer to the pipeline that optimizes `module`.
void instrument(llvm::Module &module, llvm::PassBuilder &builder);

/// Exports the constructor and the destructor that AddressSanitizer has added
/// to an instrumented module, for `announceGlobals`.
void exposeConstructors(llvm::Module &module);

/// Registers the globals of linked native code with AddressSanitizer. Returns
/// the function that unregisters the globals, or null if none are registered.
void (*announceGlobals(llvm::orc::LLJIT &jit))();

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_SANITIZERS_H
