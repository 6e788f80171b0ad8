//===- FlattenKernelArguments.cpp - Flattens memref arguments -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-flatten-kernel-arguments"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_FLATTENKERNELARGUMENTS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// Returns true if a memref of this type is passed as several arguments: the
/// type is strided and does not determine offset, sizes and strides.
static bool isFlattened(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.isStrided() &&
         !LLVMTypeConverter::canConvertToBarePtr(memref);
}

/// Appends the values that replace a memref argument: the base buffer as a
/// memref of rank 0, then the dynamic offset, sizes and strides.
static void flatten(ImplicitLocOpBuilder &b, Value memref,
                    SmallVectorImpl<Value> &flattened) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  flattened.push_back(metadata.getBaseBuffer());
  auto append = [&](ArrayRef<OpFoldResult> mixedValues) {
    for (OpFoldResult mixedValue : mixedValues)
      if (auto value = dyn_cast<Value>(mixedValue))
        flattened.push_back(value);
  };
  append({metadata.getConstifiedMixedOffset()});
  append(metadata.getConstifiedMixedSizes());
  append(metadata.getConstifiedMixedStrides());
}

static void flattenOperands(gpu::LaunchFuncOp launch) {
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  SmallVector<Value> operands;
  for (Value operand : launch.getKernelOperands())
    if (isFlattened(operand.getType()))
      flatten(b, operand, operands);
    else
      operands.push_back(operand);
  launch.getKernelOperandsMutable().assign(operands);
}

/// Inserts the flattened arguments before `argument` and rebuilds the memref.
static Value unflatten(ImplicitLocOpBuilder &b, BlockArgument argument) {
  auto type = cast<MemRefType>(argument.getType());
  Block *block = argument.getOwner();
  auto insert = [&](Type type) -> Value {
    return block->insertArgument(argument.getArgNumber(), type, b.getLoc());
  };
  Value base = insert(MemRefType::get({}, type.getElementType(),
                                      MemRefLayoutAttrInterface(),
                                      type.getMemorySpace()));
  auto [strides, offset] = type.getStridesAndOffset();
  auto getOrInsert = [&](int64_t size) -> OpFoldResult {
    if (ShapedType::isDynamic(size))
      return insert(b.getIndexType());
    return b.getIndexAttr(size);
  };
  OpFoldResult mixedOffset = getOrInsert(offset);
  auto sizes = llvm::map_to_vector(type.getShape(), getOrInsert);
  auto mixedStrides = llvm::map_to_vector(strides, getOrInsert);
  return memref::ReinterpretCastOp::create(b, type, base, mixedOffset, sizes,
                                           mixedStrides);
}

static void flattenArguments(gpu::GPUFuncOp kernel) {
  Block &block = kernel.getBody().front();
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&block);
  unsigned attributionCount =
      block.getNumArguments() - kernel.getNumArguments();
  for (unsigned i = 0; i + attributionCount < block.getNumArguments(); ++i) {
    BlockArgument argument = block.getArgument(i);
    if (!isFlattened(argument.getType()))
      continue;
    argument.replaceAllUsesWith(unflatten(b, argument));
    i = argument.getArgNumber();
    block.eraseArgument(i--);
  }
  SmallVector<Type> types(block.getArgumentTypes());
  types.pop_back_n(attributionCount);
  kernel.setFunctionType(b.getFunctionType(types, {}));
  kernel.removeArgAttrsAttr();
}

namespace {
struct FlattenKernelArguments
    : sg::impl::FlattenKernelArgumentsBase<FlattenKernelArguments> {
  void runOnOperation() override {
    getOperation().walk([](gpu::LaunchFuncOp launch) {
      if (llvm::any_of(launch.getKernelOperands().getTypes(), isFlattened))
        flattenOperands(launch);
    });
    getOperation().walk([](gpu::GPUFuncOp kernel) {
      if (!kernel.isKernel()) {
        LDBG() << "unchanged, not a kernel: '" << kernel.getName() << "' at "
               << kernel.getLoc();
        return;
      }
      for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
        if (auto memref = dyn_cast<MemRefType>(type); memref)
          LDBG() << (isFlattened(type) ? "as an address and sizes"
                     : !memref.isStrided()
                         ? "unchanged, its layout has no "
                           "strides"
                         : "as an address, its type determines "
                           "sizes and strides")
                 << ": argument " << i << " of '" << kernel.getName() << "' at "
                 << kernel.getLoc();
      if (llvm::any_of(kernel.getArgumentTypes(), isFlattened))
        flattenArguments(kernel);
    });
  }
};
} // namespace
