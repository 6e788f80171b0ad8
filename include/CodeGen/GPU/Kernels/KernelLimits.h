//===- KernelLimits.h - Limits of GPUs for kernels --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_KERNELS_KERNELLIMITS_H
#define SG_CODEGEN_GPU_KERNELS_KERNELLIMITS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <string>

namespace sg {

/// Returns `name` as a valid PTX identifier (PTX ISA, "Identifiers").
std::string getPTXIdentifier(llvm::StringRef name);

/// Maximum size in bytes of a kernel's arguments in every PTX version (PTX ISA,
/// "Kernel Function Parameters").
constexpr int64_t kArgumentBytes = 4096;

/// First PTX version (8.1) that allows more than kArgumentBytes.
constexpr unsigned kPTXWithLargeArguments = 81;

/// Returns the oldest PTX version that allows the arguments of `kernels`, or 0
/// if every version does. The kernels must be in the LLVM dialect. Reports an
/// error at a kernel if no version suffices, or if `selectedPTX` is too old. A
/// `selectedPTX` of 0 selects no version.
llvm::FailureOr<unsigned> findPTXForArguments(mlir::gpu::GPUModuleOp kernels,
                                              unsigned selectedPTX);

/// Reports an error at kernels whose static shared memory exceeds the limit.
llvm::LogicalResult checkStaticSharedMemory(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_CODEGEN_GPU_KERNELS_KERNELLIMITS_H
