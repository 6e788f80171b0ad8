//===- RecordStops.cpp - Functions that return the values at stops --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrozenFunctions.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/Analysis/SizeOrigin.h"
#include "sg/StructuredOps/LoopInvariants.h"
#include "sg/StructuredOps/Trips.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-freeze-stop-gradient"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// Returns the sizes of `value`, a value in the loop, as values computed before
/// the loop. Fails if a size is not loop-invariant.
static FailureOr<SmallVector<OpFoldResult>> sizesBefore(scf::ForOp loop,
                                                        Value value) {
  SmallVector<OpFoldResult> sizes;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return sizes;
  OpBuilder b(loop);
  LoopInvariants invariants(loop);
  for (auto [dim, known] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isStatic(known)) {
      sizes.push_back(b.getIndexAttr(known));
      continue;
    }
    SizeOrigin origin = findSizeOrigin(value, dim);
    auto size = dyn_cast_if_present<Value>(origin.size);
    if (!origin.size || size) {
      Value inside = size ? size : origin.tensor;
      if (!invariants.contains(inside))
        return failure();
      Value outside = invariants.hoist(inside);
      origin.size =
          size ? OpFoldResult(outside)
               : tensor::getMixedSize(b, loop.getLoc(), outside, origin.dim);
    }
    // A dynamic dimension of the type needs an SSA value, even if the size is
    // constant.
    sizes.push_back(
        getValueOrCreateConstantIndexOp(b, loop.getLoc(), origin.size));
  }
  return sizes;
}

namespace {
/// Creates variants of functions that also return the values at stops.
class Recorded final : public FrozenFunctions {
public:
  explicit Recorded(SymbolTable &symbols)
      : FrozenFunctions(symbols, "_record") {}

private:
  LogicalResult process(func::FuncOp clone) override {
    SmallVector<Value> sites;
    Block &block = clone.getBody().front();
    if (failed(recordBlock(block, sites)))
      return failure();
    Operation *end = block.getTerminator();
    end->insertOperands(end->getNumOperands(), sites);
    clone.setResAttrsAttr({});
    return success();
  }

  /// Removes the stops in `block` and appends the values at its sites to
  /// `sites`.
  LogicalResult recordBlock(Block &block, SmallVectorImpl<Value> &sites) {
    return visitBlock(block, [&](Operation *op) {
      return TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
          .Case([&](StopGradientOp stop) {
            if (isSite(stop))
              sites.push_back(stop.getInput());
            else
              LDBG() << "not recorded, " << stop.getType()
                     << " has no derivative: " << stop->getName() << " at "
                     << stop.getLoc();
            stop.replaceAllUsesWith(stop.getInput());
            stop.erase();
            return success();
          })
          .Case<scf::IfOp, scf::IndexSwitchOp, CheckpointOp>(
              [&](auto branch) { return recordBranch(branch, sites); })
          .Case<func::CallOp, scf::ForOp, linalg::LinalgOp>(
              [&](auto other) { return record(other, sites); })
          .Default(std::nullopt);
    });
  }

  LogicalResult record(func::CallOp call, SmallVectorImpl<Value> &sites) {
    func::FuncOp original = callee(call);
    FailureOr<func::FuncOp> recording = get(original, call);
    if (failed(recording))
      return failure();
    if (*recording == original)
      return success();
    unsigned numResults = call.getNumResults();
    OpBuilder b(call);
    auto rebuilt =
        func::CallOp::create(b, call.getLoc(), *recording, call.getOperands());
    call.replaceAllUsesWith(rebuilt.getResults().take_front(numResults));
    llvm::append_range(sites, rebuilt.getResults().drop_front(numResults));
    call.erase();
    return success();
  }

  LogicalResult record(linalg::LinalgOp op, SmallVectorImpl<Value> &sites) {
    SmallVector<Value> inside;
    if (failed(recordBlock(*op.getBlock(), inside)))
      return failure();
    if (inside.empty())
      return success();
    OpBuilder b(op);
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    for (Range range : op.createLoopRanges(b, loc))
      sizes.push_back(range.size);
    SmallVector<Value> outputs;
    for (Value value : inside) {
      outputs.push_back(
          tensor::EmptyOp::create(b, loc, sizes, value.getType()));
      op.getBlock()->addArgument(value.getType(), loc);
    }
    Operation *yield = op.getBlock()->getTerminator();
    yield->insertOperands(yield->getNumOperands(), inside);
    llvm::append_range(sites, rebuildStructured(op, {}, outputs));
    return success();
  }

  LogicalResult record(scf::ForOp loop, SmallVectorImpl<Value> &sites) {
    SmallVector<Value> inside;
    if (failed(recordBlock(*loop.getBody(), inside)))
      return failure();
    if (inside.empty())
      return success();
    OpBuilder b(loop);
    Location loc = loop.getLoc();
    Value trips = createTripCount(b, loop, loop.getLowerBound(),
                                  loop.getUpperBound(), loop.getStep());
    OpBuilder body(loop.getBody()->getTerminator());
    Value trip = createIterationIndex(body, loop);
    SmallVector<Value> inits(loop.getInitArgs()), yields;
    for (Value value : inside) {
      RankedTensorType type = getPerTripType(value.getType());
      FailureOr<SmallVector<OpFoldResult>> sizes = sizesBefore(loop, value);
      if (!type || failed(sizes))
        return emitCannotPassStops(loop);
      SmallVector<Value> dynamic{trips};
      for (OpFoldResult size : *sizes)
        if (auto known = dyn_cast<Value>(size))
          dynamic.push_back(known);
      inits.push_back(tensor::EmptyOp::create(b, loc, type, dynamic));
      Value all = loop.getBody()->addArgument(type, loc);
      TripSlice slice(body, trip, *sizes);
      if (isa<RankedTensorType>(value.getType()))
        all = tensor::InsertSliceOp::create(
            body, loc, value, all, slice.offsets, slice.sizes, slice.strides);
      else
        all = tensor::InsertOp::create(body, loc, value, all, trip);
      yields.push_back(all);
    }
    Operation *end = loop.getBody()->getTerminator();
    end->insertOperands(end->getNumOperands(), yields);
    auto rebuilt =
        scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                           loop.getStep(), inits);
    rebuilt.setUnsignedCmp(loop.getUnsignedCmp());
    rebuilt.getRegion().takeBody(loop.getRegion());
    unsigned numResults = loop.getNumResults();
    loop->replaceAllUsesWith(rebuilt.getResults().take_front(numResults));
    llvm::append_range(sites, rebuilt.getResults().drop_front(numResults));
    loop.erase();
    return success();
  }

  LogicalResult recordBranch(Operation *op, SmallVectorImpl<Value> &sites) {
    unsigned numRegions = op->getNumRegions();
    SmallVector<SmallVector<Value>> inside(numRegions);
    for (auto [region, values] : llvm::zip(op->getRegions(), inside))
      if (!region.empty() && failed(recordBlock(region.front(), values)))
        return failure();
    SmallVector<Type> types(op->getResultTypes());
    for (ArrayRef<Value> values : inside)
      llvm::append_range(types, ValueRange(values).getTypes());
    unsigned numResults = op->getNumResults();
    if (types.size() == numResults)
      return success();
    OpBuilder b(op);
    Operation *rebuilt = b.insert(Operation::create(
        op->getLoc(), op->getName(), types, op->getOperands(),
        op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
        BlockRange(), numRegions));
    for (unsigned r = 0; r < numRegions; ++r) {
      Region &region = rebuilt->getRegion(r);
      if (op->getRegion(r).empty()) {
        b.createBlock(&region);
        scf::YieldOp::create(b, op->getLoc());
      } else {
        region.takeBody(op->getRegion(r));
      }
      Operation *yield = region.front().getTerminator();
      OpBuilder inner(yield);
      for (unsigned other = 0; other < numRegions; ++other)
        for (Value value : inside[other])
          yield->insertOperands(yield->getNumOperands(),
                                other == r ? value
                                           : createPlaceholder(inner, value));
    }
    op->replaceAllUsesWith(rebuilt->getResults().take_front(numResults));
    llvm::append_range(sites, rebuilt->getResults().drop_front(numResults));
    op->erase();
    return success();
  }

  /// Returns the zeros to record for a site in a branch that is not taken.
  static Value createPlaceholder(OpBuilder &b, Value value) {
    SmallVector<OpFoldResult> sizes;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t size : type.getShape())
        sizes.push_back(b.getIndexAttr(ShapedType::isDynamic(size) ? 0 : size));
    return createZero(b, value.getLoc(), value.getType(), sizes);
  }
};
} // namespace

std::unique_ptr<FrozenFunctions>
sg::grad::createRecorded(SymbolTable &symbols) {
  return std::make_unique<Recorded>(symbols);
}
