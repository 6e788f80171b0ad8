//===- AllocasToAllocs.cpp - Unbounded stack memory on the heap -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sg/CodeGen/Analysis/ElementBytes.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-allocas-to-allocs"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_ALLOCASTOALLOCS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Largest size in bytes of memory that stays on the stack: one page. No access
/// can then skip the guard page below the stack.
static constexpr int64_t kMaxStackBytes = 4096;

/// Returns an upper bound of the size of `type` in bytes, or std::nullopt if
/// the size is unknown or not representable.
static std::optional<int64_t> getBytes(MemRefType type) {
  int64_t bytes = sg::getMaxElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

/// Returns true if one call may execute the op several times.
static bool isRepeated(Operation *op) {
  for (; !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op->getParentOp()) ||
        !op->getBlock()->isEntryBlock())
      return true;
  return false;
}

namespace {
struct AllocasToAllocs : sg::impl::AllocasToAllocsBase<AllocasToAllocs> {
  void runOnOperation() override {
    getOperation().walk([](memref::AllocaOp op) {
      std::optional<int64_t> bytes = getBytes(op.getType());
      if (bytes && *bytes <= kMaxStackBytes && !isRepeated(op)) {
        LDBG() << "left on the stack: " << op->getName() << " at "
               << op.getLoc();
        return;
      }
      OpBuilder b(op);
      auto alloc = memref::AllocOp::create(
          b, op.getLoc(), op.getType(), op.getDynamicSizes(),
          op.getSymbolOperands(), op.getAlignmentAttr());
      op.replaceAllUsesWith(alloc.getResult());
      op.erase();
    });
  }
};
} // namespace
