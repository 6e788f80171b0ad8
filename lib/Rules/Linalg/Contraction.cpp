//===- Contraction.cpp - Products summed over indices ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does not use upstream's specializeGenericOp, which in 22.1.8 turns a generic
// with a transposed operand into a linalg.matmul without the transposition.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

using namespace mlir;
using namespace sg::rules;

/// Permutes the loops of `map`: loop `order[i]` becomes loop i.
static AffineMap permuteLoops(AffineMap map, ArrayRef<unsigned> order) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> newDims(order.size());
  for (auto [i, dim] : llvm::enumerate(order))
    newDims[dim] = getAffineDimExpr(i, context);
  return map.replaceDimsAndSymbols(newDims, {}, order.size(), 0);
}

template <typename Op>
static Value createWithMaps(OpBuilder &b, Location loc, Indexed lhs,
                            Indexed rhs, Indexed init,
                            ArrayRef<unsigned> order) {
  SmallVector<AffineMap> maps{permuteLoops(lhs.map, order),
                              permuteLoops(rhs.map, order),
                              permuteLoops(init.map, order)};
  SmallVector<NamedAttribute> attributes;
  if (maps != Op::getDefaultIndexingMaps(b.getContext()))
    attributes.emplace_back("indexing_maps", b.getAffineMapArrayAttr(maps));
  return Op::create(b, loc, TypeRange{init.tensor.getType()},
                    ValueRange{lhs.tensor, rhs.tensor}, ValueRange{init.tensor},
                    attributes)
      ->getResult(0);
}

template <typename Op>
static Value create(OpBuilder &b, Location loc, Value lhs, Value rhs,
                    Value init) {
  return Op::create(b, loc, TypeRange{init.getType()}, ValueRange{lhs, rhs},
                    ValueRange{init})
      ->getResult(0);
}

Value sg::rules::createContraction(OpBuilder &b, Location loc, Indexed lhs,
                                   Indexed rhs, Indexed init) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims({lhs.map, rhs.map, init.map});
  unsigned numLoops = init.map.getNumDims();
  if (failed(dims) || dims->k.empty() ||
      dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() !=
          numLoops)
    return {};
  auto count = [&](size_t batch, size_t m, size_t n, size_t k) {
    return dims->batch.size() == batch && dims->m.size() == m &&
           dims->n.size() == n && dims->k.size() == k;
  };
  auto results = [](Indexed operand) {
    return llvm::map_to_vector(operand.map.getResults(), [](AffineExpr e) {
      return cast<AffineDimExpr>(e).getPosition();
    });
  };
  SmallVector<unsigned> left = results(lhs), right = results(rhs),
                        out = results(init);

  if (count(0, 1, 1, 1)) {
    // Exchange the factors if the result is (n, m): linalg.matmul needs (m, n).
    if (out.front() != dims->m.front())
      return createContraction(b, loc, rhs, lhs, init);
    return createWithMaps<linalg::MatmulOp>(
        b, loc, lhs, rhs, init, {dims->m[0], dims->n[0], dims->k[0]});
  }
  if (count(1, 1, 1, 1) && left.front() == dims->batch.front() &&
      right.front() == dims->batch.front() &&
      out.front() == dims->batch.front()) {
    if (out[1] != dims->m.front())
      return createContraction(b, loc, rhs, lhs, init);
    return createWithMaps<linalg::BatchMatmulOp>(
        b, loc, lhs, rhs, init,
        {dims->batch[0], dims->m[0], dims->n[0], dims->k[0]});
  }
  if (count(0, 0, 1, 1))
    return createContraction(b, loc, rhs, lhs, init);
  if (count(0, 1, 0, 1))
    return left.front() == dims->m.front()
               ? create<linalg::MatvecOp>(b, loc, lhs.tensor, rhs.tensor,
                                          init.tensor)
               : create<linalg::VecmatOp>(b, loc, rhs.tensor, lhs.tensor,
                                          init.tensor);
  if (count(0, 0, 0, 1))
    return create<linalg::DotOp>(b, loc, lhs.tensor, rhs.tensor, init.tensor);
  return linalg::ContractOp::create(
             b, loc, TypeRange{init.tensor.getType()},
             ValueRange{lhs.tensor, rhs.tensor}, ValueRange{init.tensor},
             b.getAffineMapArrayAttr({lhs.map, rhs.map, init.map}))
      ->getResult(0);
}
