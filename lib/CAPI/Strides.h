//===- Strides.h - Arrays with gaps between elements ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code requires elements in row-major order without gaps. Other arrays
// are copied to packed memory before a call and back after it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_STRIDES_H
#define SG_LIB_CAPI_STRIDES_H

#include "sg-c/SG.h"

namespace sg::capi {

/// Returns true if the elements are in row-major order without gaps.
bool isRowMajor(const SGArray &array);

/// Returns the number of bytes of the elements without gaps. Returns -1 if the
/// number overflows or a size is negative.
int64_t countBytes(const SGArray &array, int64_t elementSize);

/// Copies all elements of `array` to `packed`. `unpack` copies the elements
/// back.
void pack(const SGArray &array, int64_t elementSize, char *packed);
void unpack(const char *packed, int64_t elementSize, const SGArray &array);

} // namespace sg::capi

#endif // SG_LIB_CAPI_STRIDES_H
