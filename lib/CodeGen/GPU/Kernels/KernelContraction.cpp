//===- KernelContraction.cpp - Analyzes contractions ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"
#include "sg/CodeGen/Analysis/VectorInstructions.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-map-contractions"

using namespace mlir;
using namespace sg;

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Sets `lhs` and `rhs` if the body adds a product of inputs to the result.
static bool matchBody(KernelContraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  std::optional<SumOfProducts> products = matchSumOfProducts(op);
  if (!products ||
      !op.getMatchingBlockArgument(&contraction.getResult()).hasOneUse())
    return false;
  static_cast<CastInput &>(contraction.lhs) = products->lhs;
  static_cast<CastInput &>(contraction.rhs) = products->rhs;
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool isInMemory(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return type && type.isStrided() && isVectorElement(type.getElementType());
}

/// Returns the last loop of `group` on which the last result of `map` depends.
static std::optional<unsigned> findLastLoop(AffineMap map,
                                            const LoopGroup &group) {
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

/// Matches a loop, or a loop times a positive constant.
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

/// Matches an index of the result that is a sum of two scaled loops. Gathers
/// the loop with more iterations, on which exactly one operand must depend.
static std::optional<GatheredLoop>
matchSum(KernelContraction &contraction, unsigned dimension, AffineExpr expr) {
  GatheredLoop gather;
  gather.dimension = dimension;
  if (expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto sum = cast<AffineBinaryOpExpr>(expr);
  if (!matchScaled(sum.getLHS(), gather.loop, gather.scale) ||
      !matchScaled(sum.getRHS(), gather.otherLoop, gather.otherScale) ||
      gather.loop == gather.otherLoop)
    return std::nullopt;
  int64_t size = contraction.sizes[gather.loop],
          otherSize = contraction.sizes[gather.otherLoop];
  if (!ShapedType::isDynamic(size) &&
      (ShapedType::isDynamic(otherSize) || otherSize > size)) {
    std::swap(gather.loop, gather.otherLoop);
    std::swap(gather.scale, gather.otherScale);
  }
  if (contraction.sizes[gather.loop] == 0 ||
      contraction.getMap(*contraction.lhs.operand)
              .isFunctionOfDim(gather.loop) ==
          contraction.getMap(*contraction.rhs.operand)
              .isFunctionOfDim(gather.loop))
    return std::nullopt;
  return gather;
}

/// Replaces sums of loops in the result's indexing map by gathered loops.
/// Returns false if the map does not become a projected permutation.
static bool gatherResultLoops(KernelContraction &contraction) {
  AffineMap map =
      contraction.op.getMatchingIndexingMap(&contraction.getResult());
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> sizes = contraction.sizes;
  auto type = cast<MemRefType>(contraction.getResult().get().getType());
  for (unsigned dimension = 0; dimension < map.getNumResults(); ++dimension) {
    AffineExpr expr = map.getResult(dimension);
    if (!isa<AffineDimExpr>(expr)) {
      std::optional<GatheredLoop> gather =
          matchSum(contraction, dimension, expr);
      if (!gather)
        return false;
      contraction.gathered.push_back(*gather);
      sizes[gather->loop] = type.getDimSize(dimension);
      expr = getAffineDimExpr(gather->loop, map.getContext());
    }
    results.push_back(expr);
  }
  contraction.sizes = sizes;
  contraction.resultMap =
      AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  return contraction.resultMap.isProjectedPermutation() &&
         llvm::none_of(contraction.gathered, [&](const GatheredLoop &gather) {
           return contraction.resultMap.isFunctionOfDim(gather.otherLoop) ||
                  llvm::any_of(contraction.gathered,
                               [&](const GatheredLoop &other) {
                                 return &gather != &other &&
                                        gather.otherLoop == other.otherLoop;
                               });
         });
}

static void groupLoops(KernelContraction &contraction) {
  ContractionDims &dims = contraction.dims;
  dims = getContractionDims(contraction.getMap(*contraction.lhs.operand),
                            contraction.getMap(*contraction.rhs.operand),
                            contraction.resultMap);
  llvm::append_range(dims.batch, dims.broadcast);
  llvm::sort(dims.batch);
  dims.broadcast.clear();
}

bool sg::KernelContraction::isGathered(unsigned loop) const {
  return llvm::any_of(gathered, [&](const GatheredLoop &gather) {
    return gather.loop == loop;
  });
}

/// Orders operands and loops for contiguous accesses: rows of the result are
/// contiguous, and the last loop of each group indexes contiguous memory.
static void orderLoops(KernelContraction &contraction) {
  if (findLastLoop(contraction.getMap(contraction.getResult()),
                   contraction.dims.m)) {
    std::swap(contraction.lhs, contraction.rhs);
    std::swap(contraction.dims.m, contraction.dims.n);
  }
  auto order = [&](KernelFactor &factor, LoopGroup &group) {
    AffineMap map = contraction.getMap(*factor.operand);
    if (std::optional<unsigned> last = findLastLoop(map, group)) {
      moveToEnd(group, *last);
    } else if (std::optional<unsigned> k =
                   findLastLoop(map, contraction.dims.k)) {
      moveToEnd(contraction.dims.k, *k);
      factor.isAlongK = true;
    }
  };
  order(contraction.lhs, contraction.dims.m);
  order(contraction.rhs, contraction.dims.n);
  if (std::optional<unsigned> last = findLastLoop(
          contraction.getMap(contraction.getResult()), contraction.dims.n))
    moveToEnd(contraction.dims.n, *last);
}

/// Logs why a reduction is rejected. Returns std::nullopt.
static std::nullopt_t reject(linalg::LinalgOp op, StringRef why) {
  if (op.getNumReductionLoops() != 0)
    LDBG() << "left to sg-map-to-kernels, " << why << ": " << op->getName()
           << " at " << op.getLoc();
  return std::nullopt;
}

std::optional<KernelContraction> sg::getKernelContraction(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.hasIndexSemantics())
    return reject(
        op, "it does not have two inputs and one result in memory, or its "
            "body reads indices");
  KernelContraction contraction;
  contraction.op = op;
  for (OpOperand &operand : op->getOpOperands())
    if (!isInMemory(operand))
      return reject(
          op, "an operand is not a strided memref of 8- to 64-bit elements");
  if (!matchBody(contraction))
    return reject(op, "the body does not add a product of its inputs to the "
                      "result");
  contraction.sizes = op.getStaticLoopRanges();
  if (!gatherResultLoops(contraction))
    return reject(op, "a dimension of the result is not indexed by a loop or a "
                      "sum of multiples of two loops");
  groupLoops(contraction);
  const ContractionDims &dims = contraction.dims;
  if (dims.k.empty() || (dims.m.empty() && dims.n.empty()))
    return reject(op, "it has no k dimension, or neither m nor n");
  if (contraction.getSize(dims.k) == 0)
    return reject(op, "the k dimension is empty");
  orderLoops(contraction);
  return contraction;
}

std::optional<int64_t>
sg::KernelContraction::getSize(const LoopGroup &group) const {
  return countIterations(sizes, group);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool isF16OrBF16(Type type) { return type.isF16() || type.isBF16(); }

Type sg::KernelContraction::getSumType() const {
  Type type = getElement();
  return isF16OrBF16(type) ? Float32Type::get(type.getContext()) : type;
}

bool sg::KernelFactor::hasOnlyFloatExtensions() const {
  return isa<FloatType>(getElement()) &&
         llvm::all_of(casts,
                      [](Operation *cast) { return isa<arith::ExtFOp>(cast); });
}

Value sg::KernelContraction::extendSum(ImplicitLocOpBuilder &b,
                                       Value value) const {
  if (!isF16OrBF16(value.getType()))
    return value;
  return arith::ExtFOp::create(b, b.getF32Type(), value);
}

Value sg::KernelContraction::truncateSum(ImplicitLocOpBuilder &b,
                                         Value value) const {
  if (value.getType() == getElement())
    return value;
  return arith::TruncFOp::create(b, getElement(), value);
}

Value sg::KernelContraction::castElement(ImplicitLocOpBuilder &b,
                                         const KernelFactor &factor,
                                         Value element) const {
  for (Operation *cast : factor.casts) {
    IRMapping mapping;
    mapping.map(cast->getOperand(0), element);
    element = b.clone(*cast, mapping)->getResult(0);
  }
  return extendSum(b, element);
}

Value sg::KernelContraction::multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                         Value right, Value sum) const {
  if (isa<IntegerType>(sum.getType())) {
    Value product = arith::MulIOp::create(b, left, right);
    return arith::AddIOp::create(b, sum, product);
  }
  // Allow contraction to an FMA.
  auto contract = arith::FastMathFlags::contract;
  Value product = arith::MulFOp::create(b, left, right, contract);
  return arith::AddFOp::create(b, sum, product, contract);
}
