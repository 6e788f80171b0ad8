//===- Stages.cpp - Parts of the pipelines --------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Conversion/Passes.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Transforms/Passes.h"
#include "llvm/TargetParser/Host.h"
#include <unistd.h>

using namespace mlir;

std::unique_ptr<Pass> sg::createInliner() {
  return createInlinerPass(
      {}, [](OpPassManager &pm) { pm.addPass(sg::createCanonicalize()); });
}

void sg::beginStage(OpPassManager &pm, PipelineStage stage) {
  BeginStageOptions options;
  options.stage = stage;
  pm.addPass(createBeginStage(options));
}

void sg::buildExpandPipeline(OpPassManager &pm) {
  beginStage(pm, PipelineStage::Derivatives);
  pm.addPass(grad::createOutlineRepeats());
  pm.addPass(grad::createExpandDerivatives());
  // No pass after the expansion of derivatives needs the stops.
  pm.addPass(grad::createEraseStopGradient());
  pm.addPass(grad::createVerifyExpanded());
}

void sg::buildFusion(OpPassManager &pm, bool checks) {
  beginStage(pm, PipelineStage::Fusion);
  pm.addPass(sg::createCheckSupport());
  if (checks)
    pm.addPass(sg::createCheckPadding());
  pm.addPass(sg::createLowerVectorMask());
  pm.addPass(sg::createReplaceFaultyOps());
  pm.addPass(sg::createConvertComplex());
  // Must precede canonicalization: upstream's trip counts overflow (22.1.8).
  NormalizeLoopsOptions loops;
  loops.checks = checks;
  pm.addPass(sg::createNormalizeLoops(loops));
  // Do not normalize reshapes before their checks are emitted.
  NormalizeSlicesOptions slices;
  slices.reshapes = false;
  pm.addPass(sg::createNormalizeSlices(slices));
  // Inlining allows fusion of derivatives with their callers.
  pm.addPass(sg::createRestrictInlining());
  pm.addPass(sg::createInliner());
  pm.addPass(createSymbolDCEPass());
  // CSE merges values that were computed twice because of a stop.
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createExpandTensorOps());
  if (checks)
    pm.addPass(sg::createCheckShapes());
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addNestedPass<func::FuncOp>(createLinalgGeneralizeNamedOpsPass());
  pm.addPass(sg::createConvertComplex());
  pm.addNestedPass<func::FuncOp>(sg::createKeepUnwrittenElements());
  pm.addNestedPass<func::FuncOp>(sg::createWidenReductions());
  // Compute sizes from arguments: a tensor.dim of a producer prevents its
  // fusion.
  pm.addPass(sg::createResolveSizes());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createFuseElementwise());
  pm.addNestedPass<func::FuncOp>(sg::createRelaxReductions());
  if (checks)
    pm.addPass(sg::createCheckIndices());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
}

void sg::buildBufferization(OpPassManager &pm,
                            const ExportFunctionsOptions &exportOptions,
                            bool checks) {
  beginStage(pm, PipelineStage::Memory);
  pm.addPass(sg::createExportFunctions(exportOptions));
  pm.addPass(sg::createInliner());
  pm.addPass(createSymbolDCEPass());
  // Compute sizes of results from arguments: the memory of the results can then
  // be requested at the start of the function.
  pm.addPass(sg::createResolveSizes());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createNormalizeSlices());
  pm.addNestedPass<func::FuncOp>(sg::createHoistResultBuffers());
  pm.addNestedPass<func::FuncOp>(sg::createSeparateDestinations());
  pm.addNestedPass<func::FuncOp>(sg::createCopyInvariantDestinations());
  if (checks)
    pm.addNestedPass<func::FuncOp>(sg::createHoistAsserts());
  pm.addNestedPass<func::FuncOp>(sg::createBufferizeInsertionChains());
  pm.addPass(sg::createBufferize());
  pm.addPass(sg::createRowMajorCasts());
  pm.addPass(sg::createOrderConstants());
  pm.addNestedPass<func::FuncOp>(sg::createAllocasToAllocs());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(sg::createDoubleBufferLoops());
  pm.addPass(sg::createCanonicalize());
  // On a device, results keep separate allocations, whose alignment allows wide
  // accesses.
  if (exportOptions.device == Device::CPU) {
    pm.addPass(sg::createResultsToOutParams());
    pm.addNestedPass<func::FuncOp>(sg::createCopyElision());
  }
  pm.addPass(sg::createLoopInvariantCodeMotion());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  // The passes up to LowerDeallocations are upstream's deallocation pipeline,
  // with ElideCallCopies added.
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(sg::createElideCallCopies());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// Returns the vector width of this machine's processor in bits. The default is
/// 128, the width of SSE and NEON registers.
static unsigned getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx") ? 256 : 128;
}

/// Returns the size in bytes of this machine's level-2 cache, which is private
/// to a core. If the system does not report the size, returns the default of
/// LowerContractions.
static unsigned getHostCacheBytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  if (bytes > 0)
    return bytes;
#endif
  return sg::LowerContractionsOptions().cacheBytes;
}

void sg::buildLoops(OpPassManager &pm, unsigned vectorBits,
                    const DistributeToThreadsOptions &sharing) {
  beginStage(pm, PipelineStage::Loops);
  if (sharing.threads != 1) {
    pm.addNestedPass<func::FuncOp>(sg::createDistributeToThreads(sharing));
    // Merge equal views that several ops of one thread's chunk access.
    pm.addPass(createCSEPass());
  }
  sg::FuseBatchesOptions batches;
  sg::LowerContractionsOptions contractions;
  contractions.vectorBits = vectorBits ? vectorBits : getHostVectorBits();
  batches.cacheBytes = contractions.cacheBytes = getHostCacheBytes();
  pm.addNestedPass<func::FuncOp>(sg::createFuseBatches(batches));
  // Merge equal views: the fill of a result and the contraction must use the
  // same view.
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(sg::createLowerContractions(contractions));
  // Must follow the lowering of contractions: otherwise FuseRows would move the
  // initialization of accumulators into row groups.
  pm.addNestedPass<func::FuncOp>(sg::createFuseRows());
  if (sharing.threads != 1)
    pm.addPass(sg::createOutlineParallelRegions());
  pm.addPass(sg::createExpandMemRefOps());
  pm.addNestedPass<func::FuncOp>(sg::createOrderLoops());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(sg::createFoldMemRefAliasOps());
  pm.addPass(sg::createLoopInvariantCodeMotion());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createWidenVectorAccesses());
  // The derivative of a vector.broadcast contains a vector.multi_reduction.
  pm.addNestedPass<func::FuncOp>(vector::createLowerVectorMultiReductionPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  // Expand copies whose layout the canonicalizer has just made static.
  pm.addPass(sg::createExpandMemRefOps());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(sg::createCheckAllocations());
  pm.addPass(sg::createNarrowIndexSwitch());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(sg::createLowerAsserts());
}

void sg::buildConversionToLLVM(OpPassManager &pm, bool onDevice) {
  beginStage(pm, PipelineStage::Native);
  // ConvertComplex creates math ops, so it must precede the passes on math ops.
  // The bodies of generalized structured ops contain complex ops.
  pm.addPass(sg::createConvertComplex());
  // Must precede the extension to f32: a number that is normal in f32 may be
  // subnormal in half precision.
  pm.addPass(sg::createExpandMathOps());
  // Compute half-precision math in f32.
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f32", "f64"};
  extend.targetTypeStr = "f32";
  pm.addPass(math::createMathExtendToSupportedTypes(extend));
  // Convert powers of integers, and powers with exponents wider than an int.
  ConvertMathToFuncsOptions functions;
  functions.minWidthOfFPowIExponent = 33;
  pm.addPass(createConvertMathToFuncs(functions));
  // The math passes have created arithmetic and conversions of floats of at
  // most eight bits.
  pm.addPass(sg::createExpandSmallFloats());
  pm.addPass(sg::createExpandBF16());
  pm.addPass(createSCFToControlFlowPass());
  // Upstream's conversion expands expm1 and log1p to exp(x) - 1 and log(1 + x)
  // (22.1.8).
  pm.addPass(sg::createCallExactMath());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(sg::createExpandVectorPositions());
  // With 32-bit indices, masks of sizes beyond 2^32 are wrong.
  ConvertVectorToLLVMPassOptions vectors;
  vectors.force32BitVectorIndices = false;
  pm.addPass(createConvertVectorToLLVMPass(vectors));
  pm.addPass(createConvertComplexToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(sg::createLowerRuntimeOps());
  pm.addPass(sg::createConvertRemainingToLLVM());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(sg::createFreezePoison());
  pm.addNestedPass<LLVM::LLVMFuncOp>(sg::createBooleansAsBytes());
  pm.addNestedPass<LLVM::LLVMFuncOp>(sg::createMaskedBF16AsBits());
  sg::InternalizeSymbolsOptions internalize;
  internalize.onDevice = onDevice;
  pm.addPass(sg::createInternalizeSymbols(internalize));
  pm.addPass(sg::createVerifyLowered());
}
