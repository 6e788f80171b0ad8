//===- Launches.h - Launches of kernels by the runtime ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_LAUNCHES_H
#define SG_CODEGEN_GPU_HOST_LAUNCHES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"

namespace sg {

/// What the runtime knows of modules of kernels, and the launches of these.
class LaunchLowering {
public:
  explicit LaunchLowering(mlir::ModuleOp module)
      : module(module), symbols(module), calls(symbols) {}

  mlir::SymbolTable &getSymbols() { return symbols; }
  RuntimeCalls &getCalls() { return calls; }

  /// Makes an sgrt_device_module of a gpu.binary or a gpu.module.
  void addModule(mlir::SymbolOpInterface kernels, mlir::LLVM::GlobalOp image,
                 int64_t bytes);

  /// Lets the runtime do all launches. Fails with an error for one with tokens
  /// or clusters, and for one of another module.
  llvm::LogicalResult replaceLaunches();

private:
  llvm::LogicalResult replaceLaunch(mlir::gpu::LaunchFuncOp launch);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  RuntimeCalls calls;
  llvm::StringMap<mlir::LLVM::GlobalOp> modules;
};

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_LAUNCHES_H
