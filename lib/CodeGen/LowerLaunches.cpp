//===- LowerLaunches.cpp - Launches as calls of the runtime ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "Launches.h"
#include "Runtime/DeviceCall.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERLAUNCHES
#include "CodeGen/Passes.h.inc"
} // namespace sg

namespace {
class LaunchLowering {
public:
  explicit LaunchLowering(ModuleOp module)
      : module(module), symbols(module), calls(symbols) {}

  LogicalResult run();

private:
  LogicalResult addImage(gpu::BinaryOp binary);
  LogicalResult replaceLaunch(gpu::LaunchFuncOp launch);

  ModuleOp module;
  SymbolTable symbols;
  sg::RuntimeCalls calls;
  /// What the runtime knows of a module of kernels, by its name.
  llvm::StringMap<LLVM::GlobalOp> images;
};
} // namespace

/// An sgrt_device_module, whose image is what the driver loads.
LogicalResult LaunchLowering::addImage(gpu::BinaryOp binary) {
  if (binary.getObjects().size() != 1)
    return binary.emitOpError("has more than one object");
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  bool isText = object.getFormat() == gpu::CompilationTarget::Assembly;
  std::string data = object.getObject().str();
  if (isText)
    data.push_back('\0');
  ImplicitLocOpBuilder b(binary.getLoc(), module.getContext());
  b.setInsertionPointToStart(module.getBody());
  auto bytes = LLVM::GlobalOp::create(
      b, LLVM::LLVMArrayType::get(b.getI8Type(), data.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, "sg.kernels.image",
      b.getStringAttr(data));
  symbols.insert(bytes);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  auto type =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {pointer, pointer, i64});
  auto image = LLVM::GlobalOp::create(b, type, /*isConstant=*/false,
                                      LLVM::Linkage::Internal, "sg.kernels",
                                      Attribute());
  symbols.insert(image);
  b.createBlock(&image.getInitializerRegion());
  Value value = LLVM::PoisonOp::create(b, type);
  auto insert = [&](Value part, int64_t position) {
    value = LLVM::InsertValueOp::create(b, value, part, position);
  };
  insert(LLVM::ZeroOp::create(b, pointer), 0);
  insert(LLVM::AddressOfOp::create(b, bytes), 1);
  insert(LLVM::ConstantOp::create(b, i64, isText ? 0 : int64_t(data.size())),
         2);
  LLVM::ReturnOp::create(b, value);
  images[binary.getName()] = image;
  return success();
}

LogicalResult LaunchLowering::replaceLaunch(gpu::LaunchFuncOp launch) {
  auto image = images.find(launch.getKernelModuleName().getValue());
  if (image == images.end())
    return launch->emitOpError("is of a kernel that has not been compiled");
  if (failed(sg::checkLaunch(launch)))
    return failure();
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  sg::LaunchArguments made(launch);
  Value memory = made.getMemory(b, /*staticBytes=*/0);
  SmallVector<Value> arguments{
      LLVM::AddressOfOp::create(b, image->second),
      calls.createText(b, "sg.kernel.name", launch.getKernelName().str()),
      memory};
  made.appendSizes(b, arguments);
  arguments.push_back(made.getAddresses());
  arguments.push_back(arith::ConstantIntOp::create(
      b, static_cast<int64_t>(launch.getNumKernelOperands()), /*width=*/64));
  arguments.push_back(
      calls.createNumbers(b, "sg.kernel.bytes", made.getBytes()));
  calls.createCall(b, "sgrt_device_launch", {}, arguments);
  launch.erase();
  return success();
}

LogicalResult LaunchLowering::run() {
  SmallVector<gpu::BinaryOp> binaries(module.getOps<gpu::BinaryOp>());
  for (gpu::BinaryOp binary : binaries)
    if (failed(addImage(binary)))
      return failure();
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches)
    if (failed(replaceLaunch(launch)))
      return failure();
  for (gpu::BinaryOp binary : binaries)
    binary.erase();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  return success();
}

namespace {
struct LowerLaunches : sg::impl::LowerLaunchesBase<LowerLaunches> {
  void runOnOperation() override {
    if (failed(LaunchLowering(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
