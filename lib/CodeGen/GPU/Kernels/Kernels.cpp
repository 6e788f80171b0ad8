//===- Kernels.cpp - Launches of kernels ----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/GPU/Kernels/KernelLimits.h"
#include "sg/Runtime/NativeTypes.h"

using namespace mlir;

/// The gpu.module of all kernels, because loading a single module is faster.
static constexpr llvm::StringLiteral kModule = "sg_kernels";

/// Returns a name such as "f_generic". Outlining makes the name unique.
static std::string getKernelName(Operation *op, StringRef what) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  StringRef owner = function.getName();
  if (!owner.consume_front(sg::kInnerPrefix))
    owner.consume_front("sg.internal.");
  if (what.empty())
    what = op->getName().stripDialect();
  return sg::getPTXIdentifier((owner + "_" + what).str());
}

gpu::LaunchOp sg::createLaunch(ImplicitLocOpBuilder &b, Operation *op,
                               int64_t threads, ValueRange blocks,
                               StringRef what) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  SmallVector<Value> grid(blocks);
  grid.resize(3, one);
  Value perBlock = arith::ConstantIndexOp::create(b, threads);
  auto launch =
      gpu::LaunchOp::create(b, grid[0], grid[1], grid[2], perBlock, one, one);
  launch.setModuleAttr(FlatSymbolRefAttr::get(b.getContext(), kModule));
  launch.setFunctionAttr(
      FlatSymbolRefAttr::get(b.getContext(), getKernelName(op, what)));
  b.setInsertionPointToStart(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(end);
  return launch;
}

int64_t sg::countArgumentBytes(ArrayRef<Operation *> ops) {
  SetVector<Value> values;
  for (Operation *op : ops) {
    values.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), values);
  }
  int64_t words = 0;
  for (Value value : values) {
    ++words;
    auto memref = dyn_cast<MemRefType>(value.getType());
    if (!memref)
      continue;
    words += memref.getNumDynamicDims();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (succeeded(memref.getStridesAndOffset(strides, offset)))
      words += llvm::count_if(strides, ShapedType::isDynamic) +
               ShapedType::isDynamic(offset);
  }
  return words * 8;
}
