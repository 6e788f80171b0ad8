//===- ComparedBounds.cpp - Bounds implied by a comparison ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparedBounds.h"

using namespace mlir;
using namespace sg::grad;

Bounds sg::grad::bounds::refine(Bounds a, arith::CmpFPredicate predicate,
                                double bound) {
  using P = arith::CmpFPredicate;
  auto raise = [&](bool isAttained) {
    if (bound > a.low || (bound == a.low && !isAttained)) {
      a.attainsLow = isAttained;
      a.low = bound;
    }
  };
  auto lower = [&](bool isAttained) {
    if (bound < a.high || (bound == a.high && !isAttained)) {
      a.attainsHigh = isAttained;
      a.high = bound;
    }
  };
  switch (predicate) {
  case P::OGT:
  case P::UGT:
    raise(false);
    break;
  case P::OGE:
  case P::UGE:
    raise(true);
    break;
  case P::OLT:
  case P::ULT:
    lower(false);
    break;
  case P::OLE:
  case P::ULE:
    lower(true);
    break;
  case P::ONE:
  case P::UNE:
    a.attainsLow &= a.low != bound;
    a.attainsHigh &= a.high != bound;
    // The predicate may exclude a value between the bounds.
    a.isExact = false;
    break;
  default:
    break;
  }
  return a;
}

arith::CmpFPredicate
sg::grad::bounds::getInversePredicate(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OGT:
  case P::UGT:
    return P::OLE;
  case P::OGE:
  case P::UGE:
    return P::OLT;
  case P::OLT:
  case P::ULT:
    return P::OGE;
  case P::OLE:
  case P::ULE:
    return P::OGT;
  case P::OEQ:
  case P::UEQ:
    return P::ONE;
  default:
    return P::AlwaysTrue;
  }
}

arith::CmpFPredicate
sg::grad::bounds::getSwappedPredicate(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OGT:
  case P::UGT:
    return P::OLT;
  case P::OGE:
  case P::UGE:
    return P::OLE;
  case P::OLT:
  case P::ULT:
    return P::OGT;
  case P::OLE:
  case P::ULE:
    return P::OGE;
  default:
    return predicate;
  }
}
