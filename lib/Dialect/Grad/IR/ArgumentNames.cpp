//===- ArgumentNames.cpp - Names of arguments -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Dialect/Grad/IR/ArgumentNames.h"
#include "mlir/IR/Location.h"

using namespace mlir;

std::string sg::grad::getArgumentName(BlockArgument argument) {
  auto name = argument.getLoc()->findInstanceOf<NameLoc>();
  return name ? name.getName().str() : "";
}

std::string sg::grad::getArgumentSuffix(BlockArgument argument) {
  std::string name = getArgumentName(argument);
  return name.empty() ? name : " (" + name + ")";
}
