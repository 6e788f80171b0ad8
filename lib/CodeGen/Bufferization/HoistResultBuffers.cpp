//===- HoistResultBuffers.cpp - Early requests for result memory ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-hoist-result-buffers"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_HOISTRESULTBUFFERS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

namespace {
struct HoistResultBuffers
    : sg::impl::HoistResultBuffersBase<HoistResultBuffers> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    Block &block = getOperation().getBody().front();
    SmallVector<bufferization::MaterializeInDestinationOp> writes;
    for (auto write : block.getOps<bufferization::MaterializeInDestinationOp>())
      if (isa<BaseMemRefType>(write.getDest().getType()))
        writes.push_back(write);
    Operation *front = &block.front();
    llvm::SmallPtrSet<Operation *, 16> hoistedOps;
    for (bufferization::MaterializeInDestinationOp write : writes)
      hoist(write.getDest(), block, front, hoistedOps);
  }

private:
  static void logSkipped(Value memref, StringRef reason) {
    LDBG() << "not hoisted, " << reason << ": the buffer at "
           << memref.getLoc();
  }

  /// Moves the ops that compute `memref` before `front`, unless an op cannot
  /// move. Skips ops in `hoistedOps`, which earlier calls have hoisted.
  static void hoist(Value memref, Block &block, Operation *&front,
                    llvm::SmallPtrSetImpl<Operation *> &hoistedOps) {
    llvm::SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.inclusive = true;
    if (failed(getBackwardSlice(memref, &slice, options)))
      return logSkipped(memref, "its dependences are not known");
    // The runtime must receive the sizes before the request for the memory.
    for (Operation *op : llvm::to_vector(slice)) {
      auto result = dyn_cast<sg::runtime::ResultOp>(op);
      if (!result)
        continue;
      for (auto size : block.getOps<sg::runtime::SetSizeOp>())
        if (size.getPosition() == result.getPosition() &&
            failed(getBackwardSlice(size.getOperation(), &slice, options)))
          return logSkipped(memref,
                            "the dependences of its sizes are not known");
    }
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      if (slice.contains(&op))
        ops.push_back(&op);
    if (ops.size() != slice.size())
      return logSkipped(memref, "an op that it depends on is in another block");
    if (const auto *op = llvm::find_if_not(ops, mayMove); op != ops.end()) {
      LDBG() << "cannot move: " << (*op)->getName() << " at "
             << (*op)->getLoc();
      return logSkipped(memref, "an op that it depends on cannot move");
    }
    LDBG() << "hoisted: the buffer at " << memref.getLoc();
    for (Operation *user : memref.getUsers())
      if (isa<bufferization::ToTensorOp>(user))
        ops.push_back(user);
    for (Operation *op : ops) {
      if (!hoistedOps.insert(op).second)
        continue;
      if (op == front)
        front = op->getNextNode();
      else
        op->moveBefore(front);
    }
  }

  static bool mayMove(Operation *op) {
    if (isa<sg::runtime::ResultOp, sg::runtime::SetSizeOp>(op))
      return true;
    return op->getNumRegions() == 0 && isPure(op) &&
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  }
};
} // namespace
