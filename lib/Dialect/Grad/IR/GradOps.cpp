//===- GradOps.cpp - Verifiers of the grad dialect ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each error message ends with the violated constraint (C1, ...) of the op.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

#define GET_OP_CLASSES
#include "sg/Dialect/Grad/IR/GradOps.cpp.inc"

SmallVector<unsigned> sg::grad::getDifferentiablePositions(TypeRange types) {
  SmallVector<unsigned> positions;
  for (auto [position, type] : llvm::enumerate(types))
    if (isDifferentiable(type))
      positions.push_back(position);
  return positions;
}

SmallVector<unsigned>
sg::grad::getDifferentiatedArguments(TypeRange arguments,
                                     std::optional<ArrayRef<int64_t>> wrt) {
  if (!wrt)
    return getDifferentiablePositions(arguments);
  return SmallVector<unsigned>(wrt->begin(), wrt->end());
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

ValueRange ValueAndGradOp::getDirections() { return {}; }
ValueRange VJPOp::getDirections() { return getCotangents(); }
ValueRange JVPOp::getDirections() { return getTangents(); }

/// Returns a number and a noun, for example "1 argument" or "2 arguments".
static std::string withCount(size_t number, const Twine &thing) {
  return (Twine(number) + " " + thing + (number == 1 ? "" : "s")).str();
}

/// Adds a note to an error about a function with fewer arguments or results
/// than a request expects. --remove-dead-values may have removed them, because
/// it assumes that all users of a private function are calls (22.1.8).
static InFlightDiagnostic addDeadValuesNote(InFlightDiagnostic error,
                                            func::FuncOp function) {
  if (function.isPrivate() && !function.isExternal())
    error.attachNote(function.getLoc())
        << "is private; --remove-dead-values removes arguments and results "
           "that the function's calls do not need, and ignores requests: run "
           "it after --grad-expand-derivatives";
  return error;
}

/// Rejects unknown attributes of a request, which would otherwise be ignored.
/// Accepts attributes with a dot in the name, which belong to a dialect.
static LogicalResult verifyAttributes(DerivativeRequestOpInterface op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if (name.contains('.'))
      continue;
    StringRef nearest;
    unsigned distance = 4; // maximal edit distance of a suggestion
    for (StringAttr known : op->getName().getAttributeNames())
      if (unsigned d = name.edit_distance(known.strref()); d < distance) {
        distance = d;
        nearest = known.strref();
      }
    InFlightDiagnostic error = op->emitOpError()
                               << "has no attribute '" << name << "'";
    if (!nearest.empty())
      error.attachNote() << "did you mean '" << nearest << "'?";
    return error;
  }
  return success();
}

/// Verifies C1 and C2: the callee exists and accepts the arguments.
static FailureOr<func::FuncOp>
verifyCallee(DerivativeRequestOpInterface op,
             SymbolTableCollection &symbolTable) {
  if (failed(verifyAttributes(op)))
    return failure();
  FlatSymbolRefAttr name = op.getCalleeAttr();
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, name);
  if (!symbol)
    return op->emitOpError() << "requests a derivative of " << name
                             << ", but there is no such function (C1)";
  auto function = dyn_cast<func::FuncOp>(symbol);
  if (!function) {
    InFlightDiagnostic error = op->emitOpError()
                               << "requests a derivative of " << name
                               << ", which is a '" << symbol->getName()
                               << "', not a func.func (C1)";
    error.attachNote(symbol->getLoc()) << name << " is defined here";
    return error;
  }
  TypeRange given = op.getInputs().getTypes();
  TypeRange expected = function.getArgumentTypes();
  if (given.size() != expected.size()) {
    InFlightDiagnostic error =
        op->emitOpError() << "gives " << withCount(given.size(), "argument")
                          << ", but " << name << " takes " << expected.size()
                          << " (C2)";
    if (given.size() < expected.size())
      return error;
    return addDeadValuesNote(std::move(error), function);
  }
  for (auto [i, types] : llvm::enumerate(llvm::zip(given, expected)))
    if (std::get<0>(types) != std::get<1>(types))
      return op->emitOpError()
             << "gives " << std::get<0>(types) << " for argument " << i
             << " of " << name << ", which takes " << std::get<1>(types)
             << "; there is no implicit conversion, use tensor.cast (C2)";
  return function;
}

/// Verifies C3 to C5, the constraints on differentiated arguments.
static LogicalResult verifyWrt(DerivativeRequestOpInterface op,
                               func::FuncOp function) {
  TypeRange types = function.getArgumentTypes();
  if (std::optional<ArrayRef<int64_t>> wrt = op.getWrt()) {
    llvm::SmallDenseSet<int64_t> seen;
    for (int64_t i : *wrt) {
      if (i < 0 || i >= static_cast<int64_t>(types.size()))
        return op->emitOpError()
               << "differentiates argument " << i << ", but "
               << op.getCalleeAttr() << " takes " << types.size() << " (C3)";
      if (!seen.insert(i).second)
        return op->emitOpError()
               << "differentiates argument " << i << " twice (C4)";
      if (!isDifferentiable(types[i]))
        return op->emitOpError()
               << "differentiates argument " << i << " of type " << types[i]
               << ", which has no derivative (C5)";
    }
  }
  if (getDifferentiatedArguments(types, op.getWrt()).empty())
    return op->emitOpError()
           << "differentiates nothing: "
           << (op.getWrt() ? "wrt is empty"
                           : "no argument has a differentiable type")
           << " (C5)";
  return success();
}

static SmallVector<Type> select(TypeRange types, ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Type { return types[i]; });
}

/// Verifies that the `given` types equal the `expected` types. In errors,
/// `noun` names a given value, and `per` its counterpart.
static LogicalResult verifyTypes(Operation *op, TypeRange given,
                                 TypeRange expected, StringRef noun,
                                 StringRef per, StringRef constraint,
                                 func::FuncOp function = {}) {
  if (given.size() != expected.size()) {
    InFlightDiagnostic error =
        op->emitOpError() << "has " << withCount(given.size(), noun)
                          << ", expected " << expected.size() << ", one per "
                          << per << " (" << constraint << ")";
    if (!function || given.size() < expected.size())
      return error;
    return addDeadValuesNote(std::move(error), function);
  }
  for (auto [i, types] : llvm::enumerate(llvm::zip(given, expected)))
    if (std::get<0>(types) != std::get<1>(types))
      return op->emitOpError()
             << "has a " << noun << " " << i << " of type "
             << std::get<0>(types) << ", expected " << std::get<1>(types)
             << " (" << constraint << ")";
  return success();
}

/// Verifies C6 and C8: the results are the function's results, then derivatives
/// of the types `derivatives`. `noun` and `per` are as for verifyTypes.
static LogicalResult verifyResults(Operation *op, func::FuncOp function,
                                   TypeRange derivatives, StringRef noun,
                                   StringRef per) {
  TypeRange primal = function.getResultTypes();
  TypeRange given = op->getResultTypes();
  if (given.size() < primal.size())
    return op->emitOpError()
           << "has " << withCount(given.size(), "result") << ", but @"
           << function.getName() << " alone has " << primal.size() << " (C6)";
  if (failed(verifyTypes(op, given.take_front(primal.size()), primal, "result",
                         "result of the function", "C6")))
    return failure();
  return verifyTypes(op, given.drop_front(primal.size()), derivatives, noun,
                     per, "C8", function);
}

LogicalResult
ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FailureOr<func::FuncOp> function = verifyCallee(*this, symbolTable);
  if (failed(function) || failed(verifyWrt(*this, *function)))
    return failure();
  if (function->getNumResults() == 0)
    return addDeadValuesNote(emitOpError()
                                 << "needs a result to differentiate, but "
                                 << getCalleeAttr() << " has none (C7)",
                             *function);
  Type first = function->getResultTypes().front();
  auto shaped = dyn_cast<ShapedType>(first);
  bool isScalar = !shaped || (shaped.hasRank() && shaped.getRank() == 0);
  if (!isDifferentiable(first) || !isScalar)
    return emitOpError() << "needs a float scalar as first result of "
                         << getCalleeAttr() << ", not " << first
                         << "; reduce it, or use grad.vjp (C7)";
  SmallVector<Type> gradients = select(
      function->getArgumentTypes(),
      getDifferentiatedArguments(function->getArgumentTypes(), getWrt()));
  return verifyResults(*this, *function, gradients, "gradient",
                       "differentiated argument");
}

LogicalResult VJPOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FailureOr<func::FuncOp> function = verifyCallee(*this, symbolTable);
  if (failed(function) || failed(verifyWrt(*this, *function)))
    return failure();
  TypeRange results = function->getResultTypes();
  if (failed(verifyTypes(*this, getCotangents().getTypes(),
                         select(results, getDifferentiablePositions(results)),
                         "cotangent", "result of differentiable type", "C7",
                         *function)))
    return failure();
  SmallVector<Type> cotangents = select(
      function->getArgumentTypes(),
      getDifferentiatedArguments(function->getArgumentTypes(), getWrt()));
  return verifyResults(*this, *function, cotangents, "resulting cotangent",
                       "differentiated argument");
}

LogicalResult JVPOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FailureOr<func::FuncOp> function = verifyCallee(*this, symbolTable);
  if (failed(function) || failed(verifyWrt(*this, *function)))
    return failure();
  SmallVector<Type> arguments = select(
      function->getArgumentTypes(),
      getDifferentiatedArguments(function->getArgumentTypes(), getWrt()));
  if (failed(verifyTypes(*this, getTangents().getTypes(), arguments, "tangent",
                         "differentiated argument", "C7")))
    return failure();
  TypeRange results = function->getResultTypes();
  return verifyResults(*this, *function,
                       select(results, getDifferentiablePositions(results)),
                       "resulting tangent", "result of differentiable type");
}

//===----------------------------------------------------------------------===//
// CheckpointOp
//===----------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  if (!isa_and_present<CheckpointOp>((*this)->getParentOp()))
    return emitOpError() << "must end the region of a grad.checkpoint (C1)";
  return success();
}

LogicalResult CheckpointOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 0)
    return emitOpError() << "must not have block arguments: it captures the "
                            "values it uses (C1)";
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError() << "must end in grad.yield (C1)";
  return verifyTypes(*this, yield.getOperandTypes(), getResultTypes(),
                     "yielded value", "result", "C2");
}
