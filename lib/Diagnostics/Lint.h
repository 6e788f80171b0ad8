//===- Lint.h - What --grad-lint looks for ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_LINT_H
#define SG_LIB_DIAGNOSTICS_LINT_H

#include "InlinedClones.h"
#include "sg/Analysis/Activity.h"
#include "sg/Analysis/Origin.h"
#include "sg/Analysis/Ranges.h"
#include "llvm/ADT/StringSet.h"

namespace sg::grad {

/// Emits warnings, each once for an op, in its words, and only those that are
/// wanted.
class LintWarnings {
public:
  LintWarnings(llvm::ArrayRef<std::string> ignored,
               const InlinedClones &functions)
      : functions(functions) {
    for (const std::string &name : ignored)
      this->ignored.insert(name);
  }

  /// A warning of the kind `name`, to which notes can be attached; nothing if
  /// it is not wanted or has been given.
  std::optional<mlir::InFlightDiagnostic>
  warn(mlir::Operation *op, llvm::StringRef name, const llvm::Twine &message);

private:
  /// Of two copies of an op one is warned of.
  const InlinedClones &functions;
  llvm::StringSet<> ignored;
  llvm::DenseSet<std::pair<mlir::Operation *, llvm::hash_code>> seen;
};

/// A function that is differentiated, without its calls, and in what.
struct LintedFunction {
  mlir::FunctionOpInterface function;
  const Activity &activity;
  /// What is known of the arguments.
  llvm::ArrayRef<Bounds> bounds;
};

/// A value at which the derivative of an op is unbounded, if the operand takes
/// it.
struct Pole {
  unsigned operand;
  double at;
};
llvm::SmallVector<Pole> getPoles(mlir::Operation *op);

/// Whether a derivative with a pole in that operand flows through `op`.
bool isActiveAtPole(mlir::Operation *op, unsigned operand,
                    const Activity &activity);

/// The op to name for `op`: a named structured op for what is in its body,
/// which has no place in the program.
mlir::Operation *findTold(mlir::Operation *op);

/// A stop behind much work that nothing but stops need.
void lintLateStops(const LintedFunction &linted, FlowSummaries &summaries,
                   LintWarnings &warnings);

/// A stop at one of several uses of the maximum that is subtracted from what it
/// is the maximum of.
void lintMaximum(const LintedFunction &linted, LintWarnings &warnings);

/// An op whose derivative is unbounded at a value that its operand can take.
void lintUnbounded(const LintedFunction &linted, Ranges &ranges,
                   LintWarnings &warnings);

/// An op that a choice leaves out where the derivative of it is infinite: the
/// zero that the choice sends to it makes NaN, in reverse mode. With strong
/// zeros that is so of sums of products only.
void lintUnchosen(const LintedFunction &linted, Ranges &ranges,
                  bool hasStrongZero, LintWarnings &warnings);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_LINT_H
