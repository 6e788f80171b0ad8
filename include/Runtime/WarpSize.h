//===- WarpSize.h - Threads of a GPU that go together -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are made for it, and the emulated device executes them with it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_WARPSIZE_H
#define SG_RUNTIME_WARPSIZE_H

#include <cstdint>

namespace sg {

/// The lanes of a warp: threads that NVIDIA's GPUs execute together, of all
/// compute capabilities (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr int64_t kWarpSize = 32;

} // namespace sg

#endif // SG_RUNTIME_WARPSIZE_H
