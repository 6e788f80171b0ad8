//===- Text.h - Print the result of a check ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_TEXT_H
#define SG_LIB_GRADIENTCHECK_TEXT_H

#include "sg/GradientCheck/Results.h"

namespace sg::gradcheck {

/// Returns a text such as "at random inputs from -1 to 1".
std::string describeInputs(const FunctionCheck &check);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_TEXT_H
