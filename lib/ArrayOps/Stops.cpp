//===- Stops.cpp - Operations on derivatives ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::array;

static Arrays stopGradient(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Value value = b.use(call[0]);
  if (!value)
    return {};
  StringAttr name;
  if (auto text = call.find<std::string>("name"))
    name = b.getOpBuilder().getStringAttr(*text);
  return {b.wrap(sg::grad::StopGradientOp::create(b.getOpBuilder(), b.getLoc(),
                                                  value, name),
                 call[0].type)};
}

static constexpr ArrayOp kRows[] = {
    {"stop_gradient(x, *, name: str? = None)",
     "x. Reports and errors use the name.", "0", stopGradient},
};

ArrayRef<ArrayOp> sg::array::getDerivativeOps() { return kRows; }
