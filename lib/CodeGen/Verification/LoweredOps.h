//===- LoweredOps.h - Ops that translate to LLVM IR -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_LOWEREDOPS_H
#define SG_LIB_CODEGEN_VERIFICATION_LOWEREDOPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"

namespace sg {

/// Returns true if `op` needs no conversion: it belongs to the LLVM dialect, or
/// to a dialect whose ops are translated to LLVM IR, for example nvvm or omp.
inline bool isLowered(mlir::Operation *op) {
  if (llvm::isa<mlir::ModuleOp, mlir::gpu::GPUModuleOp>(op))
    return true;
  mlir::Dialect *dialect = op->getDialect();
  // Only these two ops of the GPU dialect are translated.
  if (llvm::isa_and_present<mlir::BuiltinDialect, mlir::gpu::GPUDialect>(
          dialect))
    return llvm::isa<mlir::gpu::BinaryOp, mlir::gpu::LaunchFuncOp>(op);
  // The translation interfaces of these dialects are registered only before the
  // translation to LLVM IR.
  if (llvm::is_contained({"llvm", "nvvm", "omp"},
                         op->getName().getDialectNamespace()))
    return true;
  return dialect &&
         dialect
             ->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>();
}

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_LOWEREDOPS_H
