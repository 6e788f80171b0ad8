//===- Captures.cpp - Values that regions capture -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/Captures.h"
#include "sg/StructuredOps/EnclosedRegions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

SmallVector<Value>
sg::rules::getActiveCaptures(Operation *op,
                             const grad::DerivativeContext &context) {
  llvm::SetVector<Value> captures;
  sg::EnclosedRegions regions(op);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!regions.define(operand) && context.isActive(operand))
          captures.insert(operand);
    });
  return captures.takeVector();
}
