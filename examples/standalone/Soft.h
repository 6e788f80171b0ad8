//===- Soft.h - A dialect with one op ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOFT_H
#define SOFT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "sg/Dialect/Grad/IR/Grad.h"

#include "SoftDialect.h.inc"

#define GET_OP_CLASSES
#include "SoftOps.h.inc"

namespace soft {

/// Creates the pass --soft-to-math, which lowers soft to arith and math.
std::unique_ptr<mlir::Pass> createSoftToMath();

} // namespace soft

#endif // SOFT_H
