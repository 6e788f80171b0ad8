//===- Strides.h - Elements with gaps between them --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code takes elements in row-major order without gaps. What lies in
// another way is copied to such a place, and back.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_STRIDES_H
#define SG_LIB_CAPI_STRIDES_H

#include "sg-c/SG.h"

namespace sg::capi {

/// Whether its elements are row-major without gaps.
bool isRowMajor(const SGArray &array);

/// The bytes of the elements without gaps; -1 if no memory has so many, or if a
/// size is negative.
int64_t countBytes(const SGArray &array, int64_t elementSize);

/// Copies all elements of `array` to `packed`, or the other way.
void pack(const SGArray &array, int64_t elementSize, char *packed);
void unpack(const char *packed, int64_t elementSize, const SGArray &array);

} // namespace sg::capi

#endif // SG_LIB_CAPI_STRIDES_H
