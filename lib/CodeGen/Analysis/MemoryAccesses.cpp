//===- MemoryAccesses.cpp - Memory that ops read and write ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace sg;

/// Returns the address field of the descriptor that `cast` converts to a
/// memref, or null if the field is unknown. Entry points and runtime calls
/// create such descriptors.
static Value getAddress(UnrealizedConversionCastOp cast) {
  if (cast.getInputs().size() != 1)
    return {};
  auto insert = cast.getInputs().front().getDefiningOp<LLVM::InsertValueOp>();
  while (insert) {
    if (insert.getPosition() == ArrayRef<int64_t>(1))
      return insert.getValue();
    insert = insert.getContainer().getDefiningOp<LLVM::InsertValueOp>();
  }
  return {};
}

Value sg::getMemory(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    Value source;
    if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      source = view.getViewSource();
    else if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
      source = metadata.getSource();
    else if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
      source = getAddress(cast);
    if (!source)
      break;
    memref = source;
  }
  return memref;
}

static bool isAllocation(Value memory) {
  Operation *op = memory.getDefiningOp();
  return op && hasEffect<MemoryEffects::Allocate>(op, memory);
}

static FunctionOpInterface getFunctionWithArgument(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  return dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Returns true if `memory` is an identified object, such as an allocation: two
/// different identified objects never alias. The runtime checks that arrays
/// passed to `llvm.noalias` arguments do not overlap.
static bool isIdentifiedObject(Value memory) {
  if (FunctionOpInterface function = getFunctionWithArgument(memory))
    return function.getArgAttr(cast<BlockArgument>(memory).getArgNumber(),
                               LLVM::LLVMDialect::getNoAliasAttrName()) !=
           nullptr;
  return isAllocation(memory) || memory.getDefiningOp<memref::GetGlobalOp>();
}

/// Returns true if both values are arguments of one function and at least one
/// is `llvm.noalias`. A caller never passes the memory of an input as an
/// out-parameter.
static bool areSeparateArguments(Value a, Value b) {
  FunctionOpInterface function = getFunctionWithArgument(a);
  return function && function == getFunctionWithArgument(b) &&
         (isIdentifiedObject(a) || isIdentifiedObject(b));
}

static bool isDefinedBefore(Value value, Value allocation) {
  Operation *op = allocation.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->findAncestorOpInBlock(*op);
  Operation *definition = value.getDefiningOp();
  Operation *ancestor = definition->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && definition->isBeforeInBlock(ancestor);
}

bool sg::mayShareMemory(Value a, Value b) {
  a = getMemory(a);
  b = getMemory(b);
  if (a == b)
    return true;
  // Selects with the same condition choose corresponding operands, for example
  // in a loop with double buffering.
  auto selectA = a.getDefiningOp<arith::SelectOp>();
  auto selectB = b.getDefiningOp<arith::SelectOp>();
  if (selectA && selectB && selectA.getCondition() == selectB.getCondition())
    return mayShareMemory(selectA.getTrueValue(), selectB.getTrueValue()) ||
           mayShareMemory(selectA.getFalseValue(), selectB.getFalseValue());
  if (selectA)
    return mayShareMemory(selectA.getTrueValue(), b) ||
           mayShareMemory(selectA.getFalseValue(), b);
  if (selectB)
    return mayShareMemory(selectB, a);
  auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
  if (globalA && globalB)
    return globalA.getName() == globalB.getName();
  if ((isIdentifiedObject(a) && isIdentifiedObject(b)) ||
      areSeparateArguments(a, b))
    return false;
  // A value defined before an allocation cannot refer to its memory.
  return !(isAllocation(a) && isDefinedBefore(b, a)) &&
         !(isAllocation(b) && isDefinedBefore(a, b));
}

/// Returns true for GPU ops that do not access global memory themselves. Ops in
/// their regions may access it. Accesses to shared memory are not tracked.
static bool hasNoGlobalEffect(Operation *op) {
  return isa<gpu::BarrierOp, gpu::ShuffleOp, gpu::LaunchOp, gpu::TerminatorOp,
             nvgpu::LdMatrixOp, NVVM::MmaOp, NVVM::ConvertFloatToTF32Op>(op);
}

/// Returns true if the effect is on a resource other than memory, for example
/// the runtime's call state.
static bool isOnOtherResource(const MemoryEffects::EffectInstance &effect) {
  return !effect.getValue() &&
         effect.getResource() != SideEffects::DefaultResource::get();
}

void MemoryAccesses::add(Operation *op) {
  if (isMemoryEffectFree(op) || hasNoGlobalEffect(op))
    return;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (auto call = dyn_cast<func::CallOp>(op)) {
    addCall(call);
    return;
  }
  if (isa<cf::AssertOp>(op)) {
    mayAbort = true;
    return;
  }
  if (!interface) {
    isUnknown |= !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()) ||
        isOnOtherResource(effect))
      continue;
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType())) {
      isUnknown = true;
      continue;
    }
    if (auto type = dyn_cast<MemRefType>(value.getType());
        type && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
      continue;
    bool isRead = isa<MemoryEffects::Read>(effect.getEffect());
    SmallVector<Value> &accessed = isRead ? read : written;
    Value memory = getMemory(value);
    if (!llvm::is_contained(accessed, memory))
      accessed.push_back(memory);
  }
}

void MemoryAccesses::addCall(func::CallOp call) {
  hasCalls = mayAbort = true;
  for (Value operand : call.getOperands()) {
    if (isa<BaseMemRefType>(operand.getType()))
      written.push_back(getMemory(operand));
    else
      isUnknown |= !operand.getType().isIntOrIndexOrFloat();
  }
}

MemoryAccesses::MemoryAccesses(Operation *op) {
  op->walk([&](Operation *inner) { add(inner); });
}

MemoryAccesses::MemoryAccesses(MutableArrayRef<Region> regions) {
  for (Region &region : regions)
    region.walk([&](Operation *inner) { add(inner); });
}

bool MemoryAccesses::conflictWith(const MemoryAccesses &other) const {
  bool isBarrier = isUnknown || mayAbort;
  bool otherIsBarrier = other.isUnknown || other.mayAbort;
  bool hasEffects = !read.empty() || !written.empty() || isBarrier;
  bool otherHasEffects =
      !other.read.empty() || !other.written.empty() || otherIsBarrier;
  if ((isBarrier && otherHasEffects) || (otherIsBarrier && hasEffects))
    return true;
  auto mayOverlap = [](ArrayRef<Value> ours, ArrayRef<Value> theirs) {
    return llvm::any_of(ours, [&](Value a) {
      return llvm::any_of(theirs,
                          [&](Value b) { return mayShareMemory(a, b); });
    });
  };
  return mayOverlap(written, other.written) ||
         mayOverlap(written, other.read) || mayOverlap(read, other.written);
}

/// Returns true if a called function may access the memory even if the memory
/// is not an operand of the call.
static bool isVisibleToCallees(Value memory) {
  return !isIdentifiedObject(memory) ||
         memory.getDefiningOp<memref::GetGlobalOp>();
}

bool MemoryAccesses::mayAccess(Value memref) const {
  if (hasCalls && isVisibleToCallees(getMemory(memref)))
    return true;
  auto isShared = [&](Value other) { return mayShareMemory(memref, other); };
  return isUnknown || llvm::any_of(read, isShared) ||
         llvm::any_of(written, isShared);
}
