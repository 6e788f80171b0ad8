//===- Results.cpp - Results of a gradient check --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/GradientCheck/GradientCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace sg::gradcheck;

char CheckError::ID = 0;

Listener::~Listener() = default;

const DirectionalResult &ArgumentCheck::getWorst() const {
  return *llvm::max_element(
      directions, [](const DirectionalResult &a, const DirectionalResult &b) {
        return std::make_pair(a.kind, a.distance) <
               std::make_pair(b.kind, b.distance);
      });
}

bool FunctionCheck::agrees() const {
  return llvm::none_of(arguments, [](const ArgumentCheck &argument) {
    return argument.getWorst().kind == DirectionalResult::Disagrees;
  });
}

bool Result::agrees() const {
  return llvm::all_of(
      functions, [](const FunctionCheck &check) { return check.agrees(); });
}
