//===- Stages.h - What pipelines are made of --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_PIPELINES_STAGES_H
#define SG_LIB_PIPELINES_STAGES_H

#include "sg/CodeGen/Passes.h"
#include "sg/Pipelines/Pipelines.h"

namespace sg {

/// What passes from here on say goes under the name of this stage.
void beginStage(mlir::OpPassManager &pm, PipelineStage stage);

/// One program on tensors, without calls, in as few ops as possible.
void buildFusion(mlir::OpPassManager &pm, bool checks);

/// From tensors to memory, with the results where the caller wants them.
void buildBufferization(mlir::OpPassManager &pm,
                        const ExportFunctionsOptions &exportOptions,
                        bool checks);

/// Loops over elements, then blocks and branches, with vectors of so many bits;
/// 0: as wide as those of this machine. Threads share them.
void buildLoops(mlir::OpPassManager &pm, unsigned vectorBits,
                const DistributeToThreadsOptions &sharing = {});

/// What is left, to the LLVM dialect. Memory is allocated on the host, or on a
/// GPU.
void buildConversionToLLVM(mlir::OpPassManager &pm, bool onDevice);

} // namespace sg

#endif // SG_LIB_PIPELINES_STAGES_H
