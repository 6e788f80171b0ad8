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

/// Minimum number of launches for which a graph is faster than separate
/// launches. A loop body that contains only launches has no minimum, because
/// the runtime puts several iterations into a graph.
static constexpr size_t kMinLaunches = 4;

namespace {
/// Launches of a block with only movable ops between the launches.
using Sequence = SmallVector<gpu::LaunchFuncOp>;
} // namespace

/// Returns true if `op` may execute before launches that precede `op`.
static bool isMovable(Operation &op) {
  return isMemoryEffectFree(&op) || isa<cf::AssertOp>(op);
}

/// Logs the decision about a sequence. `end` is the op after the sequence, or
/// null at the end of the block.
static void logSequence(StringRef verdict, const Sequence &sequence,
                        Operation *end) {
  Operation *last = end ? end : sequence.back()->getBlock()->getTerminator();
  LDBG() << verdict << ": the " << sequence.size() << " launches from "
         << sequence.front()->getLoc() << " up to " << last->getName() << " at "
         << last->getLoc();
}

/// Returns the sequences of a block that are long enough for a graph.
static SmallVector<Sequence> findSequences(Block &block) {
  SmallVector<Sequence> sequences(1);
  /// The op that ends each sequence, or null for the last sequence.
  SmallVector<Operation *> ends;
  bool hasOnlyLaunches = true;
  for (Operation &op : block.without_terminator()) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      sequences.back().push_back(launch);
    } else if (!isMovable(op)) {
      hasOnlyLaunches = false;
      sequences.emplace_back();
      ends.push_back(&op);
    }
  }
  bool isLoop = isa<scf::ForOp, scf::WhileOp>(block.getParentOp());
  size_t minLaunches = isLoop && hasOnlyLaunches ? 1 : kMinLaunches;
  ends.push_back(nullptr);
  SmallVector<Sequence> longSequences;
  for (auto [sequence, end] : llvm::zip_equal(sequences, ends)) {
    if (sequence.empty())
      continue;
    if (sequence.size() < minLaunches) {
      logSequence("not a graph, too few launches", sequence, end);
      continue;
    }
    logSequence("a graph", sequence, end);
    longSequences.push_back(std::move(sequence));
  }
  return longSequences;
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
      markSequence(sequence, symbols, calls);
  }

private:
  static void markSequence(const Sequence &sequence, SymbolTable &symbols,
                           sg::RuntimeCalls &calls) {
    gpu::LaunchFuncOp first = sequence.front(), last = sequence.back();
    ImplicitLocOpBuilder b(first.getLoc(), first);
    LLVM::GlobalOp identifier;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&symbols.getOp()->getRegion(0).front());
      // Not a constant, because the address of each global must be unique.
      identifier = LLVM::GlobalOp::create(
          b, b.getI8Type(), /*isConstant=*/false, LLVM::Linkage::Internal,
          "sg.launches", b.getI8IntegerAttr(0));
      symbols.insert(identifier);
    }
    Value address = LLVM::AddressOfOp::create(b, identifier);
    calls.createCall(b, "sgrt_device_begin", {}, address);
    b.setLoc(last.getLoc());
    b.setInsertionPointAfter(last);
    calls.createCall(b, "sgrt_device_end", {}, {});
  }
};
} // namespace
