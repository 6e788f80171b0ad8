//===- Launches.cpp - What a launch hands to a kernel ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

LogicalResult sg::checkLaunch(gpu::LaunchFuncOp launch) {
  if (!launch.getAsyncToken() && launch.getAsyncDependencies().empty() &&
      !launch.hasClusterSize())
    return success();
  return launch->emitOpError("has clusters or tokens, which are not supported");
}

static Value cast(ImplicitLocOpBuilder &b, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

static Value asI64(ImplicitLocOpBuilder &b, Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (value.getType().isInteger(32))
    return arith::ExtSIOp::create(b, b.getI64Type(), value);
  return value;
}

sg::LaunchArguments::LaunchArguments(gpu::LaunchFuncOp launch, bool asAddresses)
    : launch(launch) {
  MLIRContext *context = launch.getContext();
  LLVMTypeConverter converter(context);
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto function = launch->getParentOfType<FunctionOpInterface>();
  ImplicitLocOpBuilder entry(launch.getLoc(), context);
  entry.setInsertionPointToStart(&function.getFunctionBody().front());
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  auto allocate = [&](Type type, int64_t count) -> Value {
    Value size = LLVM::ConstantOp::create(entry, entry.getI64Type(), count);
    return LLVM::AllocaOp::create(entry, pointer, type, size);
  };
  OperandRange operands = launch.getKernelOperands();
  addresses = allocate(pointer, operands.size());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Type type = converter.convertType(operand.getType());
    Value value = cast(b, type, operand);
    if (asAddresses && isa<MemRefType>(operand.getType()))
      value = MemRefDescriptor(value).alignedPtr(b, b.getLoc());
    types.push_back(value.getType());
    Value address = allocate(value.getType(), 1);
    LLVM::StoreOp::create(b, value, address);
    Value place = LLVM::GEPOp::create(b, pointer, pointer, addresses,
                                      ArrayRef<LLVM::GEPArg>(int32_t(i)));
    LLVM::StoreOp::create(b, address, place);
  }
}

std::vector<int32_t> sg::LaunchArguments::getBytes() const {
  DataLayout layout = DataLayout::closest(launch);
  std::vector<int32_t> bytes;
  for (Type type : types)
    bytes.push_back(static_cast<int32_t>(layout.getTypeSize(type)));
  return bytes;
}

Value sg::LaunchArguments::getMemory(ImplicitLocOpBuilder &b,
                                     int64_t staticBytes) {
  Value memory = arith::ConstantIntOp::create(b, staticBytes, /*width=*/64);
  if (Value bytes = launch.getDynamicSharedMemorySize())
    memory = arith::AddIOp::create(b, memory, asI64(b, bytes));
  return memory;
}

void sg::LaunchArguments::appendSizes(ImplicitLocOpBuilder &b,
                                      SmallVectorImpl<Value> &arguments) {
  for (gpu::KernelDim3 sizes :
       {launch.getGridSizeOperandValues(), launch.getBlockSizeOperandValues()})
    for (Value size : {sizes.x, sizes.y, sizes.z})
      arguments.push_back(asI64(b, size));
}
