//===- Launches.h - Lowers launches to runtime calls ------------*- C++ -*-===//
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

/// Lowers kernel modules to runtime data and their launches to runtime calls.
class LaunchLowering {
public:
  explicit LaunchLowering(mlir::ModuleOp module)
      : module(module), symbols(module), calls(symbols) {}

  mlir::SymbolTable &getSymbols() { return symbols; }
  RuntimeCalls &getCalls() { return calls; }

  /// Adds an sgrt_device_module for `kernels`, a gpu.binary or a gpu.module.
  void addModule(mlir::SymbolOpInterface kernels, mlir::LLVM::GlobalOp image,
                 int64_t bytes);

  /// Replaces all launches by runtime calls. Reports an error if a launch has
  /// tokens or clusters, or if its module was not added.
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
