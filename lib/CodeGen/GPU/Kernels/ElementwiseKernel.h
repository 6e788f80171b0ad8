//===- ElementwiseKernel.h - Vectorized elementwise kernels -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of elementwise ops in which a thread computes several contiguous
// elements. Accesses of up to 128 bits keep more bytes in flight than accesses
// to one element (CUDA C++ Best Practices Guide, "Device Memory Accesses").
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H
#define SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Replaces the ops of `group` by one kernel, if memory aligned to `alignment`
/// bytes allows vector accesses. Otherwise changes nothing and returns false.
bool buildElementwiseKernel(const FusionGroup &group, unsigned alignment);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H
