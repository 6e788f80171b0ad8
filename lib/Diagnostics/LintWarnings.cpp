//===- LintWarnings.cpp - Warnings of --grad-lint -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-lint"

using namespace mlir;
using namespace sg::grad;

Operation *sg::grad::findLocatedOp(Operation *op) {
  while (isa<UnknownLoc>(op->getLoc()) &&
         !isa_and_present<FunctionOpInterface>(op->getParentOp()) &&
         op->getParentOp())
    op = op->getParentOp();
  return op;
}

std::optional<InFlightDiagnostic>
LintWarnings::warn(Operation *op, StringRef name, const Twine &message) {
  Operation *origin = functions.getOrigin(op);
  Operation *located = findLocatedOp(op);
  auto skip = [&](StringRef why) {
    LDBG() << "no warning '" << name << "', " << why << ": "
           << located->getName() << " at " << located->getLoc();
    return std::nullopt;
  };
  if (ignored.contains(name))
    return skip("its kind is ignored");
  if (!seen.insert(
               {origin ? origin : op, llvm::hash_combine(name, message.str())})
           .second)
    return skip("it was given before");
  InFlightDiagnostic warning = mlir::emitWarning(located->getLoc());
  warning << "'" << located->getName() << "' " << message << " [" << name
          << "]";
  return warning;
}
