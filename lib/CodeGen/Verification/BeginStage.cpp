//===- BeginStage.cpp - Begin a stage of a pipeline -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "sg/CodeGen/Verification/LoweringInterface.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-begin-stage"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_BEGINSTAGE
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

StringRef sg::describe(PipelineStage stage) {
  switch (stage) {
  case PipelineStage::Derivatives:
    return "derivatives are expanded";
  case PipelineStage::Fusion:
    return "ops on tensors are fused";
  case PipelineStage::Memory:
    return "tensors are bufferized";
  case PipelineStage::Kernels:
    return "kernels are built";
  case PipelineStage::Loops:
    return "structured ops are lowered to loops";
  case PipelineStage::Native:
    return "ops are converted to the LLVM dialect";
  }
  return "";
}

namespace {
struct BeginStage : sg::impl::BeginStageBase<BeginStage> {
  using BeginStageBase::BeginStageBase;
  void runOnOperation() override {
    LDBG() << sg::describe(stage);
    OpPassManager lowerings(ModuleOp::getOperationName());
    if (isa<ModuleOp>(getOperation()))
      addLowerings(lowerings);
    if (lowerings.empty())
      return markAllAnalysesPreserved();
    if (failed(runPipeline(lowerings, getOperation())))
      signalPassFailure();
  }

  void addLowerings(OpPassManager &pm) {
    for (Dialect *dialect : getContext().getLoadedDialects())
      if (auto *lowering = dyn_cast<sg::LoweringInterface>(dialect)) {
        LDBG() << "lowerings of the dialect " << dialect->getNamespace();
        lowering->buildLowering(stage, pm);
      }
  }

  sg::PipelineStage getStage() const { return stage; }
};
} // namespace

std::optional<sg::PipelineStage> sg::getStageOf(const Pass &pass) {
  if (pass.getTypeID() != TypeID::get<BeginStage>())
    return std::nullopt;
  return static_cast<const BeginStage &>(pass).getStage();
}
