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

/// Native code of a module that a pipeline of Pipelines.h has lowered. The code
/// is compiled at -O3 for this processor, or for another processor whose code
/// this one can run. In loops, calls of math functions become calls of vector
/// functions of glibc or SLEEF, if installed. Functions without a body are
/// looked up in this process.
///
/// In a build with AddressSanitizer, native code is instrumented too.
class Executable {
public:
  struct Options {
    /// If not empty, the object file is also written to this path. It can be
    /// linked with SGCallRuntime (docs/ABI.md).
    std::string objectFile;
    /// LLVM's name of the processor, for example `x86-64-v3`. Empty for this
    /// machine's processor.
    std::string processor;
    /// Compiles at -O1 instead of -O3, for code that runs only briefly.
    bool optimizesLess = false;
    /// The cache that also stores the object file, under `cacheKey`; may be
    /// null.
    const ObjectCache *cache = nullptr;
    std::string cacheKey;
  };

  static llvm::Expected<std::unique_ptr<Executable>>
  compile(mlir::ModuleOp module, const Options &options);
  /// Compiles a module to an object file without loading it.
  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compileObject(mlir::ModuleOp module, llvm::StringRef processor = "");
  /// Returns the errors that LLVM's machine verifier finds in the code for a
  /// processor of x86-64 or AArch64, or an empty string.
  static llvm::Expected<std::string>
  verifyMachineCode(mlir::ModuleOp module, llvm::StringRef processor);
  /// Loads an object file that was compiled for this processor. `function` is
  /// any function in the object file.
  static llvm::Expected<std::unique_ptr<Executable>>
  load(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef function);
  ~Executable();

  /// Describes the processor for which code is compiled, and its features.
  static std::string describeProcessor(llvm::StringRef processor = "");
  /// Returns an error if `processor` is not a processor of this machine's
  /// architecture or, if `isForeign` is set, of x86-64 or AArch64.
  static llvm::Error checkKnown(llvm::StringRef processor,
                                bool isForeign = false);
  /// Returns the width in bits of the processor's vector registers if LLVM
  /// knows it, otherwise a width that every processor supports.
  static llvm::Expected<unsigned> getVectorBits(llvm::StringRef processor);
  /// Returns an error that names the missing features if this machine's
  /// processor cannot run code for `processor`.
  static llvm::Error checkRuns(llvm::StringRef processor);

  /// Returns the shared libraries whose vector functions native code calls, for
  /// linking the code (docs/ABI.md).
  static std::vector<std::string> getVectorLibraryFiles();

  /// Returns the entry point of a function that was public in the module. The
  /// entry point is valid while this object lives.
  llvm::Expected<sg_entry_point> lookup(llvm::StringRef function) const;

  /// Returns true if the code is parallel (sg/Runtime/OpenMPTeam.h).
  bool isSharedByThreads() const { return isShared; }

private:
  explicit Executable(std::unique_ptr<llvm::orc::LLJIT> jit);
  static llvm::Expected<std::unique_ptr<Executable>>
  create(llvm::orc::JITTargetMachineBuilder target,
         std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef symbol);
  llvm::Error link(std::unique_ptr<llvm::MemoryBuffer> object,
                   llvm::StringRef symbol);

#if SG_ENABLE_CUDA
  /// The device state. Native code refers to its address.
  sgrt_device_program program = {};
#endif
  std::unique_ptr<llvm::orc::LLJIT> jit;
  bool isShared = false;
  /// Function that the destructor calls. Only set with AddressSanitizer.
  void (*finalizer)() = nullptr;
};

} // namespace sg

#endif // SG_RUNTIME_EXECUTABLE_H
