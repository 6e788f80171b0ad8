//===- Random.h - Random bits -----------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_RANDOM_H
#define SG_LIB_ARRAYOPS_RANDOM_H

#include "sg/ArrayOps/ArrayOp.h"

namespace sg::array {

/// Builds random bits for a key as unsigned integers of the type `dtype`.
/// Returns a null array after an error, and for a null key.
Array buildRandomBits(const ArrayOpCall &call, const Array &key,
                      llvm::ArrayRef<Size> shape, DType dtype);

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_RANDOM_H
