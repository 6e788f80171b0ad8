//===- KernelLimits.h - What GPUs take of a kernel --------------*- C++ -*-===//
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

/// A name in letters that PTX allows ("Identifiers" of the PTX ISA).
std::string getDeviceName(llvm::StringRef name);

/// The arguments of a kernel that every driver takes, in bytes (PTX ISA,
/// "Kernel Function Parameters").
constexpr int64_t kArgumentBytes = 4096;

/// The version of PTX from which a kernel may have more of them.
constexpr unsigned kPTXOfManyArguments = 81;

/// The version of PTX that the arguments of these kernels, in the LLVM dialect,
/// need: 0 if any will do. An error, at the kernel, if `given` (0 if any may be
/// chosen) is older, or no version takes as many.
llvm::FailureOr<unsigned> findPTXForArguments(mlir::gpu::GPUModuleOp kernels,
                                              unsigned given);

/// An error at a kernel that has more memory of its block, of sizes that are
/// known, than a GPU gives one without being asked.
llvm::LogicalResult checkMemoryOfBlocks(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_CODEGEN_GPU_KERNELS_KERNELLIMITS_H
