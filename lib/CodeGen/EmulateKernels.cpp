//===- EmulateKernels.cpp - Kernels as functions of the host --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "EmulatedOps.h"
#include "Launches.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EMULATEKERNELS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// What workgroup memory is aligned to: what the widest access needs.
static constexpr int64_t kMemoryAlignment = 16;

namespace {
/// What is known of a kernel that has become a function.
struct Kernel {
  func::FuncOp function;
  StringAttr name;
  int32_t emulation = 0; // sgrt_emulation
  int64_t memory = 0;
};

class Emulation {
public:
  Emulation(ModuleOp module, bool isChecked)
      : module(module), isChecked(isChecked), symbols(module), calls(symbols),
        types(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult run();

private:
  LogicalResult convertKernel(gpu::GPUFuncOp op);
  Value getAttribution(ImplicitLocOpBuilder &b, Kernel &kernel,
                       MemRefType type);
  LogicalResult replaceLaunch(gpu::LaunchFuncOp launch);
  void takeOthers(gpu::GPUModuleOp kernels);

  Value offset(ImplicitLocOpBuilder &b, Value address, int64_t bytes) {
    return LLVM::GEPOp::create(b, pointer, b.getI8Type(), address,
                               ArrayRef<LLVM::GEPArg>(bytes));
  }
  Value cast(ImplicitLocOpBuilder &b, Type type, Value value) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
  }

  ModuleOp module;
  bool isChecked;
  SymbolTable symbols;
  sg::RuntimeCalls calls;
  LLVMTypeConverter types;
  Type pointer;
  llvm::DenseMap<Operation *, Kernel> kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The next of the block's memory, of a static shape.
Value Emulation::getAttribution(ImplicitLocOpBuilder &b, Kernel &kernel,
                                MemRefType type) {
  DataLayout layout = DataLayout::closest(kernel.function);
  int64_t bytes = static_cast<int64_t>(
      layout.getTypeSize(type.getElementType()) * type.getNumElements());
  Value start = LLVM::LoadOp::create(b, pointer,
                                     offset(b, kernel.function.getArgument(1),
                                            offsetof(sgrt_position, memory)));
  Value address = offset(b, start, kernel.memory);
  kernel.memory += llvm::alignTo(bytes, kMemoryAlignment);
  auto inHostMemory = MemRefType::get(type.getShape(), type.getElementType());
  Value descriptor = MemRefDescriptor::fromStaticShape(b, b.getLoc(), types,
                                                       inHostMemory, address);
  return cast(b, type, descriptor);
}

LogicalResult Emulation::convertKernel(gpu::GPUFuncOp op) {
  if (!op.isKernel())
    return op.emitOpError("is not emulated unless it is a kernel");
  ImplicitLocOpBuilder b(op.getLoc(), op.getContext());
  Kernel &kernel = kernels[op];
  kernel.name = op.getNameAttr();
  kernel.function =
      func::FuncOp::create(op.getLoc(), ("sg.kernel." + op.getName()).str(),
                           b.getFunctionType({pointer, pointer}, {}));
  kernel.function.setPrivate();
  symbols.insert(kernel.function);
  SmallVector<BlockArgument> shared(op.getWorkgroupAttributions());
  SmallVector<BlockArgument> own(op.getPrivateAttributions());
  kernel.function.getBody().takeBody(op.getBody());
  Block &block = kernel.function.getBody().front();
  unsigned count = block.getNumArguments();
  Value arguments = block.insertArgument(0u, pointer, op.getLoc());
  block.insertArgument(1u, pointer, op.getLoc());
  b.setInsertionPointToStart(&block);
  unsigned operands = count - shared.size() - own.size();
  for (unsigned i = 0; i < operands; ++i) {
    BlockArgument argument = block.getArgument(i + 2);
    Value address = LLVM::LoadOp::create(
        b, pointer, offset(b, arguments, i * sizeof(void *)));
    Value value =
        LLVM::LoadOp::create(b, types.convertType(argument.getType()), address);
    argument.replaceAllUsesWith(cast(b, argument.getType(), value));
  }
  for (BlockArgument memory : shared)
    memory.replaceAllUsesWith(
        getAttribution(b, kernel, ::cast<MemRefType>(memory.getType())));
  for (BlockArgument memory : own)
    memory.replaceAllUsesWith(
        memref::AllocaOp::create(b, ::cast<MemRefType>(memory.getType())));
  block.eraseArguments(2, count);
  sg::EmulatedOps ops(kernel.function, calls, kernel.memory);
  ops.expandCopies();
  if (isChecked)
    ops.watchAccesses();
  if (failed(ops.replaceOps()))
    return failure();
  ops.eraseMemorySpaces();
  kernel.emulation =
      (ops.cooperate() ? SGRT_COOPERATES : 0) | (isChecked ? SGRT_CHECKED : 0);
  return success();
}

/// What kernels call, or refer to, unless that is a copy of what the host has.
void Emulation::takeOthers(gpu::GPUModuleOp from) {
  for (Operation &op : llvm::make_early_inc_range(*from.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || isa<gpu::GPUFuncOp>(op) ||
        symbols.lookup(symbol.getNameAttr()))
      continue;
    op.remove();
    symbols.insert(&op);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

LogicalResult Emulation::replaceLaunch(gpu::LaunchFuncOp launch) {
  Operation *symbol =
      SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernel());
  auto known = kernels.find(symbol);
  if (known == kernels.end())
    return launch->emitOpError("is of a kernel that is not in this module");
  if (failed(sg::checkLaunch(launch)))
    return failure();
  Kernel &kernel = known->second;
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  sg::LaunchArguments made(launch, /*asAddresses=*/false);
  Value constant = func::ConstantOp::create(
      b, kernel.function.getFunctionType(), kernel.function.getName());
  SmallVector<Value> arguments{cast(b, pointer, constant)};
  arguments.push_back(calls.createText(b, "sg.kernel.name", kernel.name.str()));
  arguments.push_back(
      arith::ConstantIntOp::create(b, kernel.emulation, /*width=*/32));
  arguments.push_back(made.getMemory(b, kernel.memory));
  made.appendSizes(b, arguments);
  arguments.push_back(made.getAddresses());
  calls.createCall(b, "sgrt_emulate", {}, arguments);
  launch.erase();
  return success();
}

LogicalResult Emulation::run() {
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp from : modules) {
    if (failed(sg::expandReductions(from)))
      return failure();
    for (auto kernel : from.getOps<gpu::GPUFuncOp>())
      if (failed(convertKernel(kernel)))
        return failure();
  }
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches)
    if (failed(replaceLaunch(launch)))
      return failure();
  for (gpu::GPUModuleOp from : modules) {
    takeOthers(from);
    from.erase();
  }
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  return success();
}

namespace {
struct EmulateKernels : sg::impl::EmulateKernelsBase<EmulateKernels> {
  using EmulateKernelsBase::EmulateKernelsBase;
  void runOnOperation() override {
    if (failed(Emulation(getOperation(), isChecked).run()))
      signalPassFailure();
  }
};
} // namespace
