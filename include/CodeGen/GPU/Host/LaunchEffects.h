//===- LaunchEffects.h - Memory effects of launches -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H
#define SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace sg {

/// Registers memory effects of gpu.launch_func, which upstream does not
/// implement. The insertion of deallocations requires these effects.
void registerLaunchEffects(mlir::DialectRegistry &registry);

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_LAUNCHEFFECTS_H
