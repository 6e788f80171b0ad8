//===- RestrictInlining.cpp - Functions that are not inlined --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-restrict-inlining"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_RESTRICTINLINING
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// The function whose body this is; null for what is called from outside.
static func::FuncOp getFunction(const CallGraphNode *node) {
  if (node->isExternal())
    return {};
  return dyn_cast<func::FuncOp>(node->getCallableRegion()->getParentOp());
}

namespace {
struct RestrictInlining : sg::impl::RestrictInliningBase<RestrictInlining> {
  void runOnOperation() override {
    const CallGraph calls(getOperation());
    for (auto cycle = llvm::scc_begin(&calls); !cycle.isAtEnd(); ++cycle)
      if (cycle.hasCycle())
        for (const CallGraphNode *node : *cycle)
          if (func::FuncOp function = getFunction(node)) {
            LDBG() << "not inlined, recursive: @" << function.getName();
            function.setNoInline(true);
          }
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Block &block : function.getBody())
        if (block.getNumSuccessors() == 0 &&
            !isa<func::ReturnOp>(block.getTerminator())) {
          LDBG() << "not inlined, may end otherwise than with a return: @"
                 << function.getName();
          function.setNoInline(true);
        }
  }
};
} // namespace
