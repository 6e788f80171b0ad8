//===- SameShape.cpp - Proofs that two values have one shape --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/SameShape.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

bool sg::haveSameShape(Value a, Value b) {
  if (a == b)
    return true;
  auto typeA = dyn_cast<ShapedType>(a.getType());
  auto typeB = dyn_cast<ShapedType>(b.getType());
  if (!typeA || !typeB || !typeA.hasRank() || !typeB.hasRank() ||
      typeA.getRank() != typeB.getRank())
    return false;
  return llvm::all_of(llvm::seq(typeA.getRank()), [&](int64_t dim) {
    if (!typeA.isDynamicDim(dim) && !typeB.isDynamicDim(dim))
      return typeA.getDimSize(dim) == typeB.getDimSize(dim);
    FailureOr<bool> isSame =
        ValueBoundsConstraintSet::areEqual({a, dim}, {b, dim});
    return succeeded(isSame) && *isSame;
  });
}
