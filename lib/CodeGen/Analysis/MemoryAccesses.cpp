//===- MemoryAccesses.cpp - Which memory ops read and write ---------------===//
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

/// The address in the descriptor that a memref is made of at the edge of the
/// program, or null.
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
    else if (auto known = dyn_cast<memref::ExtractStridedMetadataOp>(op))
      source = known.getSource();
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

/// The function whose argument this memory is, or null.
static FunctionOpInterface getFunctionWithArgument(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  return dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Whether nothing else leads to this memory. The runtime checks that arrays of
/// a call do not overlap.
static bool isItsOwn(Value memory) {
  if (FunctionOpInterface function = getFunctionWithArgument(memory))
    return function.getArgAttr(cast<BlockArgument>(memory).getArgNumber(),
                               LLVM::LLVMDialect::getNoAliasAttrName()) !=
           nullptr;
  return isAllocation(memory) || memory.getDefiningOp<memref::GetGlobalOp>();
}

/// Whether both are arguments of one function, and nothing but one of them
/// leads to its memory: results of a call are written where no operand of it
/// is.
static bool areSeparateArguments(Value a, Value b) {
  FunctionOpInterface function = getFunctionWithArgument(a);
  return function && function == getFunctionWithArgument(b) &&
         (isItsOwn(a) || isItsOwn(b));
}

/// Whether `value` was there before `allocation` was made.
static bool isOlder(Value value, Value allocation) {
  Operation *op = allocation.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->findAncestorOpInBlock(*op);
  Operation *definition = value.getDefiningOp();
  Operation *place = definition->getBlock()->findAncestorOpInBlock(*op);
  return place && definition->isBeforeInBlock(place);
}

bool sg::mayShareMemory(Value a, Value b) {
  a = getMemory(a);
  b = getMemory(b);
  if (a == b)
    return true;
  // Buffers that a loop exchanges: one of two, and the other one.
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
  if ((isItsOwn(a) && isItsOwn(b)) || areSeparateArguments(a, b))
    return false;
  return !(isAllocation(a) && isOlder(b, a)) &&
         !(isAllocation(b) && isOlder(a, b));
}

/// What orders threads, lets them exchange values or multiply matrices that are
/// in memory of the block, which is nobody else's.
static bool isHarmless(Operation *op) {
  return isa<gpu::BarrierOp, gpu::ShuffleOp, gpu::LaunchOp, gpu::TerminatorOp,
             nvgpu::LdMatrixOp, NVVM::MmaOp, NVVM::ConvertFloatToTF32Op>(op);
}

/// On something that is no memory, such as what the runtime knows of a call.
static bool isElsewhere(const MemoryEffects::EffectInstance &effect) {
  return !effect.getValue() &&
         effect.getResource() != SideEffects::DefaultResource::get();
}

void MemoryAccesses::add(Operation *op) {
  if (isMemoryEffectFree(op) || isHarmless(op))
    return;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (auto call = dyn_cast<func::CallOp>(op)) {
    addCall(call);
    return;
  }
  if (isa<cf::AssertOp>(op)) {
    mayEnd = true;
    return;
  }
  if (!interface) {
    isUnknown |= !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()) || isElsewhere(effect))
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
    SmallVector<Value> &list = isRead ? read : written;
    Value memory = getMemory(value);
    if (!llvm::is_contained(list, memory))
      list.push_back(memory);
  }
}

void MemoryAccesses::addCall(func::CallOp call) {
  hasCalls = mayEnd = true;
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
  bool isAnything = isUnknown || mayEnd;
  bool isOtherAnything = other.isUnknown || other.mayEnd;
  bool isAny = !read.empty() || !written.empty() || isAnything;
  bool isOtherAny =
      !other.read.empty() || !other.written.empty() || isOtherAnything;
  if ((isAnything && isOtherAny) || (isOtherAnything && isAny))
    return true;
  auto meet = [](ArrayRef<Value> ours, ArrayRef<Value> theirs) {
    return llvm::any_of(ours, [&](Value a) {
      return llvm::any_of(theirs,
                          [&](Value b) { return mayShareMemory(a, b); });
    });
  };
  return meet(written, other.written) || meet(written, other.read) ||
         meet(read, other.written);
}

/// Whether functions that are not given the memory may know of it.
static bool isKnownElsewhere(Value memory) {
  return !isItsOwn(memory) || memory.getDefiningOp<memref::GetGlobalOp>();
}

bool MemoryAccesses::mayAccess(Value memref) const {
  if (hasCalls && isKnownElsewhere(getMemory(memref)))
    return true;
  auto isShared = [&](Value other) { return mayShareMemory(memref, other); };
  return isUnknown || llvm::any_of(read, isShared) ||
         llvm::any_of(written, isShared);
}
