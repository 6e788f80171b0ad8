//===- Launches.cpp - Lowers launches to runtime calls --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/GPU/Host/Launches.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

void sg::LaunchLowering::addModule(SymbolOpInterface kernels,
                                   LLVM::GlobalOp image, int64_t bytes) {
  ImplicitLocOpBuilder b(kernels->getLoc(), kernels->getContext());
  b.setInsertionPointToStart(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {pointer, pointer, b.getI64Type()});
  auto moduleGlobal = LLVM::GlobalOp::create(b, type, /*isConstant=*/false,
                                             LLVM::Linkage::Internal,
                                             "sg.kernels", Attribute());
  symbols.insert(moduleGlobal);
  b.createBlock(&moduleGlobal.getInitializerRegion());
  Value initializer = LLVM::PoisonOp::create(b, type);
  auto insert = [&](Value member, int64_t index) {
    initializer = LLVM::InsertValueOp::create(b, initializer, member, index);
  };
  insert(LLVM::ZeroOp::create(b, pointer), 0);
  insert(LLVM::AddressOfOp::create(b, image), 1);
  insert(LLVM::ConstantOp::create(b, b.getI64Type(), bytes), 2);
  LLVM::ReturnOp::create(b, initializer);
  modules[kernels.getName()] = moduleGlobal;
}

static Value cast(ImplicitLocOpBuilder &b, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

static Value toI64(ImplicitLocOpBuilder &b, Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (value.getType().isInteger(32))
    return arith::ExtSIOp::create(b, b.getI64Type(), value);
  return value;
}

/// Builds the array of argument addresses that the driver reads. The array and
/// the arguments are on the stack of the host function. A memref is passed as
/// its aligned pointer. Appends the size in bytes of each argument to `bytes`.
static Value createArguments(ImplicitLocOpBuilder &b, gpu::LaunchFuncOp launch,
                             SmallVectorImpl<int32_t> &bytes) {
  MLIRContext *context = launch.getContext();
  LLVMTypeConverter types(context);
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto function = launch->getParentOfType<FunctionOpInterface>();
  ImplicitLocOpBuilder entry(launch.getLoc(), context);
  entry.setInsertionPointToStart(&function.getFunctionBody().front());
  auto allocate = [&](Type type, int64_t count) -> Value {
    Value size = LLVM::ConstantOp::create(entry, entry.getI64Type(), count);
    return LLVM::AllocaOp::create(entry, pointer, type, size);
  };
  DataLayout layout = DataLayout::closest(launch);
  OperandRange operands = launch.getKernelOperands();
  Value addresses = allocate(pointer, operands.size());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Value value = cast(b, types.convertType(operand.getType()), operand);
    if (isa<MemRefType>(operand.getType()))
      value = MemRefDescriptor(value).alignedPtr(b, b.getLoc());
    bytes.push_back(static_cast<int32_t>(layout.getTypeSize(value.getType())));
    Value address = allocate(value.getType(), 1);
    LLVM::StoreOp::create(b, value, address);
    Value slot = LLVM::GEPOp::create(b, pointer, pointer, addresses,
                                     ArrayRef<LLVM::GEPArg>(int32_t(i)));
    LLVM::StoreOp::create(b, address, slot);
  }
  return addresses;
}

LogicalResult sg::LaunchLowering::replaceLaunch(gpu::LaunchFuncOp launch) {
  auto moduleEntry = modules.find(launch.getKernelModuleName().getValue());
  if (moduleEntry == modules.end())
    return launch->emitOpError("launches a kernel that has not been compiled");
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
      launch.hasClusterSize())
    return launch->emitOpError(
        "has clusters or tokens, which are not supported");
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  SmallVector<int32_t> bytes;
  Value addresses = createArguments(b, launch, bytes);
  Value dynamicMemory = launch.getDynamicSharedMemorySize();
  dynamicMemory = dynamicMemory
                      ? toI64(b, dynamicMemory)
                      : arith::ConstantIntOp::create(b, 0, /*width=*/64);
  SmallVector<Value> arguments{
      LLVM::AddressOfOp::create(b, moduleEntry->second),
      calls.createText(b, "sg.kernel.name", launch.getKernelName().str()),
      dynamicMemory};
  for (gpu::KernelDim3 sizes :
       {launch.getGridSizeOperandValues(), launch.getBlockSizeOperandValues()})
    for (Value size : {sizes.x, sizes.y, sizes.z})
      arguments.push_back(toI64(b, size));
  arguments.push_back(addresses);
  arguments.push_back(arith::ConstantIntOp::create(
      b, static_cast<int64_t>(bytes.size()), /*width=*/64));
  arguments.push_back(calls.createNumbers(b, "sg.kernel.bytes", bytes));
  calls.createCall(b, "sgrt_device_launch", {}, arguments);
  launch.erase();
  return success();
}

LogicalResult sg::LaunchLowering::replaceLaunches() {
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches)
    if (failed(replaceLaunch(launch)))
      return failure();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  return success();
}
