//===- CustomRuleFunctions.cpp - Functions of custom rules ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/CustomRuleFunctions.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

static FlatSymbolRefAttr getVJPHalf(Operation *function, StringRef half) {
  auto rule = function->getAttrOfType<DictionaryAttr>(kCustomVJPAttr);
  return rule ? rule.getAs<FlatSymbolRefAttr>(half) : FlatSymbolRefAttr();
}

static func::FuncOp lookup(Operation *function, FlatSymbolRefAttr name) {
  if (!name)
    return {};
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name);
}

func::FuncOp sg::grad::getForwardHalf(Operation *function) {
  return lookup(function, getVJPHalf(function, "forward"));
}

func::FuncOp sg::grad::getBackwardHalf(Operation *function) {
  return lookup(function, getVJPHalf(function, "backward"));
}

func::FuncOp sg::grad::getForwardRule(Operation *function) {
  return lookup(function,
                function->getAttrOfType<FlatSymbolRefAttr>(kCustomJVPAttr));
}

SmallVector<func::FuncOp> sg::grad::getRuleFunctions(Operation *function) {
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp rule : {getForwardHalf(function), getBackwardHalf(function),
                            getForwardRule(function)})
    if (rule)
      functions.push_back(rule);
  return functions;
}

static SmallVector<Type> getDifferentiable(TypeRange types) {
  return llvm::map_to_vector(getDifferentiablePositions(types),
                             [&](unsigned i) { return types[i]; });
}

/// Emits the error that the rule function `name` does not exist, and suggests a
/// similar name.
static LogicalResult reportNoFunction(func::FuncOp function,
                                      FlatSymbolRefAttr name, StringRef role) {
  InFlightDiagnostic error = function.emitOpError()
                             << "names '" << name << "' as its " << role
                             << ", which is not a func.func of this module";
  func::FuncOp nearest;
  unsigned distance = 4; // exclusive limit of the edit distance
  for (auto known :
       function->getParentOfType<ModuleOp>().getOps<func::FuncOp>())
    if (unsigned d = name.getValue().edit_distance(known.getName());
        known != function && d < distance) {
      distance = d;
      nearest = known;
    }
  if (nearest)
    error.attachNote(nearest.getLoc())
        << "did you mean '@" << nearest.getName() << "'?";
  else
    error.attachNote() << "define that function, or correct the name";
  return error;
}

/// Emits an error unless the rule function `name` exists and has the type
/// `expected`. If `hasResiduals`, further results may follow.
static LogicalResult checkType(func::FuncOp function, FlatSymbolRefAttr name,
                               StringRef role, FunctionType expected,
                               bool hasResiduals = false) {
  func::FuncOp rule = lookup(function, name);
  if (!rule)
    return reportNoFunction(function, name, role);
  FunctionType type = rule.getFunctionType();
  bool isExpectedType =
      type.getInputs() == expected.getInputs() &&
      (hasResiduals ? type.getNumResults() >= expected.getNumResults() &&
                          type.getResults().take_front(
                              expected.getNumResults()) == expected.getResults()
                    : type.getResults() == expected.getResults());
  if (isExpectedType)
    return success();
  InFlightDiagnostic error = function.emitOpError()
                             << "expects its " << role << " '" << name
                             << "' to have the type " << expected
                             << (hasResiduals ? ", followed by residuals" : "")
                             << ", but that has the type " << type;
  error.attachNote(rule.getLoc())
      << "it is defined here; give it that type, or name another function";
  return failure();
}

LogicalResult sg::grad::checkCustomRule(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  TypeRange arguments = function.getArgumentTypes();
  TypeRange results = function.getResultTypes();
  SmallVector<Type> ofArguments = getDifferentiable(arguments);
  SmallVector<Type> ofResults = getDifferentiable(results);
  if (auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCustomJVPAttr)) {
    SmallVector<Type> inputs(arguments), outputs(results);
    llvm::append_range(inputs, ofArguments);
    llvm::append_range(outputs, ofResults);
    if (failed(checkType(function, name, "forward rule",
                         FunctionType::get(context, inputs, outputs))))
      return failure();
  }
  if (!function->hasAttr(kCustomVJPAttr))
    return success();
  if (failed(checkType(function, getVJPHalf(function, "forward"),
                       "rule's forward half", function.getFunctionType(),
                       /*hasResiduals=*/true)))
    return failure();
  SmallVector<Type> inputs(TypeRange(getForwardHalf(function).getResultTypes())
                               .drop_front(results.size()));
  llvm::append_range(inputs, ofResults);
  return checkType(function, getVJPHalf(function, "backward"),
                   "rule's backward half",
                   FunctionType::get(context, inputs, ofArguments));
}
