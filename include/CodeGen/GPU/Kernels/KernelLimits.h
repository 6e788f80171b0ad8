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

/// Replaces characters that PTX does not allow in names (PTX ISA,
/// "Identifiers").
std::string getDeviceName(llvm::StringRef name);

/// Largest size in bytes of a kernel's arguments that every driver supports
/// (PTX ISA, "Kernel Function Parameters").
constexpr int64_t kArgumentBytes = 4096;

/// First version of PTX that allows more bytes of arguments.
constexpr unsigned kPTXOfManyArguments = 81;

/// Returns the version of PTX that the arguments of these kernels, in the LLVM
/// dialect, need, or 0 if any version suffices. Reports an error at the kernel
/// if `selectedPTX` is older, or if no version allows that many bytes. A
/// `selectedPTX` of 0 means that the version may be chosen.
llvm::FailureOr<unsigned> findPTXForArguments(mlir::gpu::GPUModuleOp kernels,
                                              unsigned selectedPTX);

/// Reports an error at a kernel whose static shared memory exceeds the limit of
/// a block.
llvm::LogicalResult checkMemoryOfBlocks(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_CODEGEN_GPU_KERNELS_KERNELLIMITS_H
