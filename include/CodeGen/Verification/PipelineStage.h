//===- PipelineStage.h - Stages of pipelines, for errors --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_VERIFICATION_PIPELINESTAGE_H
#define SG_CODEGEN_VERIFICATION_PIPELINESTAGE_H

#include "mlir/Pass/Pass.h"
#include <optional>

namespace sg {

/// The stages of the pipelines from a program to native code.
enum class PipelineStage {
  Derivatives,
  Fusion,
  Memory,
  Kernels,
  Loops,
  Native
};

/// Returns a clause that follows "while" in diagnostics, for example "ops on
/// tensors are fused".
llvm::StringRef describe(PipelineStage stage);

/// Returns the stage that begins with 'pass', or std::nullopt if the pass
/// begins no stage.
std::optional<PipelineStage> getStageOf(const mlir::Pass &pass);

} // namespace sg

#endif // SG_CODEGEN_VERIFICATION_PIPELINESTAGE_H
