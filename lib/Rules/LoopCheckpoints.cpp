//===- LoopCheckpoints.cpp - Checkpoint schedules of loops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// grad.checkpoint_every = k: a loop over checkpoints of k iterations each. The
// reverse keeps the carry before each checkpoint, and the residuals of k
// iterations.
//
// grad.checkpoint_slots = s: the binomial schedule of Griewank and Walther,
// "Algorithm 799: Revolve" (2000), in the recursive form of Griewank,
// "Achieving logarithmic growth of temporal and spatial complexity in reverse
// automatic differentiation" (1992). A function computes iterations `lower` to
// `upper` with a loop. Its reverse is the reverse of an equivalent function,
// which calls the first function twice:
//
//   middle = first(lower, middle, slots, sweeps - 1)
//   second(middle, upper, slots - 1, sweeps)
//
// The reverse recomputes both calls and keeps only the carry at the middle.
// This carry takes one slot while the second half is reversed.
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

/// Returns the location of `loop` fused with a description, for generated
/// values that reports mention.
static Location describeLocation(scf::ForOp loop, const Twine &what) {
  MLIRContext *context = loop.getContext();
  return FusedLoc::get(context, {loop.getLoc()},
                       StringAttr::get(context, what));
}

/// Gives the carries the location of the loop, since they have none in the
/// program.
static void setCarryLocations(scf::ForOp loop) {
  for (BlockArgument carry : loop.getRegionIterArgs())
    carry.setLoc(loop.getLoc());
}

/// Emits iterations `lower` to `upper` of `loop`, counted from zero, with the
/// given carries.
static SmallVector<Value> createTrips(OpBuilder &b, scf::ForOp loop,
                                      Value lower, Value upper,
                                      ValueRange carries, IRMapping map) {
  Location loc = describeLocation(loop, "trips between checkpoints");
  Value one = constant(b, loc, 1);
  auto made = scf::ForOp::create(
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
  setCarryLocations(made);
  return SmallVector<Value>(made.getResults());
}

//===----------------------------------------------------------------------===//
// Checkpoints at a fixed interval
//===----------------------------------------------------------------------===//

/// Returns the square root of `trips`, rounded up, but at least one.
static Value createRoot(OpBuilder &b, Location loc, Value trips) {
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  Value number = arith::IndexCastOp::create(b, loc, i64, trips);
  number = arith::SIToFPOp::create(b, loc, f64, number);
  number = math::SqrtOp::create(b, loc, number);
  number = math::CeilOp::create(b, loc, number);
  number = arith::FPToSIOp::create(b, loc, i64, number);
  Value root = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
  return arith::MaxSIOp::create(b, loc, root, constant(b, loc, 1));
}

static SmallVector<Value> checkpointEvery(OpBuilder &b, scf::ForOp loop,
                                          Value trips, int64_t spacing) {
  Location loc = describeLocation(
      loop, spacing == 0 ? Twine("checkpoints")
                         : "checkpoints of " + Twine(spacing) + " trips each");
  Value every =
      spacing == 0 ? createRoot(b, loc, trips) : constant(b, loc, spacing);
  Value segments = b.createOrFold<arith::CeilDivSIOp>(loc, trips, every);
  Value zero = constant(b, loc, 0), one = constant(b, loc, 1);
  auto outer = scf::ForOp::create(
      b, loc, zero, segments, one, loop.getInitArgs(),
      [&](OpBuilder &b, Location loc, Value segment, ValueRange carries) {
        auto checkpoint =
            CheckpointOp::create(b, loc, ValueRange(carries).getTypes());
        OpBuilder inside =
            OpBuilder::atBlockBegin(&checkpoint.getBody().emplaceBlock());
        Value lower = arith::MulIOp::create(inside, loc, segment, every);
        Value upper = arith::AddIOp::create(inside, loc, lower, every);
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

/// Returns the maximal number of recomputations per iteration. This is the
/// least r that suffices to reverse `trips` iterations: (slots + r)! / (slots!
/// r!) >= trips.
static Value createMaxRecomputations(OpBuilder &b, Location loc, Value trips,
                                     int64_t slots) {
  Value one = constant(b, loc, 1);
  if (slots == 0)
    return one; // the value is unused
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{b.getIndexType(), b.getIndexType()},
      ValueRange{constant(b, loc, 0), one},
      [&](OpBuilder &b, Location loc, ValueRange state) {
        Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                           state[1], trips);
        scf::ConditionOp::create(b, loc, more, state);
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
/// clamped to leave neither half empty. If no slot is left, returns the last
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
  Value none =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, slots, zero);
  return arith::SelectOp::create(b, loc, none, last, middle);
}

static Value saturatingDecrement(OpBuilder &b, Location loc, Value value) {
  Value less = arith::SubIOp::create(b, loc, value, constant(b, loc, 1));
  return arith::MaxSIOp::create(b, loc, less, constant(b, loc, 0));
}

static SmallVector<Value> checkpointSlots(OpBuilder &b, scf::ForOp loop,
                                          Value trips, int64_t states) {
  Location loc = loop.getLoc();
  // Arguments: lower, upper, slots, sweeps, the carries, then the captures.
  SmallVector<Type> inputs(4, b.getIndexType());
  llvm::append_range(inputs, loop.getResultTypes());
  SmallVector<Value> captures{loop.getLowerBound(), loop.getStep()};
  RecomputedFunction halves(loop, "_halves", inputs, loop.getResultTypes(),
                            loop.getRegion(), captures);
  RecomputedFunction whole(loop, "_trips", inputs, loop.getResultTypes(),
                           loop.getRegion(), captures);
  whole.function->setAttr(kCheckpointAttr, SymbolRefAttr::get(halves.function));
  auto createTripsOf = [&](RecomputedFunction &parts, OpBuilder &b) {
    auto arguments = parts.function.getArguments();
    return createTrips(b, loop, arguments[0], arguments[1],
                       arguments.slice(4, loop.getNumResults()), parts.map);
  };
  func::ReturnOp::create(whole.builder, loc,
                         createTripsOf(whole, whole.builder));

  ValueRange arguments = halves.function.getArguments();
  Value lower = arguments[0], upper = arguments[1], slots = arguments[2],
        sweeps = arguments[3];
  ValueRange carries = arguments.slice(4, loop.getNumResults());
  ValueRange captured = arguments.drop_front(inputs.size());
  OpBuilder &h = halves.builder;
  Value length = arith::SubIOp::create(h, loc, upper, lower);
  Value isShort = arith::CmpIOp::create(h, loc, arith::CmpIPredicate::sle,
                                        length, constant(h, loc, 1));
  auto call = [&](OpBuilder &b, ArrayRef<Value> range, ValueRange carries) {
    SmallVector<Value> operands(range);
    llvm::append_range(operands, carries);
    llvm::append_range(operands, captured);
    return func::CallOp::create(b, loc, whole.function, operands).getResults();
  };
  auto either = scf::IfOp::create(
      h, loc, isShort,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, createTripsOf(halves, b));
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
  func::ReturnOp::create(h, loc, either.getResults());

  // The operands of the call keep the first state.
  Value zero = constant(b, loc, 0), free = constant(b, loc, states - 1);
  Value times = createMaxRecomputations(b, loc, trips, states - 1);
  SmallVector<Value> operands{zero, trips, free, times};
  llvm::append_range(operands, loop.getInitArgs());
  llvm::append_range(operands, whole.operands);
  return SmallVector<Value>(
      func::CallOp::create(b, loc, whole.function, operands).getResults());
}

SmallVector<Value> sg::rules::applySchedule(OpBuilder &b, scf::ForOp loop) {
  auto every = loop->getAttrOfType<IntegerAttr>(kCheckpointEveryAttr);
  auto slots = loop->getAttrOfType<IntegerAttr>(kCheckpointSlotsAttr);
  if (!every && !slots)
    return {};
  Value trips = createTripCount(b, loop, loop.getLowerBound(),
                                loop.getUpperBound(), loop.getStep());
  return every ? checkpointEvery(b, loop, trips, every.getInt())
               : checkpointSlots(b, loop, trips, slots.getInt());
}
