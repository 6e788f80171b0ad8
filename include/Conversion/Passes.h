//===- Passes.h - Conversion to and from the grad dialect -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_PASSES_H
#define SG_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace sg::grad {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/Conversion/Passes.h.inc"

} // namespace sg::grad

#endif // SG_CONVERSION_PASSES_H
