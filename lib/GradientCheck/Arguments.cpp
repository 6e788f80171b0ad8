//===- Arguments.cpp - Check arguments and types of a function ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "sg/GradientCheck/GradientCheck.h"
#include "sg/Support/OptionChecks.h"

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

static llvm::Error fail(CheckError::Kind kind, const Twine &text) {
  return llvm::make_error<CheckError>(kind, text.str());
}

llvm::Expected<SmallVector<unsigned>>
sg::gradcheck::chooseArguments(func::FuncOp function, ArrayRef<unsigned> wrt) {
  TypeRange arguments = function.getArgumentTypes();
  StringRef name = function.getName();
  SmallVector<unsigned> chosen(wrt);
  if (chosen.empty())
    chosen = grad::getDifferentiablePositions(arguments);
  if (chosen.empty())
    return fail(CheckError::Unsupported,
                "@" + name + " has no argument of differentiable type");
  SmallVector<int64_t> positions(chosen.begin(), chosen.end());
  if (llvm::Error error = checkPositions(name, positions, arguments.size()))
    return fail(CheckError::Option, "wrt " + llvm::toString(std::move(error)));
  for (unsigned argument : chosen)
    if (!grad::isDifferentiable(arguments[argument]))
      return fail(CheckError::Option, "wrt names argument " + Twine(argument) +
                                          ", whose type has no derivative");
  if (grad::getDifferentiablePositions(function.getResultTypes()).empty())
    return fail(CheckError::Unsupported,
                "@" + name + " has no result of differentiable type");
  return chosen;
}

llvm::Error sg::gradcheck::checkTypes(func::FuncOp function) {
  auto check = [&](StringRef role, TypeRange types) -> llvm::Error {
    for (auto [i, type] : llvm::enumerate(types))
      if (!isPassable(type))
        return fail(CheckError::Unsupported,
                    "gradients cannot be checked: " + role + " " + Twine(i) +
                        " of @" + function.getName() + " is of type " +
                        debugString(type) +
                        "; check a function of numbers and tensors that calls "
                        "it");
    return llvm::Error::success();
  };
  if (llvm::Error error = check("argument", function.getArgumentTypes()))
    return error;
  return check("result", function.getResultTypes());
}
