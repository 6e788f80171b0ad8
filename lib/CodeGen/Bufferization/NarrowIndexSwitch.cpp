//===- NarrowIndexSwitch.cpp - Switches on indices of 64 bits -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-narrow-index-switch"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_NARROWINDEXSWITCH
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the smallest value >= `from` that is not in `cases`, and sets `from`
/// to the successor of this value.
static int64_t takeUnused(const DenseSet<int64_t> &cases, int64_t &from) {
  while (cases.contains(from))
    ++from;
  return from++;
}

/// Replaces the operand by a value of 32 bits that selects the same region.
static void narrow(scf::IndexSwitchOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  auto select = [&](arith::CmpIPredicate predicate, Value x, Value y,
                    Value ifTrue, Value ifFalse) -> Value {
    Value condition = arith::CmpIOp::create(b, loc, predicate, x, y);
    return arith::SelectOp::create(b, loc, condition, ifTrue, ifFalse);
  };
  SmallVector<int64_t> cases(op.getCases());
  DenseSet<int64_t> usedCases(cases.begin(), cases.end());
  int64_t unused = 0;
  Value arg = op.getArg();
  Value noCase = constant(takeUnused(usedCases, unused));
  Value low = arith::IndexCastOp::create(b, loc, b.getI32Type(), arg);
  Value extended = arith::IndexCastOp::create(b, loc, b.getIndexType(), low);
  Value narrowed = select(arith::CmpIPredicate::eq, extended, arg, arg, noCase);
  for (int64_t &caseValue : cases) {
    if (llvm::isInt<32>(caseValue))
      continue;
    Value wide = constant(caseValue);
    caseValue = takeUnused(usedCases, unused);
    Value replacement = constant(caseValue);
    narrowed =
        select(arith::CmpIPredicate::eq, arg, wide, replacement, narrowed);
  }
  op.getArgMutable().assign(narrowed);
  op.setCases(cases);
}

namespace {
struct NarrowIndexSwitch : sg::impl::NarrowIndexSwitchBase<NarrowIndexSwitch> {
  void runOnOperation() override {
    getOperation()->walk([](scf::IndexSwitchOp op) {
      // An operand that is extended from 32 bits needs no change.
      auto cast = op.getArg().getDefiningOp<arith::IndexCastOp>();
      bool isNarrow = cast && cast.getIn().getType().isInteger() &&
                      cast.getIn().getType().getIntOrFloatBitWidth() <= 32;
      if (isNarrow && llvm::all_of(op.getCases(), llvm::isInt<32>)) {
        LDBG() << "left alone, the operand has 32 bits: " << op->getName()
               << " at " << op.getLoc();
        return;
      }
      LDBG() << "selects by 32 bits: " << op->getName() << " at "
             << op.getLoc();
      narrow(op);
    });
  }
};
} // namespace
