//===- ElementwiseKernel.h - Wide accesses of memory ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of elementwise ops in which a thread has several neighbouring
// elements, up to 128 bits of them, which it loads and stores at once: fewer
// instructions keep more bytes under way (CUDA C++ Best Practices Guide,
// "Device Memory Accesses").
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H
#define SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Builds it in the place of the ops of `group`, if memory that begins at a
/// multiple of `alignment` bytes lets it. Otherwise changes nothing and returns
/// false.
bool buildElementwiseKernel(const FusionGroup &group, unsigned alignment);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_ELEMENTWISEKERNEL_H
