//===- Ops.h - Functions that add rows to the table of ops ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_OPS_H
#define SG_LIB_INTERPRETER_OPS_OPS_H

#include "sg/Interpreter/Machine/OpTable.h"

namespace sg::interpreter {

/// Compiles an op of linalg from its indexing maps and region.
llvm::FailureOr<Step> compileStructuredOp(mlir::Operation *op, Scope &scope);

void addArithFloatOps(OpTable &table);
void addArithIntegerOps(OpTable &table);
void addCallOps(OpTable &table);
void addCastOps(OpTable &table);
void addBranchOps(OpTable &table);
void addComplexOps(OpTable &table);
void addConstantOps(OpTable &table);
void addEntryOps(OpTable &table);
void addIndexDialectOps(OpTable &table);
void addIndexOps(OpTable &table);
void addLoopOps(OpTable &table);
void addMathOps(OpTable &table);
void addMemoryOps(OpTable &table);
void addMemoryViewOps(OpTable &table);
void addPackOps(OpTable &table);
void addParallelLoopOps(OpTable &table);
void addSoftmaxOp(OpTable &table);
void addTensorOps(OpTable &table);
void addTensorShapeOps(OpTable &table);
void addTensorSliceOps(OpTable &table);
void addVectorGatherOps(OpTable &table);
void addVectorMaskOps(OpTable &table);
void addVectorMemoryOps(OpTable &table);
void addVectorOps(OpTable &table);
void addVectorRearrangementOps(OpTable &table);
void addVectorReductionOps(OpTable &table);
void addVectorTransferOps(OpTable &table);

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_OPS_H
