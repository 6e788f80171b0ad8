//===- Compiler.h - Compiles a function to native code ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a function of a module to native code. sg-run, the C library and the
// Python package use this interface:
//
//   llvm::Expected<mlir::func::FuncOp> function =
//       sg::findFunction(module, "loss");
//   llvm::Expected<sg::CompiledFunction> compiled =
//       sg::compileFunction(*function, sg::CompilerOptions());
//   llvm::Expected<sg_entry_point> entry =
//       compiled->executable->lookup("loss");
//
// Errors in a program are reported as diagnostics of the program's context and
// as the returned error. Nothing is printed. Calls for modules of the same
// context must not run concurrently.
//
//===----------------------------------------------------------------------===//

#ifndef SG_COMPILER_COMPILER_H
#define SG_COMPILER_COMPILER_H

#include "mlir/Pass/PassManager.h"
#include "sg/CodeGen/ABI/Device.h"
#include "sg/Compiler/OneFunction.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Runtime/Executable.h"
#include <functional>

namespace sg {

struct CompilerOptions {
  Device device = Device::CPU;
  /// Number of CPU threads that share a call.
  unsigned threads = 1;
  /// Smallest contraction, in products, that is divided among threads.
  uint64_t leastWork = 1 << 20;
  /// Indices of the donated arguments.
  llvm::SmallVector<int64_t> donated;
  /// LLVM's name of the CPU, empty for this machine's CPU.
  std::string processor;
  /// On GPUs, allows tensor cores to multiply f32 as tf32, with 10 bits of
  /// mantissa.
  bool tf32 = false;
  /// On GPUs, allows loops to add floats atomically, in any order.
  bool atomics = false;
  /// On the emulated device, reports races and out-of-bounds accesses in
  /// kernels.
  bool checkKernels = false;
  /// The compute capability of the GPU, for example sm_90. Empty for the
  /// pipeline's default.
  std::string chip;
  /// The format of kernels that the driver loads.
  DeviceFormat format = DeviceFormat::ISA;
  /// Makes zero times infinity or NaN zero in all derivatives.
  bool strongZero = false;
  /// Records the ops at which the first NaN and the first infinity arise
  /// (sg/Runtime/CallRuntime.h).
  bool traceNan = false;
  /// Reduces optimization, for code that runs only briefly.
  bool optimizesLess = false;
  /// Adds passes that lower dialects of other projects to upstream dialects.
  /// These passes run after the expansion of derivatives.
  std::function<void(mlir::OpPassManager &)> buildLowering;
  /// The x86-64 and AArch64 processors for which LLVM's machine verifier also
  /// checks the code.
  llvm::SmallVector<std::string> verifiedProcessors;
  /// The object file to which native code is also written, empty for none.
  std::string objectFile;
  /// The folder of the cache of native code (sg/Runtime/ObjectCache.h), empty
  /// for none. If other users may write to the folder, a warning is emitted and
  /// the folder is not used.
  std::string cache;
};

/// The error of a failed compilation.
class CompileError : public llvm::ErrorInfo<CompileError> {
public:
  enum Step {
    /// The program is invalid or has unregistered ops.
    Reading,
    /// A derivative does not exist, or a pass of `buildLowering` has failed.
    Derivatives,
    /// An op cannot be lowered to native code, or the compiler has a bug.
    Lowering,
    /// LLVM's machine verifier has reported an error.
    Verifying,
    /// LLVM cannot compile or link the code.
    NativeCode
  };
  static char ID;

  CompileError(Step step, std::string text, bool isDiagnosed)
      : step(step), text(std::move(text)), isDiagnosed(isDiagnosed) {}

  Step getStep() const { return step; }
  /// Returns true if a diagnostic has explained the error and its location. The
  /// message then only names the step that failed.
  bool hasDiagnostic() const { return isDiagnosed; }

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Step step;
  std::string text;
  bool isDiagnosed;
};

struct CompiledFunction {
  std::unique_ptr<Executable> executable;
  bool isFromCache = false;
};

/// Compiles a function. Removes unreferenced symbols from its module, and
/// lowers the module. Uses cached code if the cache has code for the same
/// program, options, libraries and processor.
llvm::Expected<CompiledFunction>
compileFunction(mlir::func::FuncOp function, const CompilerOptions &options);

/// Lowers a module and compiles its public functions. Does not use the cache.
llvm::Expected<std::unique_ptr<Executable>>
compileModule(mlir::ModuleOp module, const CompilerOptions &options);

//===----------------------------------------------------------------------===//
// Steps of compileFunction
//===----------------------------------------------------------------------===//

/// Removes symbols that the function does not reference. Fails if the remaining
/// module is invalid or has unregistered ops.
llvm::Error isolateFunction(mlir::func::FuncOp function);

/// Rewrites all functions to structured control flow, from which derivatives
/// can be built (`liftBranches`).
llvm::Error prepareModule(mlir::ModuleOp module);

/// Replaces requests for derivatives by calls of derivative functions. Stops
/// are kept.
llvm::Error expandDerivatives(mlir::ModuleOp module, bool strongZero = false);

/// Lowers a prepared module to the LLVM dialect. `instrument` is called with
/// each pass manager before the manager runs.
llvm::Error
lowerModule(mlir::ModuleOp module, const CompilerOptions &options,
            llvm::function_ref<void(mlir::PassManager &)> instrument = nullptr);

/// Returns an error if LLVM's machine verifier rejects the code of a prepared
/// module for one of `verifiedProcessors`. The module is not changed.
llvm::Error verifyMachineCode(mlir::ModuleOp module,
                              const CompilerOptions &options);

} // namespace sg

#endif // SG_COMPILER_COMPILER_H
