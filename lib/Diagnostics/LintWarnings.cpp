//===- LintWarnings.cpp - Each warning once -------------------------------===//
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

Operation *sg::grad::findTold(Operation *op) {
  while (isa<UnknownLoc>(op->getLoc()) &&
         !isa_and_present<FunctionOpInterface>(op->getParentOp()) &&
         op->getParentOp())
    op = op->getParentOp();
  return op;
}

std::optional<InFlightDiagnostic>
LintWarnings::warn(Operation *op, StringRef name, const Twine &message) {
  Operation *origin = functions.getOrigin(op);
  Operation *told = findTold(op);
  auto leave = [&](StringRef why) {
    LDBG() << "no warning '" << name << "', " << why << ": " << told->getName()
           << " at " << told->getLoc();
    return std::nullopt;
  };
  if (ignored.contains(name))
    return leave("which is ignored");
  if (!seen.insert(
               {origin ? origin : op, llvm::hash_combine(name, message.str())})
           .second)
    return leave("which it has had");
  InFlightDiagnostic warning = mlir::emitWarning(told->getLoc());
  warning << "'" << told->getName() << "' " << message << " [" << name << "]";
  return warning;
}
