//===- VectorInstructions.cpp - Ops with vector instructions --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/VectorInstructions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

bool sg::hasVectorInstruction(Operation &op) {
  return isa<linalg::YieldOp, math::SqrtOp, math::AbsFOp, math::FmaOp,
             math::CopySignOp>(op) ||
         (isa<arith::ArithDialect>(op.getDialect()) && !isa<arith::RemFOp>(op));
}

bool sg::isVectorElement(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
         type.isInteger(64);
}
