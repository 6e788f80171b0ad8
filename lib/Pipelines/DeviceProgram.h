//===- DeviceProgram.h - Pipeline for GPU programs --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_PIPELINES_DEVICEPROGRAM_H
#define SG_LIB_PIPELINES_DEVICEPROGRAM_H

#include "sg/CodeGen/Passes.h"

namespace sg {

/// Adds passes that compile a program with derivative requests to host code and
/// to kernels in separate modules. All tensors of the host code are on the
/// device.
void buildDeviceProgram(mlir::OpPassManager &pm, Device device,
                        const MapContractionsOptions &contractions,
                        const MapToKernelsOptions &kernels,
                        llvm::ArrayRef<int64_t> donated, bool checks);

/// Registers --sg-lower-to-nvvm and --sg-lower-to-emulated.
void registerDevicePipelines();

} // namespace sg

#endif // SG_LIB_PIPELINES_DEVICEPROGRAM_H
