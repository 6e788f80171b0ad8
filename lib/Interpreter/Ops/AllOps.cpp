//===- AllOps.cpp - The ops that the reference supports -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Ops/AllOps.h"
#include "Ops.h"

using namespace sg::interpreter;

const OpTable &sg::interpreter::getAllOps() {
  static const OpTable table = [] {
    OpTable table;
    addArithFloatOps(table);
    addArithIntegerOps(table);
    addBranchOps(table);
    addCallOps(table);
    addCastOps(table);
    addComplexOps(table);
    addConstantOps(table);
    addEntryOps(table);
    addIndexDialectOps(table);
    addIndexOps(table);
    addLoopOps(table);
    addMathOps(table);
    addMemoryOps(table);
    addMemoryViewOps(table);
    addPackOps(table);
    addParallelLoopOps(table);
    addSoftmaxOp(table);
    addTensorOps(table);
    addTensorShapeOps(table);
    addTensorSliceOps(table);
    addVectorGatherOps(table);
    addVectorMaskOps(table);
    addVectorMemoryOps(table);
    addVectorOps(table);
    addVectorRearrangementOps(table);
    addVectorReductionOps(table);
    addVectorTransferOps(table);
    table.addStructured(compileStructuredOp);
    return table;
  }();
  return table;
}
