//===- EmulatedOps.h - Lowers GPU ops of emulated kernels -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_EMULATION_EMULATEDOPS_H
#define SG_LIB_CODEGEN_GPU_EMULATION_EMULATEDOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/Runtime/Emulator.h"

namespace sg {

/// Expands gpu.all_reduce to shuffles and accesses to workgroup memory.
mlir::LogicalResult expandReductions(mlir::gpu::GPUModuleOp kernels);

/// Lowers the GPU ops of a kernel that was converted to a host function. The
/// second argument of the function is the address of an sgrt_position. Dynamic
/// workgroup memory follows the `staticBytes` of static memory.
class EmulatedOps {
public:
  EmulatedOps(mlir::func::FuncOp function, RuntimeCalls &calls,
              int64_t staticBytes)
      : function(function), calls(calls), staticBytes(staticBytes),
        pointer(mlir::LLVM::LLVMPointerType::get(function.getContext())),
        hasCooperation(staticBytes != 0) {}

  /// Inserts runtime checks of the alignment of vector accesses and copies.
  void checkAlignments();
  /// Erases alignment attributes, because host memory may be less aligned.
  void eraseAlignments();
  /// Expands asynchronous copies to loops and removes the waits for copies.
  void expandCopies();
  /// Inserts runtime checks of accesses to workgroup memory.
  void checkAccesses();
  /// Replaces the ops of GPU dialects. Fails if an op is not emulated.
  mlir::LogicalResult replaceOps();
  /// Replaces workgroup and private memory spaces by the host's memory space.
  void eraseMemorySpaces();

  /// Returns true if the kernel's threads synchronize or share memory.
  bool isCooperative() const { return hasCooperation; }

private:
  mlir::Value createDescription(mlir::ImplicitLocOpBuilder &b,
                                mlir::Operation *op);
  mlir::Value loadMember(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                         size_t offset);
  mlir::Value loadIndex(mlir::ImplicitLocOpBuilder &b, size_t offset);
  mlir::Value createThreadIndex(mlir::ImplicitLocOpBuilder &b);
  mlir::Value createWarpCount(mlir::ImplicitLocOpBuilder &b);
  mlir::Value replaceId(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op);
  mlir::Value getDynamicMemory(mlir::ImplicitLocOpBuilder &b,
                               mlir::gpu::DynamicSharedMemoryOp op);
  mlir::LogicalResult replaceShuffle(mlir::ImplicitLocOpBuilder &b,
                                     mlir::gpu::ShuffleOp op);
  mlir::Value allocate(mlir::ImplicitLocOpBuilder &b, mlir::Type type);
  mlir::LogicalResult replaceProduct(mlir::ImplicitLocOpBuilder &b,
                                     mlir::nvgpu::MmaSyncOp op);
  mlir::LogicalResult replaceProduct(mlir::ImplicitLocOpBuilder &b,
                                     mlir::NVVM::MmaOp op);
  mlir::Value getAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value memory,
                         mlir::ValueRange indices);
  mlir::LogicalResult replaceLoad(mlir::ImplicitLocOpBuilder &b,
                                  mlir::nvgpu::LdMatrixOp op);
  void createProduct(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                     int32_t kind, int64_t k,
                     mlir::ArrayRef<mlir::Value> buffers);
  void addAlignmentCheck(mlir::Operation *op, mlir::Value memory,
                         mlir::ValueRange indices, int64_t alignment);
  void addAccessCheck(mlir::Operation *op, int32_t kind, mlir::Value memory,
                      mlir::ValueRange indices, mlir::Type accessed);

  mlir::func::FuncOp function;
  RuntimeCalls &calls;
  int64_t staticBytes;
  mlir::Type pointer;
  bool hasCooperation;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_EMULATION_EMULATEDOPS_H
