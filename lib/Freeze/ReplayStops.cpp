//===- ReplayStops.cpp - Functions that take the values at stops ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrozenFunctions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/StructuredOps/Trips.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

namespace {
/// Creates variants of functions that take the values at stops as arguments.
class Replayed final : public FrozenFunctions {
public:
  explicit Replayed(SymbolTable &symbols)
      : FrozenFunctions(symbols, "_replay") {}

private:
  /// Returns the value to replay at the next site, whose type is given.
  using Next = llvm::function_ref<Value(Type)>;

  LogicalResult process(func::FuncOp clone) override {
    Block &block = clone.getBody().front();
    auto next = [&](Type type) -> Value {
      return block.addArgument(type, clone.getLoc());
    };
    clone.setArgAttrsAttr({});
    return replayBlock(block, next);
  }

  LogicalResult replayBlock(Block &block, Next next) {
    return visitBlock(block, [&](Operation *op) {
      return TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
          .Case([&](StopGradientOp stop) {
            stop.replaceAllUsesWith(isSite(stop) ? next(stop.getType())
                                                 : stop.getInput());
            stop.erase();
            return success();
          })
          .Case<scf::IfOp, scf::IndexSwitchOp, CheckpointOp>([&](auto branch) {
            for (Region &region : branch->getRegions())
              if (!region.empty() && failed(replayBlock(region.front(), next)))
                return failure();
            return success();
          })
          .Case<func::CallOp, scf::ForOp, linalg::LinalgOp>(
              [&](auto other) { return replay(other, next); })
          .Default(std::nullopt);
    });
  }

  LogicalResult replay(func::CallOp call, Next next) {
    func::FuncOp original = callee(call);
    FailureOr<func::FuncOp> replaying = get(original, call);
    if (failed(replaying))
      return failure();
    if (*replaying == original)
      return success();
    unsigned numOperands = call.getNumOperands();
    SmallVector<Value> operands(call.getOperands());
    for (Type type : replaying->getArgumentTypes().drop_front(numOperands))
      operands.push_back(next(type));
    OpBuilder b(call);
    auto newCall = func::CallOp::create(b, call.getLoc(), *replaying, operands);
    call.replaceAllUsesWith(newCall.getResults());
    call.erase();
    return success();
  }

  LogicalResult replay(scf::ForOp loop, Next next) {
    Location loc = loop.getLoc();
    Value trip;
    bool hasTensors = true;
    auto nextInTrip = [&](Type type) -> Value {
      RankedTensorType tripsType = getPerTripType(type);
      hasTensors &= tripsType != nullptr;
      if (!tripsType)
        return next(type); // keeps the IR valid; an error follows
      // Insert at the start of the body, because ops in the body may be
      // replaced.
      OpBuilder body = OpBuilder::atBlockBegin(loop.getBody());
      if (!trip)
        trip = createIterationIndex(body, loop);
      body.setInsertionPointAfterValue(trip);
      Value all = next(tripsType);
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        return tensor::ExtractOp::create(body, loc, all, trip);
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(body, loc, all);
      TripSlice slice(body, trip, ArrayRef(sizes).drop_front());
      return tensor::ExtractSliceOp::create(
          body, loc, tensor, all, slice.offsets, slice.sizes, slice.strides);
    };
    if (failed(replayBlock(*loop.getBody(), nextInTrip)))
      return failure();
    return hasTensors ? success() : emitCannotPassStops(loop);
  }

  LogicalResult replay(linalg::LinalgOp op, Next next) {
    unsigned numInputs = op.getNumDpsInputs();
    Block *block = op.getBlock();
    SmallVector<int64_t> shape = op.getStaticLoopRanges();
    SmallVector<Value> inputs;
    auto nextElement = [&](Type type) -> Value {
      inputs.push_back(next(RankedTensorType::get(shape, type)));
      return block->insertArgument(numInputs + inputs.size() - 1, type,
                                   op.getLoc());
    };
    if (failed(replayBlock(*block, nextElement)))
      return failure();
    if (!inputs.empty())
      rebuildStructured(op, inputs, {});
    return success();
  }
};
} // namespace

std::unique_ptr<FrozenFunctions>
sg::grad::createReplayed(SymbolTable &symbols) {
  return std::make_unique<Replayed>(symbols);
}
