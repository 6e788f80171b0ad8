//===- RestrictInlining.cpp - Functions that are not inlined --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-restrict-inlining"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_RESTRICTINLINING
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns the function of a node, or null for the node that stands for
/// external callers.
static func::FuncOp getFunction(const CallGraphNode *node) {
  if (node->isExternal())
    return {};
  return dyn_cast<func::FuncOp>(node->getCallableRegion()->getParentOp());
}

namespace {
/// Largest number of ops that copies of one function may add to a program. If
/// each function calls the next one twice, the number of copies doubles with
/// each level. LLVM takes quadratic time for a block: 8 s for 20,000 ops on
/// scalars.
constexpr uint64_t kMaxGrowth = 10000;

/// Largest number of functions in a chain of inlined calls. For each function,
/// upstream's inliner canonicalizes all direct and indirect callees: 200
/// functions took 1 s, and 800 more than 40 s.
constexpr unsigned kMaxDepth = 64;

/// Estimates the sizes and call depths of functions after inlining.
class InlinedSizes {
public:
  explicit InlinedSizes(ModuleOp module) {
    SymbolTableCollection symbols;
    for (auto function : module.getOps<func::FuncOp>()) {
      FunctionInfo &info = infos[function];
      function->walk([&](Operation *op) {
        ++info.size;
        auto call = dyn_cast<CallOpInterface>(op);
        if (!call)
          return;
        if (auto callee = dyn_cast_or_null<func::FuncOp>(
                call.resolveCallableInTable(&symbols))) {
          info.callees.push_back(callee);
          ++numCalls[callee];
        }
      });
    }
  }

  /// Returns true if inlining `function` exceeds kMaxGrowth or kMaxDepth. The
  /// caller must visit callees before their callers.
  bool isTooCostly(func::FuncOp function) {
    FunctionInfo &info = infos[function];
    for (func::FuncOp callee : info.callees)
      if (!callee.getNoInline()) {
        const FunctionInfo &calleeInfo = infos[callee];
        info.size = llvm::SaturatingAdd(info.size, calleeInfo.size);
        info.depth = std::max(info.depth, calleeInfo.depth + 1);
      }
    // A private function is erased after its last call is inlined.
    uint64_t copies = numCalls.lookup(function);
    if (copies != 0 && function.isPrivate())
      --copies;
    return llvm::SaturatingMultiply(copies, info.size) > kMaxGrowth ||
           info.depth >= kMaxDepth;
  }

private:
  struct FunctionInfo {
    uint64_t size = 0;
    /// Number of functions in the longest chain of inlined calls.
    unsigned depth = 0;
    SmallVector<func::FuncOp> callees;
  };
  llvm::DenseMap<Operation *, FunctionInfo> infos;
  llvm::DenseMap<Operation *, uint64_t> numCalls;
};

struct RestrictInlining : sg::impl::RestrictInliningBase<RestrictInlining> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Block &block : function.getBody())
        if (block.getNumSuccessors() == 0 &&
            !isa<func::ReturnOp>(block.getTerminator())) {
          LDBG() << "not inlined, may end without a return: @"
                 << function.getName();
          function.setNoInline(true);
        }
    const CallGraph calls(getOperation());
    InlinedSizes sizes(getOperation());
    // The iterator visits callees before their callers.
    for (auto component = llvm::scc_begin(&calls); !component.isAtEnd();
         ++component)
      for (const CallGraphNode *node : *component) {
        func::FuncOp function = getFunction(node);
        if (!function)
          continue;
        if (component.hasCycle()) {
          LDBG() << "not inlined, recursive: @" << function.getName();
          function.setNoInline(true);
        } else if (sizes.isTooCostly(function)) {
          LDBG() << "not inlined, called too often or too deeply: @"
                 << function.getName();
          function.setNoInline(true);
        }
      }
  }
};
} // namespace
