//===- LoopResiduals.cpp - Residuals that a loop recomputes ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopResiduals.h"
#include "SCFRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

RecomputedArithmetic::RecomputedArithmetic(scf::ForOp loop,
                                           LoopInvariants &invariants,
                                           ArrayRef<StandIn> standIns)
    : loop(loop), invariants(invariants), standIns(standIns) {
  for (StandIn standIn : standIns)
    map.map(standIn.getOperand(0), standIn.getResult(0));
}

bool RecomputedArithmetic::collect(Value value, bool isRoot,
                                   SmallVectorImpl<Operation *> &ops) {
  constexpr unsigned maxOps = 8;
  if (!isRoot && (map.contains(value) || invariants.contains(value)))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody() || ops.size() == maxOps ||
      !isa<arith::ArithDialect>(op->getDialect()) ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return false;
  ops.push_back(op);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return collect(operand, /*isRoot=*/false, ops);
  });
}

SmallVector<RecomputedArithmetic::StandIn>
RecomputedArithmetic::resolve(scf::ForOp reverse, ReverseContext &context) {
  SmallVector<StandIn> computed, kept;
  llvm::SmallPtrSet<Operation *, 16> needed;
  for (StandIn standIn : standIns) {
    SmallVector<Operation *> ops;
    if (collect(standIn.getOperand(0), /*isRoot=*/true, ops)) {
      computed.push_back(standIn);
      needed.insert(ops.begin(), ops.end());
    } else {
      kept.push_back(standIn);
    }
  }
  if (computed.empty())
    return kept;
  for (StandIn standIn : computed)
    map.erase(standIn.getOperand(0));
  OpBuilder &b = context.builder();
  OpBuilder::InsertionGuard guard(b);
  Operation *last = standIns.back();
  for (Operation &op : *loop.getBody()) {
    if (!needed.contains(&op))
      continue;
    b.setInsertionPoint(reverse);
    for (Value operand : op.getOperands())
      if (!map.contains(operand))
        map.map(operand, context.primal(invariants.hoist(operand)));
    b.setInsertionPointAfter(last);
    last = context.recompute(op, map);
  }
  for (StandIn standIn : computed)
    StandIns::resolve(standIn, map.lookup(standIn.getOperand(0)));
  return kept;
}
