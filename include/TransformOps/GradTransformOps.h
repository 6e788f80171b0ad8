//===- GradTransformOps.h - Transform ops for derivatives -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An extension of the transform dialect: ops transform.grad.*, with which a
// schedule requests derivatives and transforms the generated functions
// (docs/GradTransformOps.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMOPS_GRADTRANSFORMOPS_H
#define SG_TRANSFORMOPS_GRADTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "sg/Transforms/Passes.h"

#define GET_OP_CLASSES
#include "sg/TransformOps/GradTransformOps.h.inc"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg::grad {

void registerGradTransformOps(mlir::DialectRegistry &registry);

} // namespace sg::grad

#endif // SG_TRANSFORMOPS_GRADTRANSFORMOPS_H
