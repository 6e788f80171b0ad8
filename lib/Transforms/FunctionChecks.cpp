//===- FunctionChecks.cpp - Checks of differentiated functions ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/FunctionChecks.h"
#include "sg/Analysis/FlowSummaries.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/CustomRuleFunctions.h"

using namespace mlir;
using namespace sg::grad;

/// If grad.checkpoint names another function, checks that function.
static LogicalResult checkCheckpoint(Operation *from, func::FuncOp function) {
  auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr);
  if (!name)
    return success();
  auto other =
      SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name);
  if (!other || other.getFunctionType() != function.getFunctionType() ||
      other->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr))
    return function.emitOpError()
           << "expects '" << kCheckpointAttr << "' to name a function of type "
           << function.getFunctionType()
           << " that does not name another function itself, but '" << name
           << "' is not such a function";
  return checkFunction(from, other);
}

LogicalResult sg::grad::checkFunction(Operation *from,
                                      FunctionOpInterface function) {
  auto name = [&] { return ("'@" + function.getName() + "'").str(); };
  if (!isa<func::FuncOp>(function))
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name() + ", which is a '" +
                  function->getName().getStringRef() + "', not a func.func");
  if (hasCustomRule(function))
    return checkCustomRule(cast<func::FuncOp>(function));
  if (failed(checkBody(from, function)))
    return failure();
  return checkCheckpoint(from, cast<func::FuncOp>(function));
}

LogicalResult sg::grad::checkBody(Operation *from,
                                  FunctionOpInterface function) {
  std::string name = ("'@" + function.getName() + "'").str();
  if (function.isExternal())
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name + ", which has no body");
  if (!function.getFunctionBody().hasOneBlock())
    return from->emitOpError()
           << "needs a derivative of " << name
           << ", which has branches between blocks; run --lift-cf-to-scf first";
  Operation *end = function.getFunctionBody().front().getTerminator();
  if (!isa<func::ReturnOp>(end)) {
    InFlightDiagnostic error = from->emitOpError()
                               << "needs a derivative of " << name
                               << ", which does not end in func.return";
    error.attachNote(end->getLoc()) << "it ends here";
    return error;
  }
  return success();
}
