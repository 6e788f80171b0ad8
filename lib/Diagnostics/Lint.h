//===- Lint.h - Checks of grad-lint -----------------------------*- C++ -*-===//
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

/// Emits warnings, except of the kinds `ignored`, once per op and message.
class LintWarnings {
public:
  LintWarnings(llvm::ArrayRef<std::string> ignored,
               const InlinedClones &functions)
      : functions(functions) {
    for (const std::string &name : ignored)
      this->ignored.insert(name);
  }

  /// Emits a warning of the kind `name`, to which notes can be attached.
  /// Returns std::nullopt if the kind is ignored or the op already has the
  /// warning.
  std::optional<mlir::InFlightDiagnostic>
  warn(mlir::Operation *op, llvm::StringRef name, const llvm::Twine &message);

private:
  /// Maps a clone to its original op, which gets each warning once.
  const InlinedClones &functions;
  llvm::StringSet<> ignored;
  llvm::DenseSet<std::pair<mlir::Operation *, llvm::hash_code>> seen;
};

/// A differentiated function whose calls are inlined, and the activity of its
/// values.
struct LintedFunction {
  mlir::FunctionOpInterface function;
  const Activity &activity;
  /// The known range of each argument.
  llvm::ArrayRef<Bounds> bounds;
};

/// A pole of the derivative of an op: the derivative is unbounded where the
/// operand with index `operand` equals `at`.
struct Pole {
  unsigned operand;
  double at;
};
llvm::SmallVector<Pole> getPoles(mlir::Operation *op);

/// Returns true if a derivative with a pole in `operand` flows through `op`.
bool isActiveAtPole(mlir::Operation *op, unsigned operand,
                    const Activity &activity);

/// Returns the op to name in a diagnostic about `op`: `op`, or, if it has no
/// location (in the body of a named structured op), the innermost ancestor with
/// one.
mlir::Operation *findLocatedOp(mlir::Operation *op);

/// Warns of stops after an expensive op whose results only stops need.
void lintLateStops(const LintedFunction &linted, FlowSummaries &summaries,
                   LintWarnings &warnings);

/// Warns of each stop at one of several uses of a maximum, if the maximum is
/// subtracted from an input of the maximum.
void lintMaximum(const LintedFunction &linted, LintWarnings &warnings);

/// Warns of derivatives that are unbounded at a value the operand can reach.
void lintUnbounded(const LintedFunction &linted, Ranges &ranges,
                   LintWarnings &warnings);

/// Warns of each select or branch that does not choose an operand at the points
/// where the derivative of that operand is infinite. In reverse mode, the zero
/// cotangent of the operand times the infinite derivative is NaN. If
/// `hasStrongZero` is set, checks only contractions and convolutions.
void lintUnchosen(const LintedFunction &linted, Ranges &ranges,
                  bool hasStrongZero, LintWarnings &warnings);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_LINT_H
