//===- DerivativeSignature.cpp - Signature of a derivative ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeSignature.h"
#include "DerivativeFunctions.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/PassOptionUtils.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

FailureOr<SmallVector<unsigned>>
sg::grad::findPositions(func::FuncOp function, ArrayRef<int64_t> requested,
                        TypeRange types, StringRef noun, StringRef option) {
  FailureOr<std::vector<unsigned>> checked =
      checkPositionOption(function, requested, types, noun, option);
  if (failed(checked))
    return failure();
  for (unsigned i : *checked)
    if (!isDifferentiable(types[i]))
      return emitError(function.getLoc())
             << noun << " " << i << " of '@" << function.getName()
             << "' is of type " << types[i]
             << ", which has no derivative: leave it out of " << option;
  if (!checked->empty())
    return llvm::to_vector(*checked);
  SmallVector<unsigned> positions = getDifferentiablePositions(types);
  if (positions.empty())
    return emitError(function.getLoc())
           << "there is nothing to differentiate: no " << noun << " of '@"
           << function.getName() << "' has a differentiable type";
  return positions;
}

SmallVector<Type> sg::grad::select(TypeRange types,
                                   ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Type { return types[i]; });
}

std::string sg::grad::makeDerivativeName(func::FuncOp function,
                                         StringRef requested,
                                         RequestMode mode) {
  if (!requested.empty())
    return requested.str();
  return (function.getName() + "_" + stringifyEnum(mode)).str();
}

FailureOr<func::FuncOp> sg::grad::addFunction(func::FuncOp after,
                                              const Twine &name,
                                              TypeRange arguments) {
  Location loc = after.getLoc();
  auto module = dyn_cast_if_present<ModuleOp>(after->getParentOp());
  if (!module)
    return emitError(loc) << "'@" << after.getName()
                          << "' is not in a module, to which its derivative "
                             "would be added: insert it into a module";
  if (Operation *other = module.lookupSymbol(name.str())) {
    InFlightDiagnostic error = emitError(loc) << "there is a '@" << name
                                              << "' already; give another name";
    error.attachNote(other->getLoc()) << "it is defined here";
    return failure();
  }
  OpBuilder b(after.getContext());
  b.setInsertionPointAfter(after);
  auto added = func::FuncOp::create(b, loc, name.str(),
                                    b.getFunctionType(arguments, TypeRange()));
  added.addEntryBlock();
  return added;
}

void sg::grad::finishFunction(func::FuncOp function, ValueRange results) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.front());
  func::ReturnOp::create(b, function.getLoc(), results);
  updateFunctionType(function);
}
