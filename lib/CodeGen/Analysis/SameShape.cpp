//===- SameShape.cpp - Compare the shapes of two values -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/SameShape.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "sg/Analysis/SizeOrigin.h"

using namespace mlir;
using namespace sg::grad;

/// Returns true if dimension `dim` provably has the same size in `a` and `b`:
/// the sizes have the same origin, an op requires equal sizes, or the bounds
/// are equal.
static bool haveSameSize(Value a, Value b, int64_t dim) {
  if (findSizeOrigin(a, dim) == findSizeOrigin(b, dim))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(b);
      argument && hasSizeOf(a, dim, argument))
    return true;
  FailureOr<bool> isSame =
      ValueBoundsConstraintSet::areEqual({a, dim}, {b, dim});
  return succeeded(isSame) && *isSame;
}

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
    return haveSameSize(a, b, dim);
  });
}
