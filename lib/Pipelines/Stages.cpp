//===- Stages.cpp - What pipelines are made of ----------------------------===//
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
  // The stops have done their work.
  pm.addPass(grad::createEraseStopGradient());
  pm.addPass(grad::createVerifyExpanded());
}

/// One program on tensors, without calls, in as few ops as possible.
void sg::buildFusion(OpPassManager &pm, bool checks) {
  beginStage(pm, PipelineStage::Fusion);
  pm.addPass(sg::createCheckSupport());
  if (checks)
    pm.addPass(sg::createCheckPadding());
  pm.addPass(sg::createLowerVectorMask());
  pm.addPass(sg::createReplaceFaultyOps());
  pm.addPass(sg::createConvertComplex());
  // Before a canonicalization: upstream's trip counts overflow (22.1.8).
  NormalizeLoopsOptions loops;
  loops.checks = checks;
  pm.addPass(sg::createNormalizeLoops(loops));
  // Reshapes are still to be checked.
  NormalizeSlicesOptions slices;
  slices.reshapes = false;
  pm.addPass(sg::createNormalizeSlices(slices));
  // Derivatives are fused with what calls them.
  pm.addPass(sg::createRestrictInlining());
  pm.addPass(sg::createInliner());
  pm.addPass(createSymbolDCEPass());
  // What was computed twice for the sake of a stop is one value now.
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
  // A size is asked of the arguments, which leaves their producer to be fused.
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

/// From tensors to memory, with the results where the caller wants them.
void sg::buildBufferization(OpPassManager &pm,
                            const ExportFunctionsOptions &exportOptions,
                            bool checks) {
  beginStage(pm, PipelineStage::Memory);
  pm.addPass(sg::createExportFunctions(exportOptions));
  pm.addPass(sg::createInliner());
  pm.addPass(createSymbolDCEPass());
  // Sizes of results become sizes of arguments, so that the memory for them can
  // be asked for in time.
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
  // On a device, memory of its own begins where wide accesses can.
  if (exportOptions.device == Device::CPU) {
    pm.addPass(sg::createResultsToOutParams());
    pm.addNestedPass<func::FuncOp>(sg::createCopyElision());
  }
  pm.addPass(sg::createLoopInvariantCodeMotion());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  // Upstream's deallocation pipeline, with what makes calls cheap inside.
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(sg::createElideCallCopies());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(sg::createCanonicalize());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// What the processor has; 128 bits are in every one that LLVM vectorizes for.
static unsigned getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx") ? 256 : 128;
}

/// Of the cache that a processor has for itself, if the system tells.
static unsigned getHostCacheBytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  if (bytes > 0)
    return bytes;
#endif
  return sg::LowerContractionsOptions().cacheBytes;
}

/// Loops over elements, then blocks and branches.
void sg::buildLoops(OpPassManager &pm, unsigned vectorBits,
                    const DistributeToThreadsOptions &sharing) {
  beginStage(pm, PipelineStage::Loops);
  if (sharing.threads != 1) {
    pm.addNestedPass<func::FuncOp>(sg::createDistributeToThreads(sharing));
    // A part has one view of what several of its ops access.
    pm.addPass(createCSEPass());
  }
  sg::FuseBatchesOptions batches;
  sg::LowerContractionsOptions contractions;
  contractions.vectorBits = vectorBits ? vectorBits : getHostVectorBits();
  batches.cacheBytes = contractions.cacheBytes = getHostCacheBytes();
  pm.addNestedPass<func::FuncOp>(sg::createFuseBatches(batches));
  // The op that fills a result finds the contraction by its view.
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(sg::createLowerContractions(contractions));
  // It would take the start values of contractions along with other rows.
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
  // Sums of vectors, as the derivative of a broadcast has them.
  pm.addNestedPass<func::FuncOp>(vector::createLowerVectorMultiReductionPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  // Copies again: those of which the canonicalizer has just found out that
  // there is a layout.
  pm.addPass(sg::createExpandMemRefOps());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(sg::createCheckAllocations());
  pm.addPass(sg::createNarrowIndexSwitch());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(sg::createLowerAsserts());
}

/// What is left, to the LLVM dialect.
void sg::buildConversionToLLVM(OpPassManager &pm, bool onDevice) {
  beginStage(pm, PipelineStage::Native);
  // It creates ops of math. Complex ops are in bodies that were generalized.
  pm.addPass(sg::createConvertComplex());
  // First: what is normal in f32 need not be so in half precision.
  pm.addPass(sg::createExpandMathOps());
  // Half precision math is computed in f32.
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f32", "f64"};
  extend.targetTypeStr = "f32";
  pm.addPass(math::createMathExtendToSupportedTypes(extend));
  // Powers of integers, and by exponents that are wider than an int.
  ConvertMathToFuncsOptions functions;
  functions.minWidthOfFPowIExponent = 33;
  pm.addPass(createConvertMathToFuncs(functions));
  // Arithmetic and conversions of eight bits and less, which math has now.
  pm.addPass(sg::createExpandSmallFloats());
  pm.addPass(sg::createExpandBF16());
  pm.addPass(createSCFToControlFlowPass());
  // Upstream's conversion makes exp(x) - 1 and log(1 + x) of them (22.1.8).
  pm.addPass(sg::createCallExactMath());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(sg::createExpandVectorPositions());
  // Masks of sizes beyond 2^32 are wrong otherwise.
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
  pm.addNestedPass<LLVM::LLVMFuncOp>(sg::createBooleansAsBytes());
  pm.addNestedPass<LLVM::LLVMFuncOp>(sg::createMaskedBF16AsBits());
  sg::InternalizeSymbolsOptions internalize;
  internalize.onDevice = onDevice;
  pm.addPass(sg::createInternalizeSymbols(internalize));
  pm.addPass(sg::createVerifyLowered());
}
