//===- CompileKernels.cpp - Survives aborts of LLVM's backend -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/Timer.h"
#include <csignal>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

#define DEBUG_TYPE "sg-compile-kernels"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_COMPILEKERNELS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// Posted when compilation ends or aborts. Null except in the compiling thread.
static thread_local sem_t *compilationEnd = nullptr;
static struct sigaction previousAction;

/// Handles SIGABRT. Posts `compilationEnd` and suspends the compiling thread
/// forever, because LLVM keeps pointers into the stack of this thread. In other
/// threads, restores the previous action and aborts.
static void handleAbort(int) {
  if (!compilationEnd) {
    sigaction(SIGABRT, &previousAction, nullptr);
    raise(SIGABRT);
    return;
  }
  sem_post(compilationEnd);
  for (;;)
    pause();
}

/// Runs `compile`. Returns false if a fatal error of LLVM aborted `compile`.
/// The signal handler belongs to the process. Therefore, one thread at a time
/// replaces the handler, and only while `compile` runs.
static bool runCatchingAbort(llvm::function_ref<void()> compile) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  struct sigaction action = {};
  action.sa_handler = handleAbort;
  if (sigaction(SIGABRT, &action, &previousAction) != 0) {
    compile();
    return true;
  }
  sem_t ended;
  sem_init(&ended, /*pshared=*/0, /*value=*/0);
  bool isDone = false;
  std::thread thread([&] {
    compilationEnd = &ended;
    compile();
    compilationEnd = nullptr;
    isDone = true;
    sem_post(&ended);
  });
  while (sem_wait(&ended) != 0)
    continue; // interrupted by another signal
  sigaction(SIGABRT, &previousAction, nullptr);
  if (isDone) {
    thread.join();
  } else {
    thread.detach();
    // Discard running timers, which LLVM would print at the end.
    llvm::TimerGroup::clearAll();
  }
  sem_destroy(&ended);
  return isDone;
}

/// Returns the constant string at `address`, or an empty string.
static StringRef getText(const llvm::Value *address) {
  StringRef text;
  return llvm::getConstantStringInfo(address, text) ? text : "";
}

/// Prepares libdevice for the backend. LLVM answers unknown queries of
/// __nvvm_reflect with 0, which would make square roots approximate. The
/// inliner requires that libdevice has the denormal mode of the kernels.
static void configureLibdevice(llvm::Module &module) {
  auto hasDenormalMode = [](const llvm::Function &function) {
    return function.hasFnAttribute("denormal-fp-math-f32");
  };
  auto first = llvm::find_if(module, hasDenormalMode);
  if (first != module.end()) {
    llvm::Attribute mode = first->getFnAttribute("denormal-fp-math-f32");
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        function.addFnAttr(mode);
    module.setModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
  }
  llvm::Function *reflect = module.getFunction("__nvvm_reflect");
  if (!reflect)
    return;
  for (llvm::User *user : llvm::make_early_inc_range(reflect->users())) {
    auto *call = dyn_cast<llvm::CallInst>(user);
    if (!call || getText(call->getArgOperand(0)) != "__CUDA_PREC_SQRT")
      continue;
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 1));
    call->eraseFromParent();
  }
}

namespace {
struct CompileKernels : sg::impl::CompileKernelsBase<CompileKernels> {
  using CompileKernelsBase::CompileKernelsBase;

  void runOnOperation() override {
    auto target =
        llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
            .Case("isa", gpu::CompilationTarget::Assembly)
            .Case("bin", gpu::CompilationTarget::Binary)
            .Case("fatbin", gpu::CompilationTarget::Fatbin)
            .Default(std::nullopt);
    if (!target) {
      emitError(getOperation().getLoc())
          << getArgument() << ": unknown format '" << format
          << "'; use isa, bin or fatbin";
      return signalPassFailure();
    }
    gpu::TargetOptions options(toolkit, /*librariesToLink=*/{},
                               /*cmdOptions=*/"", /*elfSection=*/"", *target,
                               /*getSymbolTableCallback=*/{},
                               /*initialLlvmIRCallback=*/{},
                               configureLibdevice);
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>())
      LDBG() << "compiled as " << format.getValue() << " for "
             << kernels.getTargetsAttr() << ": '" << kernels.getName()
             << "' at " << kernels.getLoc();
    LogicalResult result = failure();
    bool isDone = runCatchingAbort([&] {
      result = gpu::transformGpuModulesToBinaries(getOperation(), {}, options);
    });
    if (!isDone) {
      // Modules are compiled in order, and a gpu.binary replaces each compiled
      // gpu.module. Therefore, the first remaining gpu.module failed.
      auto kernels = *getOperation().getOps<gpu::GPUModuleOp>().begin();
      emitError(kernels.getLoc()) << "kernels of '" << kernels.getName()
                                  << "' cannot be compiled for their target; "
                                     "see the error of LLVM's backend above";
    }
    if (failed(result))
      signalPassFailure();
  }
};
} // namespace
