//===- TensorRules.cpp - Derivative rules of the tensor dialect -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor.dim and tensor.rank need no rule, because their results are integers.
//
//===----------------------------------------------------------------------===//

#include "TensorRules.h"
#include "BitcastRule.h"
#include "sg/Rules/Rules.h"
#include "sg/StructuredOps/TensorExpansions.h"

using namespace mlir;
using namespace sg;
using namespace sg::rules;

void sg::rules::registerTensorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    inactive<tensor::EmptyOp>(context);
    // The rule of the enclosing scf.forall differentiates this op.
    inactive<tensor::ParallelInsertSliceOp>(context);
    structured<BitcastRule, tensor::BitcastOp>(context);
    decomposed<tensor::GatherOp>(context, expandGather);
    decomposed<tensor::GenerateOp>(context, expandGenerate);
    decomposed<tensor::ScatterOp>(context, expandScatter);
    attachTensorShapeRules(context);
    attachTensorSliceRules(context);
  });
}
