//===- DeviceProgram.h - From requests to kernels and their host *- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_PIPELINES_DEVICEPROGRAM_H
#define SG_LIB_PIPELINES_DEVICEPROGRAM_H

#include "sg/CodeGen/Passes.h"

namespace sg {

/// From a program with requests for derivatives to kernels in modules of their
/// own and the code of the host, which has all tensors on the device.
void buildDeviceProgram(mlir::OpPassManager &pm, Device device,
                        const MapContractionsOptions &contractions,
                        const MapToKernelsOptions &kernels,
                        llvm::ArrayRef<int64_t> donated, bool checks);

/// Registers --sg-lower-to-nvvm and --sg-lower-to-emulated.
void registerDevicePipelines();

} // namespace sg

#endif // SG_LIB_PIPELINES_DEVICEPROGRAM_H
