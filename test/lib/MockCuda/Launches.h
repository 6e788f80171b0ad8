//===- Launches.h - Checks of launches --------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_MOCKCUDA_LAUNCHES_H
#define SG_TEST_LIB_MOCKCUDA_LAUNCHES_H

#include "State.h"

namespace mock {

struct Sizes {
  unsigned x, y, z;
  std::string format() const {
    return std::to_string(x) + "x" + std::to_string(y) + "x" +
           std::to_string(z);
  }
};

/// Returns a description such as "kernel 'f', grid 1x1x1, block 256x1x1, shared
/// memory 0".
std::string describeLaunch(const Function &function, Sizes grid, Sizes block,
                           unsigned sharedBytes);

/// Returns the limit that a launch exceeds, or an empty string. The limits are
/// from the "CUDA Programming Guide" for all devices.
std::string checkSizes(const Function &function, Sizes grid, Sizes block,
                       unsigned sharedBytes);

/// Checks the memory that a kernel receives through its parameters.
void checkParameters(const Call &call, const Function &function,
                     void **parameters, Stream &stream, Point now);

} // namespace mock

#endif // SG_TEST_LIB_MOCKCUDA_LAUNCHES_H
