//===- Executable.h - Native code of a module -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_EXECUTABLE_H
#define SG_RUNTIME_EXECUTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "sg/Config.h"
#include "sg/Runtime/ObjectCache.h"
#include "sg/Runtime/sg_call.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#if SG_ENABLE_CUDA
#include "sg/Runtime/DeviceCall.h"
#endif

namespace llvm::orc {
class JITTargetMachineBuilder;
class LLJIT;
} // namespace llvm::orc

namespace sg {

/// A module that a pipeline of Pipelines.h has lowered, compiled at -O3 for the
/// processor it runs on, or for another one that this one can stand in for.
/// Calls of math functions in loops become calls of glibc's or SLEEF's vector
/// functions where these are. Functions that the module only
/// declares are looked up in this process.
///
/// In a build with AddressSanitizer native code is instrumented too.
class Executable {
public:
  struct Options {
    /// If not empty, the object file is written there too; it can be linked
    /// with SGCallRuntime (docs/ABI.md).
    std::string objectFile;
    /// The name that LLVM has for the processor, as in `x86-64-v3`; empty for
    /// this one.
    std::string processor;
    /// Optimizes less, for code that will not run long.
    bool isBrief = false;
    /// The cache in which the object file is also stored, under `cacheKey`;
    /// null for none.
    const ObjectCache *cache = nullptr;
    std::string cacheKey;
  };

  static llvm::Expected<std::unique_ptr<Executable>>
  compile(mlir::ModuleOp module, const Options &options);
  /// The object file alone, to be linked by others.
  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compileObject(mlir::ModuleOp module, llvm::StringRef processor = "");
  /// What LLVM's machine verifier has to say of the code for a processor of
  /// x86-64 or AArch64; empty if nothing.
  static llvm::Expected<std::string>
  verifyMachineCode(mlir::ModuleOp module, llvm::StringRef processor);
  /// What was compiled before, for a processor of this kind; `function` is one
  /// of it.
  static llvm::Expected<std::unique_ptr<Executable>>
  load(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef function);
  ~Executable();

  /// The processor, as code is compiled for it.
  static std::string describeProcessor(llvm::StringRef processor = "");
  /// An error if LLVM does not know it as one of this machine's architecture;
  /// as one of x86-64 or AArch64, if code for it need not run here.
  static llvm::Error checkKnown(llvm::StringRef processor,
                                bool isForeign = false);
  /// The width of its vector registers in bits, of an architecture where that
  /// is known; else what every processor has.
  static llvm::Expected<unsigned> getVectorBits(llvm::StringRef processor);
  /// An error that says what code for it needs and this one does not have.
  static llvm::Error checkRuns(llvm::StringRef processor);

  /// The files of the shared libraries whose vector functions native code
  /// calls, for who links it (docs/ABI.md).
  static std::vector<std::string> getVectorLibraryFiles();

  /// The entry point of a function that was public in the module. It lives as
  /// long as this.
  llvm::Expected<sg_entry_point> lookup(llvm::StringRef function) const;

  /// Whether several threads share something of it (sg/Runtime/OpenMPTeam.h).
  bool isSharedByThreads() const { return isShared; }

private:
  explicit Executable(std::unique_ptr<llvm::orc::LLJIT> jit);
  static llvm::Expected<std::unique_ptr<Executable>>
  create(llvm::orc::JITTargetMachineBuilder host,
         std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef symbol);
  llvm::Error link(std::unique_ptr<llvm::MemoryBuffer> object,
                   llvm::StringRef symbol);

#if SG_ENABLE_CUDA
  /// What it has of a device; native code knows its address.
  sgrt_device_program program = {};
#endif
  std::unique_ptr<llvm::orc::LLJIT> jit;
  bool isShared = false;
  /// To be called at the end; with AddressSanitizer only.
  void (*finalizer)() = nullptr;
};

} // namespace sg

#endif // SG_RUNTIME_EXECUTABLE_H
