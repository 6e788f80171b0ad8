//===- OrderLoops.cpp - Move the contiguous loop innermost ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM vectorizes a loop only if it is innermost and accesses contiguous
// memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "sg/CodeGen/CPU/Tiling/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-order-loops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_ORDERLOOPS
#include "sg/CodeGen/CPU/Tiling/Passes.h.inc"
} // namespace sg

/// Maximum trip count of a loop that is not worth moving innermost.
static constexpr int64_t kMaxShortLoop = 4;

namespace {
enum class Access { Invariant, Contiguous, Scattered };
} // namespace

static Access classifyAccess(linalg::LinalgOp op, OpOperand &operand,
                             unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isFunctionOfDim(loop))
    return Access::Invariant;
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  bool isLastContiguous =
      succeeded(type.getStridesAndOffset(strides, offset)) &&
      strides.back() == 1;
  bool isLast =
      map.getResults().back() == getAffineDimExpr(loop, op.getContext());
  for (AffineExpr index : map.getResults().drop_back())
    isLast &= !index.isFunctionOfDim(loop);
  return isLast && isLastContiguous ? Access::Contiguous : Access::Scattered;
}

/// Returns true if each operand is contiguous or invariant along `loop`, and at
/// least one operand is contiguous.
static bool isContiguous(linalg::LinalgOp op, unsigned loop) {
  bool hasContiguous = false;
  for (OpOperand &operand : op->getOpOperands()) {
    Access access = classifyAccess(op, operand, loop);
    if (access == Access::Scattered)
      return false;
    hasContiguous |= access == Access::Contiguous;
  }
  return hasContiguous;
}

/// Returns the parallel loop to move innermost, or std::nullopt if the order is
/// kept.
static std::optional<unsigned> findInnermost(linalg::GenericOp op) {
  auto reject = [&](StringRef why) {
    LDBG() << "order kept, " << why << ": " << op->getName() << " at "
           << op.getLoc();
    return std::nullopt;
  };
  if (op.getNumLoops() < 2 || !op.hasPureBufferSemantics())
    return reject("fewer than two loops, or not on memory");
  linalg::LinalgOp structured = op;
  unsigned last = op.getNumLoops() - 1;
  if (isContiguous(structured, last))
    return reject("the innermost loop is contiguous");
  SmallVector<int64_t> sizes = structured.getStaticLoopRanges();
  for (unsigned loop = last; loop-- > 0;)
    if (linalg::isParallelIterator(op.getIteratorTypesArray()[loop]) &&
        (ShapedType::isDynamic(sizes[loop]) || sizes[loop] > kMaxShortLoop) &&
        isContiguous(structured, loop))
      return loop;
  return reject("no parallel loop of enough elements is contiguous");
}

namespace {
struct OrderLoops : sg::impl::OrderLoopsBase<OrderLoops> {
  using OrderLoopsBase::OrderLoopsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<unsigned> innermost = findInnermost(op);
      if (!innermost)
        continue;
      LDBG() << "loop " << *innermost << " moves innermost: " << op->getName()
             << " at " << op.getLoc();
      SmallVector<unsigned> permutation =
          llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops()));
      permutation.erase(permutation.begin() + *innermost);
      permutation.push_back(*innermost);
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> interchanged =
          linalg::interchangeGenericOp(rewriter, op, permutation);
      assert(succeeded(interchanged) && "the order has each loop once");
      (void)interchanged;
    }
  }
};
} // namespace
