//===- Compiler.h - From a function of a module to native code --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way from a module and the name of a function to code that can be
// called. sg-run, the library for C and through it the package for Python take
// it:
//
//   llvm::Expected<mlir::func::FuncOp> function =
//       sg::findFunction(module, "loss");
//   llvm::Expected<sg::CompiledFunction> compiled =
//       sg::compileFunction(*function, sg::CompilerOptions());
//   llvm::Expected<sg_entry_point> entry =
//       compiled->executable->lookup("loss");
//
// What is wrong with a program is told by diagnostics of its context, and by
// the error that is returned. Nothing is printed. Calls for modules of one
// context must not overlap, others may.
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
  /// How many threads share a call, and of how many products of a contraction
  /// on. For the CPU.
  unsigned threads = 1;
  uint64_t leastWork = 1 << 20;
  /// The arguments whose memory calls may overwrite.
  llvm::SmallVector<int64_t> donated;
  /// As LLVM calls it; empty for this one. For the CPU.
  std::string processor;
  /// Tensor cores may multiply f32, of which they see 10 bits. For devices.
  bool tf32 = false;
  /// Loops may add to floats in any order, by atomic ops. For devices.
  bool atomics = false;
  /// Tells of races and of accesses outside of memory. For the emulated device.
  bool checkKernels = false;
  /// The GPU; empty for the default of the pipeline.
  std::string chip;
  /// What its driver is given.
  DeviceFormat format = DeviceFormat::ISA;
  /// Zero times infinity or NaN is zero in all derivatives.
  bool strongZero = false;
  /// The runtime is told at which op the first NaN and the first infinity
  /// arise (sg/Runtime/CallRuntime.h).
  bool traceNan = false;
  /// Optimizes less, for code that will not run long.
  bool isBrief = false;
  /// Adds passes that bring dialects of other projects to those of upstream,
  /// once there are no requests for derivatives left.
  std::function<void(mlir::OpPassManager &)> buildLowering;
  /// Processors of x86-64 and AArch64 for which code is made too, to see what
  /// LLVM's machine verifier says of it.
  llvm::SmallVector<std::string> verifiedProcessors;
  /// If not empty, the native code is written to that object file too.
  std::string objectFile;
  /// The folder with native code of earlier runs (sg/Runtime/ObjectCache.h);
  /// empty for none. If other users may write to the folder, a warning says so,
  /// and the folder is not used.
  std::string cache;
};

/// Why there is no native code.
class CompileError : public llvm::ErrorInfo<CompileError> {
public:
  enum Step {
    /// The program is not valid, or has ops that are unknown here.
    Reading,
    /// There is no derivative, or a program of another project cannot be
    /// lowered.
    Derivatives,
    /// Something has no form in native code, or the compiler has a fault.
    Lowering,
    /// LLVM's machine verifier has found something.
    Verifying,
    /// LLVM cannot compile or link it.
    NativeCode
  };
  static char ID;

  CompileError(Step step, std::string text, bool isDiagnosed)
      : step(step), text(std::move(text)), isDiagnosed(isDiagnosed) {}

  Step getStep() const { return step; }
  /// Whether a diagnostic has told what is wrong and where. Then the message
  /// says only what has not come about.
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

/// Native code of a function. What it does not reach is removed from its
/// module, the rest lowered. Code of `cache` is taken where it is of the same
/// program, options, library and processor.
llvm::Expected<CompiledFunction>
compileFunction(mlir::func::FuncOp function, const CompilerOptions &options);

/// Native code of all public functions of a module, which is lowered. `cache`
/// is not looked at.
llvm::Expected<std::unique_ptr<Executable>>
compileModule(mlir::ModuleOp module, const CompilerOptions &options);

//===----------------------------------------------------------------------===//
// The steps of that
//===----------------------------------------------------------------------===//

/// Drops what the function does not reach, and fails if what it reaches is not
/// valid, or unknown here.
llvm::Error isolateFunction(mlir::func::FuncOp function);

/// Brings all functions to a form that has derivatives (`liftBranches`).
llvm::Error prepareModule(mlir::ModuleOp module);

/// Replaces requests for derivatives by calls. Stops are kept.
llvm::Error expandDerivatives(mlir::ModuleOp module, bool strongZero = false);

/// Brings a module that is prepared to the LLVM dialect. `instrument` is told
/// of each pass manager before it runs.
llvm::Error
lowerModule(mlir::ModuleOp module, const CompilerOptions &options,
            llvm::function_ref<void(mlir::PassManager &)> instrument = nullptr);

/// An error if LLVM's machine verifier has something to say of code of a module
/// that is prepared for one of `verifiedProcessors`. The module stays as it is.
llvm::Error verifyMachineCode(mlir::ModuleOp module,
                              const CompilerOptions &options);

} // namespace sg

#endif // SG_COMPILER_COMPILER_H
