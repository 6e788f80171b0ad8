//===- WarpSize.h - Number of lanes of a warp -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated kernels assume this size, and the emulated device uses it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_WARPSIZE_H
#define SG_RUNTIME_WARPSIZE_H

#include <cstdint>

namespace sg {

/// Number of lanes of a warp. It is the same for all compute capabilities of
/// NVIDIA GPUs (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr int64_t kWarpSize = 32;

} // namespace sg

#endif // SG_RUNTIME_WARPSIZE_H
