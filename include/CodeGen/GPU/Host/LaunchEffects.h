//===- LaunchEffects.h - What launches do to memory -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H
#define SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace sg {

/// Lets gpu.launch_func tell its effects, which upstream's does not: without
/// them its memory cannot be given back behind it.
void registerLaunchEffects(mlir::DialectRegistry &registry);

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H
