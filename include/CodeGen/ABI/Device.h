//===- Device.h - Devices that run programs ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ABI_DEVICE_H
#define SG_CODEGEN_ABI_DEVICE_H

namespace sg {

/// The device that executes a program. `Emulated` is a GPU that the CPU
/// emulates.
enum class Device { CPU, Cuda, Emulated };

} // namespace sg

#endif // SG_CODEGEN_ABI_DEVICE_H
