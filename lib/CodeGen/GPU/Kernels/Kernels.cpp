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

/// Name of the gpu.module of all kernels. One module loads faster than several.
static constexpr llvm::StringLiteral kModuleName = "sg_kernels";

/// Returns a name such as "f_generic". Outlining makes the name unique.
static std::string getKernelName(Operation *op, StringRef suffix) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  StringRef functionName = function.getName();
  if (!functionName.consume_front(sg::kInnerPrefix))
    functionName.consume_front("sg.internal.");
  if (suffix.empty())
    suffix = op->getName().stripDialect();
  return sg::getPTXIdentifier((functionName + "_" + suffix).str());
}

gpu::LaunchOp sg::createLaunch(ImplicitLocOpBuilder &b, Operation *op,
                               int64_t threads, ValueRange blocks,
                               StringRef suffix) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  SmallVector<Value> grid(blocks);
  grid.resize(3, one);
  Value blockSize = arith::ConstantIndexOp::create(b, threads);
  auto launch =
      gpu::LaunchOp::create(b, grid[0], grid[1], grid[2], blockSize, one, one);
  launch.setModuleAttr(FlatSymbolRefAttr::get(b.getContext(), kModuleName));
  launch.setFunctionAttr(
      FlatSymbolRefAttr::get(b.getContext(), getKernelName(op, suffix)));
  b.setInsertionPointToStart(&launch.getBody().front());
  auto terminator = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(terminator);
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
