//===- FlowSummaries.h - Flow of derivatives through calls ------*- C++ -*-===//
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

/// Returns true if `function` has a custom rule (attribute grad.custom_vjp or
/// grad.custom_jvp), which overrides the derivative of the body.
bool hasCustomRule(mlir::Operation *function);

enum class FlowKind {
  Derivative, ///< derivative flow that the ops declare
  Dependence, ///< dependence of values on each other, for explanations
  Contents,   ///< dependence, except on the sizes of tensors
  /// Derivative flow, and flow through integers that hold, or are computed
  /// from, the bits of a float. Conditions, indices and numeric conversions of
  /// floats to integers end this flow.
  Bits
};

/// Flow between the arguments and results of a function.
struct FlowSummary {
  /// reaches[i][j] is set if argument i reaches result j.
  llvm::SmallVector<llvm::BitVector> reaches;
  /// escapes[i] is an op that writes a value dependent on argument i to memory
  /// or passes the value to unknown code, or null.
  llvm::SmallVector<mlir::Operation *> escapes;
  /// True if the function, or a callee, reads the bits of a float.
  bool readsBits = false;
};

/// Cache of one summary per function and kind, computed on demand. A function
/// must not change after its summary is computed.
class FlowSummaries {
public:
  const FlowSummary &of(mlir::FunctionOpInterface function,
                        FlowKind kind = FlowKind::Derivative);
  mlir::FunctionOpInterface lookup(mlir::Operation *from,
                                   mlir::SymbolRefAttr name);

private:
  bool update(mlir::FunctionOpInterface function, FlowKind kind,
              FlowSummary &summary);

  struct Known {
    llvm::DenseMap<mlir::Operation *, std::unique_ptr<FlowSummary>> summaries;
    /// Functions being visited, whose summaries may grow if recursive.
    llvm::SmallVector<mlir::FunctionOpInterface> pending;
    bool isRecursive = false;
  };
  Known knownOfKind[4];
};

} // namespace sg::grad

#endif // SG_ANALYSIS_FLOWSUMMARIES_H
