//===- CaptureLaunchGraphs.cpp - Marks repeated launches ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-capture-launch-graphs"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CAPTURELAUNCHGRAPHS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// Smallest number of launches for which a graph is faster than separate
/// launches. A loop body of launches has no minimum, because the runtime puts
/// several iterations into a graph.
static constexpr size_t kMinLaunches = 4;

namespace {
/// Launches of a block with only movable ops in between.
using Sequence = SmallVector<gpu::LaunchFuncOp>;
} // namespace

/// Returns true if `op` may execute before launches that precede `op`.
static bool isMovable(Operation &op) {
  return isMemoryEffectFree(&op) || isa<cf::AssertOp>(op);
}

/// Logs the decision about a sequence. `end` is the op after the sequence, or
/// null at the end of the block.
static void logSequence(StringRef what, const Sequence &sequence,
                        Operation *end) {
  Operation *last = end ? end : sequence.back()->getBlock()->getTerminator();
  LDBG() << what << ": the " << sequence.size() << " launches from "
         << sequence.front()->getLoc() << " up to " << last->getName() << " at "
         << last->getLoc();
}

/// Returns the sequences of a block that are long enough for a graph.
static SmallVector<Sequence> findSequences(Block &block) {
  SmallVector<Sequence> sequences(1);
  /// The op that ends each sequence, or null for the last sequence.
  SmallVector<Operation *> ends;
  bool isOnlyLaunches = true;
  for (Operation &op : block.without_terminator()) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      sequences.back().push_back(launch);
    } else if (!isMovable(op)) {
      isOnlyLaunches = false;
      sequences.emplace_back();
      ends.push_back(&op);
    }
  }
  bool isLoop = isa<scf::ForOp, scf::WhileOp>(block.getParentOp());
  size_t fewest = isLoop && isOnlyLaunches ? 1 : kMinLaunches;
  ends.push_back(nullptr);
  SmallVector<Sequence> found;
  for (auto [sequence, end] : llvm::zip_equal(sequences, ends)) {
    if (sequence.empty())
      continue;
    if (sequence.size() < fewest) {
      logSequence("not a graph, there are few", sequence, end);
      continue;
    }
    logSequence("a graph", sequence, end);
    found.push_back(std::move(sequence));
  }
  return found;
}

namespace {
struct CaptureLaunchGraphs
    : sg::impl::CaptureLaunchGraphsBase<CaptureLaunchGraphs> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    sg::RuntimeCalls calls(symbols);
    SmallVector<Sequence> sequences;
    for (auto function : getOperation().getOps<func::FuncOp>())
      function.walk([&](Block *block) {
        if (block->getParent()->hasOneBlock())
          llvm::append_range(sequences, findSequences(*block));
        else if (!block->getOps<gpu::LaunchFuncOp>().empty())
          LDBG() << "no graphs, a region has several blocks: in "
                 << block->getParentOp()->getName() << " at "
                 << block->getParentOp()->getLoc();
      });
    for (const Sequence &sequence : sequences)
      mark(sequence, symbols, calls);
  }

private:
  static void mark(const Sequence &sequence, SymbolTable &symbols,
                   sg::RuntimeCalls &calls) {
    gpu::LaunchFuncOp first = sequence.front(), last = sequence.back();
    ImplicitLocOpBuilder b(first.getLoc(), first);
    LLVM::GlobalOp place;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&symbols.getOp()->getRegion(0).front());
      // Not a constant, because the address of each global must be unique.
      place = LLVM::GlobalOp::create(b, b.getI8Type(), /*isConstant=*/false,
                                     LLVM::Linkage::Internal, "sg.launches",
                                     b.getI8IntegerAttr(0));
      symbols.insert(place);
    }
    Value address = LLVM::AddressOfOp::create(b, place);
    calls.createCall(b, "sgrt_device_begin", {}, address);
    b.setLoc(last.getLoc());
    b.setInsertionPointAfter(last);
    calls.createCall(b, "sgrt_device_end", {}, {});
  }
};
} // namespace
