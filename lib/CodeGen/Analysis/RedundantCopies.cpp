//===- RedundantCopies.cpp - Remove copies that are only read -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/RedundantCopies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"

using namespace mlir;
using namespace sg;

/// Returns the only reader of `memory`, a structured op after `copy`, or null.
static linalg::LinalgOp findReader(memref::CopyOp copy,
                                   memref::AllocOp memory) {
  linalg::LinalgOp reader;
  for (OpOperand &use : memory->getUses()) {
    if (use.getOwner() == copy || isa<memref::DeallocOp>(use.getOwner()))
      continue;
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !op.isDpsInput(&use) || (reader && reader != op))
      return {};
    reader = op;
  }
  return reader && reader->getBlock() == copy->getBlock() &&
                 copy->isBeforeInBlock(reader)
             ? reader
             : linalg::LinalgOp();
}

/// Returns true if each element of `source` that `reader` writes is read,
/// through the copy, only by the same iteration.
static bool readsBeforeOverwriting(linalg::LinalgOp reader, Value source,
                                   Value copy) {
  if (reader.getNumParallelLoops() != reader.getNumLoops())
    return false;
  return llvm::all_of(reader.getDpsInitsMutable(), [&](OpOperand &init) {
    if (!mayShareMemory(init.get(), source))
      return true;
    AffineMap map = reader.getMatchingIndexingMap(&init);
    return init.get() == source && map.isPermutation() &&
           llvm::all_of(reader.getDpsInputOperands(), [&](OpOperand *input) {
             return input->get() != copy ||
                    reader.getMatchingIndexingMap(input) == map;
           });
  });
}

bool sg::removeRedundantCopy(memref::CopyOp copy) {
  Value source = copy.getSource();
  auto memory = copy.getTarget().getDefiningOp<memref::AllocOp>();
  linalg::LinalgOp reader =
      memory ? findReader(copy, memory) : linalg::LinalgOp();
  if (!reader || !readsBeforeOverwriting(reader, source, memory))
    return false;
  MemoryAccesses accesses(copy);
  for (Operation *op = copy->getNextNode(); op != reader;
       op = op->getNextNode())
    if (accesses.conflictWith(MemoryAccesses(op)))
      return false;
  reader->replaceUsesOfWith(memory, source);
  copy->erase();
  for (Operation *user : llvm::make_early_inc_range(memory->getUsers()))
    user->erase();
  memory->erase();
  return true;
}
