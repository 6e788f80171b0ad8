//===- LowerContractions.cpp - Contractions as register tiles -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a few rows of the result by two vectors is held in registers while
// the reduction runs: the inner kernel of K. Goto, R. A. van de Geijn, "Anatomy
// of high-performance matrix multiplication", ACM TOMS 34(3), 2008, without the
// blocking for caches around it.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "CodeGen/Passes.h.inc"
} // namespace sg

namespace {
/// What the loops of a contraction are to the tile.
struct Roles {
  /// The last dimension of the result, along which vectors lie.
  unsigned column;
  /// Rows of the tile: indexes the result and one factor, along which the other
  /// one is the same. None: the tile has one row.
  std::optional<unsigned> row;
  SmallVector<unsigned> outer, reductions;
};
} // namespace

static std::optional<unsigned> lastDim(AffineMap map) {
  if (map.getNumResults() == 0)
    return std::nullopt;
  return cast<AffineDimExpr>(map.getResults().back()).getPosition();
}

static bool isContiguous(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  return type && type.getRank() != 0 &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

static Value skipExtension(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension ? extension.getIn() : value;
}

/// Whether the body adds the product of the two factors, extended at most, to
/// the result. (Upstream's test for contractions looks through every unary op,
/// a negation too.)
static bool isSumOfProducts(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Value first = body->getArgument(0), second = body->getArgument(1),
        out = body->getArgument(2);
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || (sum.getLhs() != out && sum.getRhs() != out))
    return false;
  Value added = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  auto product = added.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value left = skipExtension(product.getLhs());
  Value right = skipExtension(product.getRhs());
  return (left == first && right == second) ||
         (left == second && right == first);
}

/// The roles, if the op can be computed by tiles.
static std::optional<Roles> getRoles(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      !linalg::isaContractionOpInterface(op) || !isSumOfProducts(op))
    return std::nullopt;
  Type element = getElementTypeOrSelf(op.getDpsInits().front());
  if (!element.isF32() && !element.isF64())
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [operand, map] : llvm::zip(op->getOperands(), maps)) {
    if (!isa<MemRefType>(operand.getType()) || !map.isProjectedPermutation())
      return std::nullopt;
    if (getElementTypeOrSelf(operand).getIntOrFloatBitWidth() >
        element.getIntOrFloatBitWidth())
      return std::nullopt;
  }
  AffineMap out = maps[2];
  std::optional<unsigned> column = lastDim(out);
  if (!column || !isContiguous(op.getDpsInits().front()))
    return std::nullopt;
  // A factor is read by vectors along the columns, or is the same for all.
  bool readsVector = false;
  for (unsigned i = 0; i < 2; ++i)
    if (maps[i].isFunctionOfDim(*column)) {
      if (lastDim(maps[i]) != column || !isContiguous(op->getOperand(i)))
        return std::nullopt;
      readsVector = true;
    }
  if (!readsVector)
    return std::nullopt;
  Roles roles{*column, std::nullopt, {}, {}};
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    if (dim == *column)
      continue;
    if (!out.isFunctionOfDim(dim)) {
      roles.reductions.push_back(dim);
      continue;
    }
    roles.outer.push_back(dim);
    bool isRow = llvm::all_of(ArrayRef(maps).take_front(2), [&](AffineMap map) {
      return !(map.isFunctionOfDim(*column) && map.isFunctionOfDim(dim));
    });
    if (isRow)
      roles.row = dim;
  }
  if (roles.row)
    llvm::erase(roles.outer, *roles.row);
  return roles;
}

namespace {
/// Emits the loops for one contraction.
class Tiler {
public:
  Tiler(linalg::LinalgOp op, Roles roles, unsigned vectorBits)
      : op(op), roles(std::move(roles)), b(op), loc(op.getLoc()),
        element(getElementTypeOrSelf(op.getDpsInits().front())),
        indices(op.getNumLoops()) {
    lanes = vectorBits / element.getIntOrFloatBitWidth();
    // As many accumulators as leave registers for the factors: 16 of 32 with
    // 512 bits, 12 of 16 else.
    rows = vectorBits >= 512 ? 8 : 6;
    for (Range range : op.createLoopRanges(b, loc))
      sizes.push_back(toValue(range.size));
  }

  void run() {
    loopOver(roles.outer, [&] {
      Value whole = columnsByTile(2 * lanes, constant(0), /*isMasked=*/false);
      columnsByTile(lanes, whole, /*isMasked=*/true);
    });
    op.erase();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  }

  /// A loop from `lower` to `upper`; `body` sees the index.
  void loop(Value lower, Value upper, int64_t step,
            function_ref<void(Value)> body) {
    auto made = scf::ForOp::create(b, loc, lower, upper, constant(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(made.getBody());
    body(made.getInductionVar());
  }

  void loopOver(ArrayRef<unsigned> dims, function_ref<void()> body) {
    if (dims.empty())
      return body();
    loop(constant(0), sizes[dims.front()], 1, [&](Value index) {
      indices[dims.front()] = index;
      loopOver(dims.drop_front(), body);
    });
  }

  /// `size` rounded down to a multiple of `step`.
  Value roundDown(Value size, int64_t step) {
    Value rest = b.createOrFold<arith::RemUIOp>(loc, size, constant(step));
    return b.createOrFold<arith::SubIOp>(loc, size, rest);
  }

  /// All rows by tiles of `width` columns, from `first` on. Returns where they
  /// end.
  Value columnsByTile(int64_t width, Value first, bool isMasked) {
    Value size = sizes[roles.column];
    Value end = isMasked ? size : roundDown(size, width);
    loop(first, end, width, [&](Value column) {
      indices[roles.column] = column;
      Value mask;
      if (isMasked) {
        Value left = arith::SubIOp::create(b, loc, size, column);
        mask = vector::CreateMaskOp::create(
            b, loc, VectorType::get(width, b.getI1Type()), left);
      }
      if (!roles.row)
        return tile(1, width, mask);
      Value numRows = sizes[*roles.row];
      Value whole = roundDown(numRows, rows);
      auto rowsByTile = [&](Value from, Value to, int64_t count) {
        loop(from, to, count, [&](Value row) {
          indices[*roles.row] = row;
          tile(count, width, mask);
        });
      };
      rowsByTile(constant(0), whole, rows);
      rowsByTile(whole, numRows, 1);
    });
    return end;
  }

  SmallVector<Value> position(OpOperand &operand) {
    SmallVector<Value> at;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
      at.push_back(indices[cast<AffineDimExpr>(expr).getPosition()]);
    return at;
  }

  Value loadVector(OpOperand &operand, int64_t width, Value mask) {
    Type own = getElementTypeOrSelf(operand.get());
    auto type = VectorType::get(width, own);
    SmallVector<Value> at = position(operand);
    Value loaded;
    if (mask) {
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
      loaded = vector::MaskedLoadOp::create(b, loc, type, operand.get(), at,
                                            mask, zero);
    } else {
      loaded = vector::LoadOp::create(b, loc, type, operand.get(), at);
    }
    return extend(loaded);
  }

  /// An element of the narrower type of a factor as one of the result's.
  Value extend(Value value) {
    Type type = element;
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      type = vector.clone(element);
    if (value.getType() == type)
      return value;
    return arith::ExtFOp::create(b, loc, type, value);
  }

  Value loadFactor(OpOperand &operand, int64_t width, Value mask) {
    if (op.getMatchingIndexingMap(&operand).isFunctionOfDim(roles.column))
      return loadVector(operand, width, mask);
    SmallVector<Value> at = position(operand);
    Value scalar = memref::LoadOp::create(b, loc, operand.get(), at);
    return vector::BroadcastOp::create(b, loc, VectorType::get(width, element),
                                       extend(scalar));
  }

  /// For each row of the tile: `body` with the row's index set.
  void forEachRow(int64_t count, function_ref<void(int64_t)> body) {
    if (!roles.row)
      return body(0);
    Value first = indices[*roles.row];
    for (int64_t i = 0; i < count; ++i) {
      indices[*roles.row] =
          i == 0 ? first
                 : b.createOrFold<arith::AddIOp>(loc, first, constant(i));
      body(i);
    }
    indices[*roles.row] = first;
  }

  void tile(int64_t count, int64_t width, Value mask) {
    OpOperand &out = *op.getDpsInitOperand(0);
    SmallVector<Value> sums;
    forEachRow(count,
               [&](int64_t) { sums.push_back(loadVector(out, width, mask)); });
    sums = reduce(roles.reductions, sums, [&](ValueRange running) {
      return multiplyAdd(count, width, mask, running);
    });
    forEachRow(count, [&](int64_t i) {
      SmallVector<Value> at = position(out);
      if (mask)
        vector::MaskedStoreOp::create(b, loc, out.get(), at, mask, sums[i]);
      else
        vector::StoreOp::create(b, loc, sums[i], out.get(), at);
    });
  }

  /// Loops over the reductions that carry the sums.
  SmallVector<Value> reduce(ArrayRef<unsigned> dims, ArrayRef<Value> sums,
                            function_ref<SmallVector<Value>(ValueRange)> body) {
    if (dims.empty())
      return body(sums);
    Value zero = constant(0), one = constant(1);
    auto made =
        scf::ForOp::create(b, loc, zero, sizes[dims.front()], one, sums);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(made.getBody());
    indices[dims.front()] = made.getInductionVar();
    SmallVector<Value> running(made.getRegionIterArgs());
    SmallVector<Value> next = reduce(dims.drop_front(), running, body);
    scf::YieldOp::create(b, loc, next);
    return SmallVector<Value>(made.getResults());
  }

  SmallVector<Value> multiplyAdd(int64_t count, int64_t width, Value mask,
                                 ValueRange running) {
    OpOperand &lhs = *op.getDpsInputOperand(0),
              &rhs = *op.getDpsInputOperand(1);
    auto isShared = [&](OpOperand &factor) {
      return !roles.row ||
             !op.getMatchingIndexingMap(&factor).isFunctionOfDim(*roles.row);
    };
    Value left = isShared(lhs) ? loadFactor(lhs, width, mask) : Value();
    Value right = isShared(rhs) ? loadFactor(rhs, width, mask) : Value();
    SmallVector<Value> next;
    // Fused where the processor can.
    auto contract = arith::FastMathFlags::contract;
    forEachRow(count, [&](int64_t i) {
      Value a = left ? left : loadFactor(lhs, width, mask);
      Value c = right ? right : loadFactor(rhs, width, mask);
      Value product = arith::MulFOp::create(b, loc, a, c, contract);
      next.push_back(
          arith::AddFOp::create(b, loc, running[i], product, contract));
    });
    return next;
  }

  linalg::LinalgOp op;
  Roles roles;
  OpBuilder b;
  Location loc;
  Type element;
  SmallVector<Value> sizes, indices;
  int64_t lanes, rows;
};

struct LowerContractions : sg::impl::LowerContractionsBase<LowerContractions> {
  using LowerContractionsBase::LowerContractionsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (std::optional<Roles> roles = getRoles(op))
        Tiler(op, *roles, vectorBits).run();
  }
};
} // namespace
