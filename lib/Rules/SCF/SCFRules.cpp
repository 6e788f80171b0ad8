//===- SCFRules.cpp - Derivative rules of the scf dialect -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivatives of any program may contain loops and branches (for gathers and
// reductions of unknown kind), so that higher orders need these rules. scf.for,
// scf.if and scf.index_switch have direct rules. All other scf ops are
// decomposed into these three, except that forward mode keeps scf.while.
//
//===----------------------------------------------------------------------===//

#include "SCFRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

StandIns::StandIns(OpBuilder &builder, Location loc) : builder(builder) {
  end = UnrealizedConversionCastOp::create(builder, loc, TypeRange(),
                                           ValueRange());
}

StandIns::~StandIns() { end->erase(); }

Value StandIns::save(Value value) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(end);
  auto standIn = UnrealizedConversionCastOp::create(builder, value.getLoc(),
                                                    value.getType(), value);
  standIns.push_back(standIn);
  return standIn.getResult(0);
}

void StandIns::resolve(UnrealizedConversionCastOp standIn, Value residual) {
  standIn.getResult(0).replaceAllUsesWith(residual);
  standIn.erase();
}

void sg::rules::registerSCFRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    attachBranchRule(context);
    attachForRule(context);
    attachSequentialRules(context);
    attachWhileRule(context);
  });
}
