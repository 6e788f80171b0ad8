//===- LoopExpansions.cpp - Expansion of loops ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/LoopExpansions.h"

using namespace mlir;

void sg::copyBlock(OpBuilder &b, Block *block, IRMapping &map) {
  for (Operation &op : block->without_terminator())
    b.clone(op, map);
}

scf::LoopNest sg::expandParallel(OpBuilder &b, scf::ParallelOp loop) {
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  return scf::buildLoopNest(
      b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), loop.getInitVals(),
      [&](OpBuilder &b, Location, ValueRange indices, ValueRange carries) {
        IRMapping map;
        map.map(loop.getInductionVars(), indices);
        copyBlock(b, loop.getBody(), map);
        scf::ValueVector yields;
        for (auto [carry, operand, region] :
             llvm::zip(carries, reduce.getOperands(), reduce.getReductions())) {
          Block &combiner = region.front();
          map.map(combiner.getArgument(0), carry);
          map.map(combiner.getArgument(1), map.lookupOrDefault(operand));
          copyBlock(b, &combiner, map);
          yields.push_back(
              map.lookupOrDefault(combiner.getTerminator()->getOperand(0)));
        }
        return yields;
      });
}
