//===- PlaceOnDevice.cpp - Lowers host accesses to device memory ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkHostLoads.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-place-on-device"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_PLACEONDEVICE
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

namespace {
/// Replaces host accesses to device memory by runtime calls.
class Placement {
public:
  explicit Placement(ModuleOp module)
      : symbols(module), calls(symbols), types(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  void replace(memref::LoadOp load);
  void replace(memref::GetGlobalOp get);

private:
  Value getElementAddress(ImplicitLocOpBuilder &b, memref::LoadOp load);

  SymbolTable symbols;
  sg::RuntimeCalls calls;
  LLVMTypeConverter types;
  Type pointer;
  /// Device copies of constants, keyed by function and name.
  llvm::DenseMap<std::pair<Operation *, Attribute>, Value> constants;
};
} // namespace

static Value convert(ImplicitLocOpBuilder &b, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

Value Placement::getElementAddress(ImplicitLocOpBuilder &b,
                                   memref::LoadOp load) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, load.getMemRef());
  // Compute offset + index * stride + ...
  AffineExpr sum = b.getAffineSymbolExpr(0);
  SmallVector<OpFoldResult> symbols{metadata.getConstifiedMixedOffset()};
  for (auto [index, stride] :
       llvm::zip(load.getIndices(), metadata.getConstifiedMixedStrides())) {
    sum = sum + b.getAffineSymbolExpr(symbols.size()) *
                    b.getAffineSymbolExpr(symbols.size() + 1);
    symbols.append({OpFoldResult(index), stride});
  }
  Value linearIndex = getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedAffineApply(
          b, b.getLoc(), AffineMap::get(0, symbols.size(), sum), symbols));
  linearIndex = arith::IndexCastOp::create(b, b.getI64Type(), linearIndex);
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(
      b, metadata.getBaseBuffer());
  start = arith::IndexCastOp::create(b, b.getI64Type(), start);
  start = LLVM::IntToPtrOp::create(b, pointer, start);
  Type element = types.convertType(load.getMemRefType().getElementType());
  return LLVM::GEPOp::create(b, pointer, element, start,
                             ArrayRef<LLVM::GEPArg>(linearIndex));
}

void Placement::replace(memref::LoadOp load) {
  LDBG() << "the host waits for an element: " << load->getName() << " at "
         << load.getLoc();
  ImplicitLocOpBuilder b(load.getLoc(), load);
  Type element = types.convertType(load.getType());
  auto function = load->getParentOfType<FunctionOpInterface>();
  ImplicitLocOpBuilder entry(load.getLoc(), load.getContext());
  entry.setInsertionPointToStart(&function.getFunctionBody().front());
  Value one = LLVM::ConstantOp::create(entry, entry.getI64Type(), 1);
  Value hostCopy = LLVM::AllocaOp::create(entry, pointer, element, one);
  auto bytes = static_cast<int64_t>(
      DataLayout::closest(load).getTypeSize(load.getType()));
  calls.createCall(
      b, "sgrt_device_read", {},
      ValueRange{hostCopy, getElementAddress(b, load),
                 LLVM::ConstantOp::create(b, b.getI64Type(), bytes)});
  Value value = LLVM::LoadOp::create(b, element, hostCopy);
  load.replaceAllUsesWith(convert(b, load.getType(), value));
  load.erase();
}

/// Requests the address of the device copy once, at the start of the function,
/// because a call between launches would end a launch graph.
void Placement::replace(memref::GetGlobalOp get) {
  auto function = get->getParentOfType<FunctionOpInterface>();
  Value &deviceCopy = constants[{function, get.getNameAttr().getAttr()}];
  LDBG() << (deviceCopy ? "address reused: "
                        : "address requested at the start: ")
         << "constant '" << get.getName() << "' at " << get.getLoc();
  if (deviceCopy) {
    get.replaceAllUsesWith(deviceCopy);
    get.erase();
    return;
  }
  ImplicitLocOpBuilder b(get.getLoc(), get.getContext());
  b.setInsertionPointToStart(&function.getFunctionBody().front());
  auto type = cast<MemRefType>(get.getType());
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(
      b, memref::GetGlobalOp::create(b, type, get.getName()));
  start = arith::IndexCastOp::create(b, b.getI64Type(), start);
  start = LLVM::IntToPtrOp::create(b, pointer, start);
  auto bytes = static_cast<int64_t>(
      DataLayout::closest(get).getTypeSize(type.getElementType()) *
      type.getNumElements());
  Value address =
      calls
          .createCall(b, "sgrt_device_constant", pointer,
                      ValueRange{start, LLVM::ConstantOp::create(
                                            b, b.getI64Type(), bytes)})
          .getResult();
  Value descriptor =
      MemRefDescriptor::fromStaticShape(b, b.getLoc(), types, type, address);
  deviceCopy = convert(b, type, descriptor);
  get.replaceAllUsesWith(deviceCopy);
  get.erase();
}

/// Returns true if `op` reads or writes the memory of a memref.
static bool accessesMemory(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const auto &effect) {
    return isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()) &&
           effect.getValue() &&
           isa<BaseMemRefType>(effect.getValue().getType());
  });
}

namespace {
struct PlaceOnDevice : sg::impl::PlaceOnDeviceBase<PlaceOnDevice> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    WalkResult walk =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<gpu::GPUModuleOp, gpu::LaunchOp, gpu::LaunchFuncOp>(op))
            return WalkResult::skip();
          if (isa<memref::LoadOp, memref::GetGlobalOp>(op)) {
            ops.push_back(op);
          } else if (accessesMemory(op)) {
            op->emitOpError("is not mapped to a GPU");
            return WalkResult::interrupt();
          }
          return WalkResult::advance();
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    // Sink later loads first: an index may depend on an earlier load.
    for (Operation *op : llvm::reverse(ops))
      if (auto load = dyn_cast<memref::LoadOp>(op))
        sg::sinkLoad(load);
    Placement placement(getOperation());
    for (Operation *op : ops)
      if (auto load = dyn_cast<memref::LoadOp>(op))
        placement.replace(load);
      else
        placement.replace(cast<memref::GetGlobalOp>(op));
  }
};
} // namespace
