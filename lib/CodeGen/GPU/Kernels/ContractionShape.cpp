//===- ContractionShape.cpp - Ops that sum up products --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg;

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// What makes zero of zero: beyond the edges of a factor zeros are loaded.
static bool keepsZero(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::NegFOp>(
      op);
}

/// The argument that `value` is, cast.
static BlockArgument traceFactor(Value value,
                                 SmallVectorImpl<Operation *> &casts) {
  while (Operation *op = value.getDefiningOp()) {
    if (!keepsZero(op))
      return {};
    casts.insert(casts.begin(), op);
    value = op->getOperand(0);
  }
  return dyn_cast<BlockArgument>(value);
}

/// Sets the factors, if the body adds their product to the result.
static bool matchBody(ContractionShape &shape) {
  Block *body = shape.op.getBlock();
  BlockArgument out = shape.op.getMatchingBlockArgument(&shape.getResult());
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) || !out.hasOneUse() ||
      *out.user_begin() != sum)
    return false;
  Value added =
      sum->getOperand(0) == out ? sum->getOperand(1) : sum->getOperand(0);
  Operation *product = added.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return false;
  ContractionFactor factors[2];
  for (unsigned i = 0; i < 2; ++i) {
    BlockArgument argument =
        traceFactor(product->getOperand(i), factors[i].casts);
    if (!argument || argument.getOwner() != body || argument == out)
      return false;
    factors[i].operand = shape.op.getMatchingOpOperand(argument);
  }
  if (factors[0].operand == factors[1].operand)
    return false;
  shape.left = factors[0];
  shape.right = factors[1];
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What can be an element in memory of a block, and a sum.
static bool isElement(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isSignlessInteger(8) || type.isSignlessInteger(16) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

static bool isInMemory(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return type && type.isStrided() && isElement(type.getElementType());
}

/// The loop of `group` by which memory of `map` is indexed last.
static std::optional<unsigned> findLast(AffineMap map, const LoopGroup &group) {
  if (map.getNumResults() == 0)
    return std::nullopt;
  for (unsigned loop : llvm::reverse(group))
    if (map.getResults().back().isFunctionOfDim(loop))
      return loop;
  return std::nullopt;
}

static void moveToEnd(LoopGroup &group, unsigned loop) {
  llvm::erase(group, loop);
  group.push_back(loop);
}

/// A loop times a positive constant.
static bool matchScaled(AffineExpr expr, unsigned &loop, int64_t &scale) {
  scale = 1;
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr)) {
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (expr.getKind() != AffineExprKind::Mul || !factor ||
        factor.getValue() <= 0)
      return false;
    scale = factor.getValue();
    expr = product.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (dim)
    loop = dim.getPosition();
  return dim != nullptr;
}

/// The sum of two loops that the dimension is indexed by, the larger one, of
/// which one factor only knows, to be gathered.
static std::optional<GatheredLoop>
matchSum(ContractionShape &shape, unsigned dimension, AffineExpr expr) {
  GatheredLoop found;
  found.dimension = dimension;
  if (expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto sum = cast<AffineBinaryOpExpr>(expr);
  if (!matchScaled(sum.getLHS(), found.loop, found.scale) ||
      !matchScaled(sum.getRHS(), found.other, found.otherScale) ||
      found.loop == found.other)
    return std::nullopt;
  int64_t size = shape.sizes[found.loop], other = shape.sizes[found.other];
  if (!ShapedType::isDynamic(size) &&
      (ShapedType::isDynamic(other) || other > size)) {
    std::swap(found.loop, found.other);
    std::swap(found.scale, found.otherScale);
  }
  if (shape.sizes[found.loop] == 0 ||
      shape.getMap(*shape.left.operand).isFunctionOfDim(found.loop) ==
          shape.getMap(*shape.right.operand).isFunctionOfDim(found.loop))
    return std::nullopt;
  return found;
}

/// Lets each dimension of the result be numbered by a loop.
static bool indexResult(ContractionShape &shape) {
  AffineMap map = shape.op.getMatchingIndexingMap(&shape.getResult());
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> sizes = shape.sizes;
  auto type = cast<MemRefType>(shape.getResult().get().getType());
  for (unsigned dimension = 0; dimension < map.getNumResults(); ++dimension) {
    AffineExpr expr = map.getResult(dimension);
    if (!isa<AffineDimExpr>(expr)) {
      std::optional<GatheredLoop> found = matchSum(shape, dimension, expr);
      if (!found)
        return false;
      shape.gathered.push_back(*found);
      sizes[found->loop] = type.getDimSize(dimension);
      expr = getAffineDimExpr(found->loop, map.getContext());
    }
    results.push_back(expr);
  }
  shape.sizes = sizes;
  shape.resultMap =
      AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  return shape.resultMap.isProjectedPermutation() &&
         llvm::none_of(shape.gathered, [&](const GatheredLoop &found) {
           return shape.resultMap.isFunctionOfDim(found.other) ||
                  llvm::any_of(shape.gathered, [&](const GatheredLoop &next) {
                    return &found != &next && found.other == next.other;
                  });
         });
}

/// Puts the loops into groups.
static bool groupLoops(ContractionShape &shape) {
  shape.sizes = shape.op.getStaticLoopRanges();
  if (!indexResult(shape))
    return false;
  AffineMap left = shape.getMap(*shape.left.operand);
  AffineMap right = shape.getMap(*shape.right.operand);
  for (unsigned loop = 0; loop < shape.sizes.size(); ++loop) {
    bool isLeft = left.isFunctionOfDim(loop);
    bool isRight = right.isFunctionOfDim(loop);
    if (!shape.resultMap.isFunctionOfDim(loop))
      shape.terms.push_back(loop);
    else if (isLeft == isRight)
      shape.batches.push_back(loop);
    else
      (isLeft ? shape.rows : shape.columns).push_back(loop);
  }
  return !shape.terms.empty() && !(shape.rows.empty() && shape.columns.empty());
}

bool sg::ContractionShape::isGathered(unsigned loop) const {
  return llvm::any_of(
      gathered, [&](const GatheredLoop &found) { return found.loop == loop; });
}

/// Lets successive columns, and successive terms, rows or columns of a factor,
/// be next to each other in memory.
static void orderLoops(ContractionShape &shape) {
  if (findLast(shape.getMap(shape.getResult()), shape.rows)) {
    std::swap(shape.left, shape.right);
    std::swap(shape.rows, shape.columns);
  }
  auto order = [&](ContractionFactor &factor, LoopGroup &own) {
    AffineMap map = shape.getMap(*factor.operand);
    if (std::optional<unsigned> last = findLast(map, own)) {
      moveToEnd(own, *last);
    } else if (std::optional<unsigned> term = findLast(map, shape.terms)) {
      moveToEnd(shape.terms, *term);
      factor.isAlongTerms = true;
    }
  };
  order(shape.left, shape.rows);
  order(shape.right, shape.columns);
  if (std::optional<unsigned> last =
          findLast(shape.getMap(shape.getResult()), shape.columns))
    moveToEnd(shape.columns, *last);
}

std::optional<ContractionShape> sg::getContractionShape(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.hasIndexSemantics())
    return std::nullopt;
  ContractionShape shape;
  shape.op = op;
  for (OpOperand &operand : op->getOpOperands())
    if (!isInMemory(operand))
      return std::nullopt;
  if (!matchBody(shape) || !groupLoops(shape) ||
      shape.getSize(shape.terms) == 0)
    return std::nullopt;
  orderLoops(shape);
  return shape;
}

std::optional<int64_t>
sg::ContractionShape::getSize(const LoopGroup &group) const {
  int64_t product = 1;
  for (unsigned loop : group) {
    if (ShapedType::isDynamic(sizes[loop]))
      return std::nullopt;
    product *= sizes[loop];
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

Type sg::ContractionShape::getSumType() const {
  Type type = getElement();
  return isHalf(type) ? Float32Type::get(type.getContext()) : type;
}

bool sg::ContractionFactor::isExtended() const {
  return isa<FloatType>(getElement()) &&
         llvm::all_of(casts,
                      [](Operation *cast) { return isa<arith::ExtFOp>(cast); });
}

Value sg::ContractionShape::extendSum(ImplicitLocOpBuilder &b,
                                      Value value) const {
  if (!isHalf(value.getType()))
    return value;
  return arith::ExtFOp::create(b, b.getF32Type(), value);
}

Value sg::ContractionShape::truncateSum(ImplicitLocOpBuilder &b,
                                        Value value) const {
  if (value.getType() == getElement())
    return value;
  return arith::TruncFOp::create(b, getElement(), value);
}

Value sg::ContractionShape::castElement(ImplicitLocOpBuilder &b,
                                        const ContractionFactor &factor,
                                        Value element) const {
  for (Operation *cast : factor.casts) {
    IRMapping mapping;
    mapping.map(cast->getOperand(0), element);
    element = b.clone(*cast, mapping)->getResult(0);
  }
  return extendSum(b, element);
}

Value sg::ContractionShape::multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                        Value right, Value sum) const {
  if (isa<IntegerType>(sum.getType())) {
    Value product = arith::MulIOp::create(b, left, right);
    return arith::AddIOp::create(b, sum, product);
  }
  // Fused where the processor can.
  auto contract = arith::FastMathFlags::contract;
  Value product = arith::MulFOp::create(b, left, right, contract);
  return arith::AddFOp::create(b, sum, product, contract);
}
