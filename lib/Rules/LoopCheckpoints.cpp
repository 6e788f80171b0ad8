//===- LoopCheckpoints.cpp - Checkpoint schedules of loops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// grad.checkpoint_every = k: a loop over checkpoints of k iterations each.
// Reverse mode keeps the carries before each checkpoint, and the residuals of
// one checkpoint at a time.
//
// grad.checkpoint_slots = s: the binomial schedule of Griewank and Walther,
// "Algorithm 799: Revolve" (2000), in the recursive form of Griewank,
// "Achieving logarithmic growth of temporal and spatial complexity in reverse
// automatic differentiation" (1992). The function `_trips` computes iterations
// `lower` to `upper` with a loop. Reverse mode differentiates an equivalent
// function `_halves` instead, which calls `_trips` twice:
//
//   middle = first(lower, middle, slots, sweeps - 1)
//   second(middle, upper, slots - 1, sweeps)
//
// The reverse sweep recomputes both calls and keeps only the carries at the
// middle. These carries take one slot while the second call is reversed.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Rules/CheckpointRules.h"
#include "sg/StructuredOps/Trips.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

static Value constant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

/// Returns the location of `loop` fused with `description`. Reports mention
/// generated values at this location.
static Location describeLocation(scf::ForOp loop, const Twine &description) {
  MLIRContext *context = loop.getContext();
  return FusedLoc::get(context, {loop.getLoc()},
                       StringAttr::get(context, description));
}

/// Gives the carries, which are not in the program, the location of the loop.
static void setCarryLocations(scf::ForOp loop) {
  for (BlockArgument carry : loop.getRegionIterArgs())
    carry.setLoc(loop.getLoc());
}

/// Emits a loop over the iterations `lower` to `upper` of `loop`, counted from
/// zero, that starts with `carries`. `map` maps values captured by `loop`.
static SmallVector<Value> createTrips(OpBuilder &b, scf::ForOp loop,
                                      Value lower, Value upper,
                                      ValueRange carries, IRMapping map) {
  Location loc = describeLocation(loop, "trips between checkpoints");
  Value one = constant(b, loc, 1);
  auto tripLoop = scf::ForOp::create(
      b, loc, lower, upper, one, carries,
      [&](OpBuilder &b, Location loc, Value trip, ValueRange running) {
        Value index = createInductionVariable(
            b, loop.getLoc(), trip, map.lookupOrDefault(loop.getLowerBound()),
            map.lookupOrDefault(loop.getStep()));
        map.map(loop.getInductionVar(), index);
        map.map(loop.getRegionIterArgs(), running);
        for (Operation &op : *loop.getBody())
          b.clone(op, map);
      });
  setCarryLocations(tripLoop);
  return SmallVector<Value>(tripLoop.getResults());
}

//===----------------------------------------------------------------------===//
// Checkpoints at a fixed interval
//===----------------------------------------------------------------------===//

/// Returns max(1, ceil(sqrt(trips))).
static Value createCeilSqrt(OpBuilder &b, Location loc, Value trips) {
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  Value value = arith::IndexCastOp::create(b, loc, i64, trips);
  value = arith::SIToFPOp::create(b, loc, f64, value);
  value = math::SqrtOp::create(b, loc, value);
  value = math::CeilOp::create(b, loc, value);
  value = arith::FPToSIOp::create(b, loc, i64, value);
  Value root = arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
  return arith::MaxSIOp::create(b, loc, root, constant(b, loc, 1));
}

static SmallVector<Value> checkpointEvery(OpBuilder &b, scf::ForOp loop,
                                          Value trips, int64_t spacing) {
  Location loc = describeLocation(
      loop, spacing == 0 ? Twine("checkpoints")
                         : "checkpoints of " + Twine(spacing) + " trips each");
  Value interval =
      spacing == 0 ? createCeilSqrt(b, loc, trips) : constant(b, loc, spacing);
  Value segments = b.createOrFold<arith::CeilDivSIOp>(loc, trips, interval);
  Value zero = constant(b, loc, 0), one = constant(b, loc, 1);
  auto outer = scf::ForOp::create(
      b, loc, zero, segments, one, loop.getInitArgs(),
      [&](OpBuilder &b, Location loc, Value segment, ValueRange carries) {
        auto checkpoint =
            CheckpointOp::create(b, loc, ValueRange(carries).getTypes());
        OpBuilder inside =
            OpBuilder::atBlockBegin(&checkpoint.getBody().emplaceBlock());
        Value lower = arith::MulIOp::create(inside, loc, segment, interval);
        Value upper = arith::AddIOp::create(inside, loc, lower, interval);
        upper = arith::MinSIOp::create(inside, loc, upper, trips);
        YieldOp::create(inside, loc,
                        createTrips(inside, loop, lower, upper, carries, {}));
        scf::YieldOp::create(b, loc, checkpoint.getResults());
      });
  setCarryLocations(outer);
  return SmallVector<Value>(outer.getResults());
}

//===----------------------------------------------------------------------===//
// The binomial schedule
//===----------------------------------------------------------------------===//

/// Returns the maximal number of recomputations per iteration: the smallest r
/// with (slots + r)! / (slots! r!) >= trips.
static Value createMaxRecomputations(OpBuilder &b, Location loc, Value trips,
                                     int64_t slots) {
  Value one = constant(b, loc, 1);
  if (slots == 0)
    return one; // the value is unused
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{b.getIndexType(), b.getIndexType()},
      ValueRange{constant(b, loc, 0), one},
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Value isTooFew = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::slt, state[1], trips);
        scf::ConditionOp::create(b, loc, isTooFew, state);
      },
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Value sweeps = arith::AddIOp::create(b, loc, state[0], one);
        Value sum =
            arith::AddIOp::create(b, loc, sweeps, constant(b, loc, slots));
        Value reach = arith::MulIOp::create(b, loc, state[1], sum);
        reach = arith::DivSIOp::create(b, loc, reach, sweeps);
        scf::YieldOp::create(b, loc, ValueRange{sweeps, reach});
      });
  return loop.getResult(0);
}

/// Returns (slots * lower + sweeps * upper) / (slots + sweeps), rounded up and
/// clamped so that neither half is empty. If `slots` is zero, returns the last
/// iteration.
static Value createMiddle(OpBuilder &b, Location loc, Value lower, Value upper,
                          Value slots, Value sweeps) {
  Value zero = constant(b, loc, 0), one = constant(b, loc, 1);
  Value weight = arith::AddIOp::create(b, loc, slots, sweeps);
  weight = arith::MaxSIOp::create(b, loc, weight, one);
  Value low = arith::MulIOp::create(b, loc, slots, lower);
  Value high = arith::MulIOp::create(b, loc, sweeps, upper);
  Value middle = arith::AddIOp::create(b, loc, low, high);
  middle = arith::CeilDivSIOp::create(b, loc, middle, weight);
  Value first = arith::AddIOp::create(b, loc, lower, one);
  Value last = arith::SubIOp::create(b, loc, upper, one);
  middle = arith::MaxSIOp::create(b, loc, middle, first);
  middle = arith::MinSIOp::create(b, loc, middle, last);
  Value noSlot =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, slots, zero);
  return arith::SelectOp::create(b, loc, noSlot, last, middle);
}

static Value saturatingDecrement(OpBuilder &b, Location loc, Value value) {
  Value decremented = arith::SubIOp::create(b, loc, value, constant(b, loc, 1));
  return arith::MaxSIOp::create(b, loc, decremented, constant(b, loc, 0));
}

static SmallVector<Value> checkpointSlots(OpBuilder &b, scf::ForOp loop,
                                          Value trips, int64_t numSlots) {
  Location loc = loop.getLoc();
  // Arguments: lower, upper, slots, sweeps, the carries, then the captures.
  SmallVector<Type> inputs(4, b.getIndexType());
  llvm::append_range(inputs, loop.getResultTypes());
  SmallVector<Value> captures{loop.getLowerBound(), loop.getStep()};
  RecomputedFunction halvesFunction(loop, "_halves", inputs,
                                    loop.getResultTypes(), loop.getRegion(),
                                    captures);
  RecomputedFunction tripsFunction(loop, "_trips", inputs,
                                   loop.getResultTypes(), loop.getRegion(),
                                   captures);
  tripsFunction.function->setAttr(kCheckpointAttr,
                                  SymbolRefAttr::get(halvesFunction.function));
  auto createTripsOf = [&](RecomputedFunction &parts, OpBuilder &b) {
    auto arguments = parts.function.getArguments();
    return createTrips(b, loop, arguments[0], arguments[1],
                       arguments.slice(4, loop.getNumResults()), parts.map);
  };
  func::ReturnOp::create(tripsFunction.builder, loc,
                         createTripsOf(tripsFunction, tripsFunction.builder));

  ValueRange arguments = halvesFunction.function.getArguments();
  Value lower = arguments[0], upper = arguments[1], slots = arguments[2],
        sweeps = arguments[3];
  ValueRange carries = arguments.slice(4, loop.getNumResults());
  ValueRange captured = arguments.drop_front(inputs.size());
  OpBuilder &h = halvesFunction.builder;
  Value length = arith::SubIOp::create(h, loc, upper, lower);
  Value isShort = arith::CmpIOp::create(h, loc, arith::CmpIPredicate::sle,
                                        length, constant(h, loc, 1));
  auto call = [&](OpBuilder &b, ArrayRef<Value> range, ValueRange carries) {
    SmallVector<Value> operands(range);
    llvm::append_range(operands, carries);
    llvm::append_range(operands, captured);
    return func::CallOp::create(b, loc, tripsFunction.function, operands)
        .getResults();
  };
  auto branch = scf::IfOp::create(
      h, loc, isShort,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, createTripsOf(halvesFunction, b));
      },
      [&](OpBuilder &b, Location loc) {
        Value middle = createMiddle(b, loc, lower, upper, slots, sweeps);
        Value fewerSweeps = saturatingDecrement(b, loc, sweeps);
        ValueRange first =
            call(b, {lower, middle, slots, fewerSweeps}, carries);
        Value fewerSlots = saturatingDecrement(b, loc, slots);
        ValueRange second = call(b, {middle, upper, fewerSlots, sweeps}, first);
        scf::YieldOp::create(b, loc, second);
      });
  func::ReturnOp::create(h, loc, branch.getResults());

  // The operands of the call hold the initial carries, which take one slot.
  Value zero = constant(b, loc, 0), freeSlots = constant(b, loc, numSlots - 1);
  Value maxSweeps = createMaxRecomputations(b, loc, trips, numSlots - 1);
  SmallVector<Value> operands{zero, trips, freeSlots, maxSweeps};
  llvm::append_range(operands, loop.getInitArgs());
  llvm::append_range(operands, tripsFunction.operands);
  return SmallVector<Value>(
      func::CallOp::create(b, loc, tripsFunction.function, operands)
          .getResults());
}

SmallVector<Value> sg::rules::applySchedule(OpBuilder &b, scf::ForOp loop) {
  auto interval = loop->getAttrOfType<IntegerAttr>(kCheckpointEveryAttr);
  auto slots = loop->getAttrOfType<IntegerAttr>(kCheckpointSlotsAttr);
  if (!interval && !slots)
    return {};
  Value trips = createTripCount(b, loop, loop.getLowerBound(),
                                loop.getUpperBound(), loop.getStep());
  return interval ? checkpointEvery(b, loop, trips, interval.getInt())
                  : checkpointSlots(b, loop, trips, slots.getInt());
}
