//===- FlowSummaries.h - How derivatives flow through calls -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_FLOWSUMMARIES_H
#define SG_ANALYSIS_FLOWSUMMARIES_H

#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/DenseMap.h"

namespace sg::grad {

/// Whether `function` names a rule (grad.custom_vjp, grad.custom_jvp), which
/// wins over what its body would give.
bool hasOwnRule(mlir::Operation *function);

/// Which flow a graph shows.
enum class FlowKind {
  Derivative, ///< what the ops declare
  Dependence, ///< of values on each other, for explanations
  Contents,   ///< that, but for what depends on sizes of tensors only
  /// What the ops declare, and through integers where these are the bits of a
  /// float or computed of them. A choice, a position and a float that is
  /// converted to an integer have no bits to pass on.
  Bits
};

/// What a call of a function does to a derivative, or to a dependence.
struct FlowSummary {
  /// reaches[i][j]: argument i reaches result j.
  llvm::SmallVector<llvm::BitVector> reaches;
  /// escapes[i]: the op at which something that depends on argument i is
  /// written to memory or passed to unknown code; null if there is none.
  llvm::SmallVector<mlir::Operation *> escapes;
  /// Whether the function, or one that it calls, reads the bits of a float.
  bool readsBits = false;
};

/// One summary per function, computed when it is first asked for. Functions
/// must not change afterwards.
class FlowSummaries {
public:
  const FlowSummary &of(mlir::FunctionOpInterface function,
                        FlowKind kind = FlowKind::Derivative);
  mlir::FunctionOpInterface lookup(mlir::Operation *from,
                                   mlir::SymbolRefAttr name);

private:
  bool update(mlir::FunctionOpInterface function, FlowKind kind,
              FlowSummary &summary);

  /// The summaries of one kind.
  struct Known {
    llvm::DenseMap<mlir::Operation *, std::unique_ptr<FlowSummary>> summaries;
    /// Functions being read, whose summaries may still grow: they may call
    /// each other.
    llvm::SmallVector<mlir::FunctionOpInterface> pending;
    bool isRecursive = false;
  };
  Known knownOfKind[4];
};

} // namespace sg::grad

#endif // SG_ANALYSIS_FLOWSUMMARIES_H
