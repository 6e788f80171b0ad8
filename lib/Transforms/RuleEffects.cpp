//===- RuleEffects.cpp - Checks of derivative rules -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleEffects.h"
#include "sg/StructuredOps/EnclosedRegions.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

SmallVector<Value> sg::grad::findSources(Operation *op, ArrayRef<Value> results,
                                         const FlowGraph &flow) {
  EnclosedRegions regions(op);
  // A value of an op that a rule has replaced is in no region.
  auto isInside = [&](Value value) {
    return value.getDefiningOp() == op || regions.define(value);
  };
  SetVector<Value> inside(results.begin(), results.end()), sources;
  for (size_t i = 0; i < inside.size(); ++i)
    for (Value from : flow.predecessorsOf(inside[i]))
      (isInside(from) ? inside : sources).insert(from);
  return sources.takeVector();
}

void RuleEffects::replace(Value from, Value to) {
  if (required.remove(from))
    required.insert(to);
  if (stated.contains(from))
    stated.insert(to);
}

InFlightDiagnostic RuleEffects::emitError() const {
  return op->emitOpError() << "has a derivative rule whose "
                           << (mode == Mode::Forward ? "pushforward"
                                                     : "pullback")
                           << ' ';
}

/// Returns a phrase for errors, for example "operand #0".
std::string RuleEffects::describe(Value value) const {
  auto result = dyn_cast<OpResult>(value);
  // If the op was rebuilt, `value` is a result of the new op.
  if (result && (result.getOwner() == op ||
                 (mode == Mode::Forward && required.contains(value))))
    return ("result #" + Twine(result.getResultNumber())).str();
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == value)
      return ("operand #" + Twine(operand.getOperandNumber())).str();
  Region *region = value.getParentRegion();
  return region && op->isAncestor(region->getParentOp())
             ? "a value in its regions"
             : "a value that its regions capture";
}

LogicalResult RuleEffects::checkType(Value value, Type type,
                                     Type alternative) const {
  if (type == value.getType() || type == alternative)
    return success();
  InFlightDiagnostic error = emitError();
  error << (mode == Mode::Forward ? "sets a tangent" : "contributes a value")
        << " of type " << type << " for " << describe(value)
        << ", which is of type " << value.getType();
  Diagnostic &remedy = error.attachNote(op->getLoc());
  remedy << "a derivative has the type of its value";
  if (alternative && alternative != value.getType())
    remedy << ", or its accumulator type " << alternative;
  remedy << "; correct the rule, or put the op into a function with a custom "
            "rule (grad.custom_vjp, grad.custom_jvp)";
  return error;
}

LogicalResult RuleEffects::checkStated() const {
  for (Value value : required) {
    if (stated.contains(value))
      continue;
    InFlightDiagnostic error = emitError();
    if (mode == Mode::Forward)
      error << "sets no tangent for " << describe(value)
            << ", to which its derivativeFlow declares an edge";
    else
      error << "contributes nothing to " << describe(value)
            << ", from which its derivativeFlow declares an edge";
    error.attachNote(op->getLoc())
        << "correct the rule: "
        << (mode == Mode::Forward
                ? "call ForwardContext::setTangent, with a null value if the "
                  "tangent is zero"
                : "call ReverseContext::accumulate, with a null value if the "
                  "contribution is zero")
        << ", or declare no edge; or put the op into a function with a custom "
           "rule (grad.custom_vjp, grad.custom_jvp)";
    return error;
  }
  return success();
}

void RuleEffects::reportUnseeded(Value captured) const {
  InFlightDiagnostic error = emitError();
  error << "does not seed a value that its regions capture, whose derivative "
           "would be lost";
  error.attachNote(captured.getLoc()) << "the value is defined here";
  error.attachNote(op->getLoc())
      << "correct the rule: name each active value that a region captures "
         "(sg::rules::getActiveCaptures) in the seeds of pullbackRegion";
}
