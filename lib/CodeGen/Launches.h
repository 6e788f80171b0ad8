//===- Launches.h - What a launch hands to a kernel -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_LAUNCHES_H
#define SG_LIB_CODEGEN_LAUNCHES_H

#include "RuntimeCalls.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace sg {

/// Fails with an error for a launch with tokens or clusters.
llvm::LogicalResult checkLaunch(mlir::gpu::LaunchFuncOp launch);

/// The arguments of a launch as the driver takes them: the addresses of
/// addresses. Memory for them is had once for each call of the function that
/// launches.
class LaunchArguments {
public:
  /// Stores the operands; a memref without offset, sizes and strides as its
  /// address if `asAddresses`, else as a descriptor.
  explicit LaunchArguments(mlir::gpu::LaunchFuncOp launch,
                           bool asAddresses = true);

  mlir::Value getAddresses() const { return addresses; }
  /// The bytes of each.
  std::vector<int32_t> getBytes() const;
  /// The bytes of workgroup memory, as i64.
  mlir::Value getMemory(mlir::ImplicitLocOpBuilder &b, int64_t staticBytes);
  /// Blocks and threads, x, y and z each, as i64.
  void appendSizes(mlir::ImplicitLocOpBuilder &b,
                   llvm::SmallVectorImpl<mlir::Value> &arguments);

private:
  mlir::gpu::LaunchFuncOp launch;
  mlir::Value addresses;
  llvm::SmallVector<mlir::Type> types;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_LAUNCHES_H
