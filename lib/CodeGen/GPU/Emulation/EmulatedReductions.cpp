//===- EmulatedReductions.cpp - Expands reductions of thread blocks -------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-emulate-kernels"

using namespace mlir;

/// Lowers scf ops to branches. Upstream's expansion of gpu.all_reduce splits
/// the MLIR block of the op, which scf does not allow.
static LogicalResult lowerLoops(gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(kernel, target, std::move(patterns));
}

/// Removes the address space of `memory`, so that its accesses are not checked.
static void removeMemorySpace(BlockArgument memory) {
  auto type = cast<MemRefType>(memory.getType());
  memory.setType(MemRefType::get(type.getShape(), type.getElementType(),
                                 type.getLayout()));
}

LogicalResult sg::expandReductions(gpu::GPUModuleOp kernels) {
  bool hasReductions = false;
  llvm::MapVector<gpu::GPUFuncOp, unsigned> attributionCounts;
  for (auto kernel : kernels.getOps<gpu::GPUFuncOp>()) {
    attributionCounts[kernel] = kernel.getNumWorkgroupAttributions();
    bool hasBlockReduction = false;
    kernel.walk(
        [&](Operation *op) { hasBlockReduction |= isa<gpu::AllReduceOp>(op); });
    hasReductions |= hasBlockReduction;
    if (hasBlockReduction)
      LDBG() << "loops become branches, for a reduction of the block: '"
             << kernel.getName() << "' at " << kernel.getLoc();
    if (hasBlockReduction && failed(lowerLoops(kernel)))
      return failure();
  }
  if (!hasReductions)
    return success();
  RewritePatternSet patterns(kernels.getContext());
  populateGpuAllReducePatterns(patterns);
  if (failed(applyPatternsGreedily(kernels, std::move(patterns))))
    return failure();
  // Upstream's expansion adds memory to which several lanes write the same
  // value. Exempt this memory from race checks.
  for (auto [kernel, count] : attributionCounts)
    for (BlockArgument memory :
         kernel.getWorkgroupAttributions().drop_front(count))
      removeMemorySpace(memory);
  return success();
}
