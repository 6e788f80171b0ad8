//===- EmulateKernels.cpp - Converts kernels to host functions ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "sg/CodeGen/GPU/Emulation/Passes.h"
#include "sg/CodeGen/GPU/Host/Launches.h"
#include "sg/Runtime/DeviceCall.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-emulate-kernels"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EMULATEKERNELS
#include "sg/CodeGen/GPU/Emulation/Passes.h.inc"
} // namespace sg

/// Alignment in bytes of workgroup buffers: the size of the widest access.
static constexpr int64_t kMemoryAlignment = 16;

namespace {
/// A kernel that was converted to a host function.
struct Kernel {
  func::FuncOp function;
  std::string name;
  std::string argumentKinds; // in the encoding of sgrt_emulated_kernel
  int64_t flags = 0;         // of sgrt_emulation
  int64_t staticBytes = 0;   // size of the static workgroup memory
};

/// Converts kernel modules to host functions, and launches to runtime calls.
class Emulation {
public:
  Emulation(ModuleOp module, bool isChecked)
      : module(module), isChecked(isChecked), lowering(module),
        symbols(lowering.getSymbols()), calls(lowering.getCalls()),
        types(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult run();

private:
  FailureOr<Kernel> convertKernel(gpu::GPUFuncOp op);
  Value getArgument(ImplicitLocOpBuilder &b, Type type, Value slot);
  Value getAttribution(ImplicitLocOpBuilder &b, Kernel &kernel,
                       MemRefType type);
  LogicalResult addModule(gpu::GPUModuleOp kernelModule);
  void moveSymbols(gpu::GPUModuleOp kernelModule);

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
  sg::LaunchLowering lowering;
  SymbolTable &symbols;
  sg::RuntimeCalls &calls;
  LLVMTypeConverter types;
  Type pointer;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Builds a memref of this type in static workgroup memory of the kernel.
Value Emulation::getAttribution(ImplicitLocOpBuilder &b, Kernel &kernel,
                                MemRefType type) {
  DataLayout layout = DataLayout::closest(kernel.function);
  int64_t bytes = static_cast<int64_t>(
      layout.getTypeSize(type.getElementType()) * type.getNumElements());
  Value start = LLVM::LoadOp::create(b, pointer,
                                     offset(b, kernel.function.getArgument(1),
                                            offsetof(sgrt_position, memory)));
  Value address = offset(b, start, kernel.staticBytes);
  kernel.staticBytes += llvm::alignTo(bytes, kMemoryAlignment);
  auto inHostMemory = MemRefType::get(type.getShape(), type.getElementType());
  Value descriptor = MemRefDescriptor::fromStaticShape(b, b.getLoc(), types,
                                                       inHostMemory, address);
  return cast(b, type, descriptor);
}

/// Loads the argument whose address is stored at `slot`. A memref is passed as
/// the address of its memory.
Value Emulation::getArgument(ImplicitLocOpBuilder &b, Type type, Value slot) {
  Value address = LLVM::LoadOp::create(b, pointer, slot);
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return cast(b, type,
                LLVM::LoadOp::create(b, types.convertType(type), address));
  Value data = LLVM::LoadOp::create(b, pointer, address);
  auto inHostMemory = MemRefType::get(
      memref.getShape(), memref.getElementType(), memref.getLayout());
  Value descriptor = MemRefDescriptor::fromStaticShape(b, b.getLoc(), types,
                                                       inHostMemory, data);
  return cast(b, type, descriptor);
}

/// Returns true unless `type` is a memref with dynamic size, stride or offset.
static bool isDeterminedByAddress(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return !memref || LLVMTypeConverter::canConvertToBarePtr(memref);
}

FailureOr<Kernel> Emulation::convertKernel(gpu::GPUFuncOp op) {
  if (!op.isKernel())
    return op.emitOpError("is not a kernel; only kernels are emulated");
  if (!llvm::all_of(op.getArgumentTypes(), isDeterminedByAddress))
    return op.emitOpError("has a memref whose sizes are not arguments; "
                          "run sg-flatten-kernel-arguments first");
  for (Type type : op.getArgumentTypes())
    if (!isa<MemRefType>(type) && !types.convertType(type))
      return op.emitOpError("has an argument of type ")
             << type << ", which kernels cannot take; pass memrefs or scalars";
  ImplicitLocOpBuilder b(op.getLoc(), op.getContext());
  Kernel kernel;
  kernel.name = op.getName().str();
  for (Type type : op.getArgumentTypes())
    kernel.argumentKinds +=
        isa<MemRefType, LLVM::LLVMPointerType>(type) ? 'p' : 'v';
  kernel.function =
      func::FuncOp::create(op.getLoc(), ("sg.kernel." + op.getName()).str(),
                           b.getFunctionType({pointer, pointer}, {}));
  kernel.function.setPrivate();
  symbols.insert(kernel.function);
  SmallVector<BlockArgument> workgroupMemory(op.getWorkgroupAttributions());
  SmallVector<BlockArgument> privateMemory(op.getPrivateAttributions());
  kernel.function.getBody().takeBody(op.getBody());
  Block &block = kernel.function.getBody().front();
  unsigned argumentCount = block.getNumArguments();
  Value arguments = block.insertArgument(0u, pointer, op.getLoc());
  block.insertArgument(1u, pointer, op.getLoc());
  b.setInsertionPointToStart(&block);
  unsigned operandCount =
      argumentCount - workgroupMemory.size() - privateMemory.size();
  for (unsigned i = 0; i < operandCount; ++i) {
    BlockArgument argument = block.getArgument(i + 2);
    argument.replaceAllUsesWith(getArgument(
        b, argument.getType(), offset(b, arguments, i * sizeof(void *))));
  }
  for (BlockArgument memory : workgroupMemory)
    memory.replaceAllUsesWith(
        getAttribution(b, kernel, ::cast<MemRefType>(memory.getType())));
  for (BlockArgument memory : privateMemory)
    memory.replaceAllUsesWith(
        memref::AllocaOp::create(b, ::cast<MemRefType>(memory.getType())));
  block.eraseArguments(2, argumentCount);
  sg::EmulatedOps ops(kernel.function, calls, kernel.staticBytes);
  if (isChecked)
    ops.checkAlignments();
  ops.eraseAlignments();
  ops.expandCopies();
  if (isChecked)
    ops.checkAccesses();
  if (failed(ops.replaceOps()))
    return failure();
  ops.eraseMemorySpaces();
  kernel.flags = (ops.isCooperative() ? SGRT_COOPERATES : 0) |
                 (isChecked ? SGRT_CHECKED : 0);
  LDBG() << (ops.isCooperative() ? "threads of a block take turns"
                                 : "one thread after the other")
         << ", " << kernel.staticBytes << " bytes for each block"
         << (isChecked ? ", accesses are checked: '" : ": '") << kernel.name
         << "' at " << op.getLoc();
  return kernel;
}

/// Moves functions and globals of the kernel module into the host's module.
/// Skips symbols that the module already defines.
void Emulation::moveSymbols(gpu::GPUModuleOp kernelModule) {
  for (Operation &op : llvm::make_early_inc_range(*kernelModule.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || isa<gpu::GPUFuncOp>(op) ||
        symbols.lookup(symbol.getNameAttr()))
      continue;
    LDBG() << "moved out of the kernels: " << op.getName() << " '"
           << symbol.getName() << "' at " << op.getLoc();
    op.remove();
    symbols.insert(&op);
  }
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Converts the kernels. The module's image is a table of sgrt_emulated_kernel.
LogicalResult Emulation::addModule(gpu::GPUModuleOp kernelModule) {
  SmallVector<Kernel> kernels;
  for (auto op :
       llvm::make_early_inc_range(kernelModule.getOps<gpu::GPUFuncOp>())) {
    FailureOr<Kernel> kernel = convertKernel(op);
    if (failed(kernel))
      return failure();
    kernels.push_back(std::move(*kernel));
  }
  ImplicitLocOpBuilder b(kernelModule.getLoc(), module.getContext());
  b.setInsertionPointToStart(module.getBody());
  Type i64 = b.getI64Type();
  auto entry = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {pointer, pointer, pointer, i64, i64});
  auto type = LLVM::LLVMArrayType::get(entry, kernels.size());
  auto image = LLVM::GlobalOp::create(b, type, /*isConstant=*/true,
                                      LLVM::Linkage::Internal,
                                      "sg.kernels.image", Attribute());
  symbols.insert(image);
  b.createBlock(&image.getInitializerRegion());
  Value table = LLVM::PoisonOp::create(b, type);
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    Value function = func::ConstantOp::create(
        b, kernel.function.getFunctionType(), kernel.function.getName());
    Value members[] = {
        calls.createText(b, "sg.kernel.name", kernel.name),
        cast(b, pointer, function),
        calls.createText(b, "sg.kernel.arguments", kernel.argumentKinds),
        LLVM::ConstantOp::create(b, i64, kernel.flags),
        LLVM::ConstantOp::create(b, i64, kernel.staticBytes)};
    for (auto [member, value] : llvm::enumerate(members))
      table = LLVM::InsertValueOp::create(
          b, table, value,
          {static_cast<int64_t>(i), static_cast<int64_t>(member)});
  }
  LLVM::ReturnOp::create(b, table);
  lowering.addModule(kernelModule, image,
                     kernels.size() * sizeof(sgrt_emulated_kernel));
  return success();
}

LogicalResult Emulation::run() {
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp kernelModule : modules)
    if (failed(sg::expandReductions(kernelModule)) ||
        failed(addModule(kernelModule)))
      return failure();
  if (failed(lowering.replaceLaunches()))
    return failure();
  for (gpu::GPUModuleOp kernelModule : modules) {
    moveSymbols(kernelModule);
    kernelModule.erase();
  }
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
