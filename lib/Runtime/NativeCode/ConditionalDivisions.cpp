//===- ConditionalDivisions.cpp - Workaround for the vectorizer -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionalDivisions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "sg-conditional-divisions"

using namespace llvm;

/// Returns true if only some iterations execute the division, and the division
/// might trap in the other iterations.
static bool isConditionalDivision(const Instruction &instruction,
                                  const Loop &loop,
                                  const DominatorTree &dominators) {
  return instruction.isIntDivRem() && instruction.getType()->isIntegerTy() &&
         !isSafeToSpeculativelyExecute(&instruction) &&
         !dominators.dominates(instruction.getParent(), loop.getLoopLatch());
}

/// Returns the divisor, or 1 if the division would trap.
static Value *makeSafeDivisor(IRBuilder<> &builder, Value *dividend,
                              Value *divisor, bool isSigned) {
  Type *type = divisor->getType();
  Value *traps = builder.CreateIsNull(divisor);
  if (isSigned) {
    Value *smallest = ConstantInt::get(
        type, APInt::getSignedMinValue(type->getIntegerBitWidth()));
    Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(dividend, smallest),
        builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type)));
    traps = builder.CreateOr(traps, overflows);
  }
  return builder.CreateSelect(traps, ConstantInt::get(type, 1), divisor);
}

/// Moves the division before the loop. Returns false if an operand is not loop
/// invariant.
static bool hoist(Loop &loop, BinaryOperator &division, bool &isChanged) {
  for (Value *operand : division.operands())
    if (!loop.makeLoopInvariant(operand, isChanged))
      return false;
  IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
  builder.SetCurrentDebugLocation(division.getDebugLoc());
  // Freeze the operands, which may be poison if no iteration divides.
  Value *dividend = builder.CreateFreeze(division.getOperand(0));
  Value *divisor = builder.CreateFreeze(division.getOperand(1));
  unsigned opcode = division.getOpcode();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  divisor = makeSafeDivisor(builder, dividend, divisor, isSigned);
  Value *result = builder.CreateBinOp(division.getOpcode(), dividend, divisor);
  LLVM_DEBUG(dbgs() << "hoisted out of loop " << loop.getName() << ":"
                    << division << "\n");
  result->takeName(&division);
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
  isChanged = true;
  return true;
}

static void forbidVectorization(Loop &loop) {
  LLVM_DEBUG(dbgs() << "not vectorized: " << loop.getName() << "\n");
  addStringMetadataToLoop(&loop, "llvm.loop.vectorize.enable", 0);
}

PreservedAnalyses
sg::ConditionalDivisions::run(Loop &loop, LoopAnalysisManager &,
                              LoopStandardAnalysisResults &results,
                              LPMUpdater &) {
  if (!loop.getLoopPreheader() || !loop.getLoopLatch())
    return PreservedAnalyses::all();
  // Visit blocks in execution order: a division may use the result of another
  // one.
  LoopBlocksRPO blocks(&loop);
  blocks.perform(&results.LI);
  SmallVector<BinaryOperator *> divisions;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (isConditionalDivision(instruction, loop, results.DT))
        divisions.push_back(cast<BinaryOperator>(&instruction));
  if (divisions.empty())
    return PreservedAnalyses::all();
  bool isChanged = false;
  bool areAllHoisted = true;
  for (BinaryOperator *division : divisions)
    areAllHoisted &= hoist(loop, *division, isChanged);
  if (!areAllHoisted && loop.isInnermost())
    forbidVectorization(loop);
  if (isChanged)
    results.SE.forgetLoop(&loop);
  return getLoopPassPreservedAnalyses();
}
