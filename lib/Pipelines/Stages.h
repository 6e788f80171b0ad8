//===- Stages.h - Parts of the pipelines ------------------------*- C++ -*-===//
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

/// Adds a pass that begins `stage`. Errors of later passes name the stage.
void beginStage(mlir::OpPassManager &pm, PipelineStage stage);

/// Adds passes that inline calls and fuse ops on tensors.
void buildFusion(mlir::OpPassManager &pm, bool checks);

/// Adds passes that bufferize tensors, and place results in the caller's
/// memory.
void buildBufferization(mlir::OpPassManager &pm,
                        const ExportFunctionsOptions &exportOptions,
                        bool checks);

/// Adds passes that lower structured ops to loops, and loops to blocks and
/// branches. `vectorBits` is the width of vectors in bits, or 0 for the width
/// of this machine. Threads share the loops according to `sharing`.
void buildLoops(mlir::OpPassManager &pm, unsigned vectorBits,
                const DistributeToThreadsOptions &sharing = {});

/// Adds passes that convert the remaining ops to the LLVM dialect. If
/// `onDevice` is true, the program allocates memory on a GPU instead of the
/// host.
void buildConversionToLLVM(mlir::OpPassManager &pm, bool onDevice);

} // namespace sg

#endif // SG_LIB_PIPELINES_STAGES_H
