//===- BlockReduction.cpp - Reductions by the threads of a block ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

namespace {
/// Builds the reduction of one value per lane over the lanes of a row.
class LaneReduction {
public:
  LaneReduction(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                const ThreadLayout &layout, Value thread, Value lane,
                const Combiner &combiner)
      : b(b), launch(launch), layout(layout), thread(thread), lane(lane),
        combiner(combiner) {}

  /// Combines the values of `lanes` lanes by shuffles. Each lane gets the
  /// result.
  Value shuffle(Value value, int64_t lanes);
  /// Combines the results of the warps of a row in shared memory.
  Value combineWarps(Value value);
  /// Combines the values of a row by a tree reduction in shared memory.
  Value combineInMemory(Value value);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value isBelow(Value value, int64_t bound) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value,
                                 constant(bound));
  }
  /// Allocates shared memory. Reuses the memory of an earlier reduction, after
  /// a barrier, because shared memory is scarce.
  Value allocate(Type element, int64_t count) {
    auto space = gpu::AddressSpaceAttr::get(
        b.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
    auto type =
        MemRefType::get({count}, element, MemRefLayoutAttrInterface(), space);
    for (BlockArgument attribution : launch.getWorkgroupAttributions())
      if (attribution.getType() == type) {
        gpu::BarrierOp::create(b);
        return attribution;
      }
    return launch.addWorkgroupAttribution(type, b.getLoc());
  }

  ImplicitLocOpBuilder &b;
  gpu::LaunchOp launch;
  const ThreadLayout &layout;
  Value thread, lane;
  const Combiner &combiner;
};
} // namespace

Value LaneReduction::shuffle(Value value, int64_t lanes) {
  for (int64_t distance = lanes / 2; distance > 0; distance /= 2) {
    Value other = gpu::ShuffleOp::create(b, value, distance, kWarpSize,
                                         gpu::ShuffleMode::XOR)
                      .getShuffleResult();
    value = combiner.combine(b, value, other);
  }
  return value;
}

Value LaneReduction::combineWarps(Value value) {
  Value shared = allocate(value.getType(), layout.threads / kWarpSize);
  Value warp = arith::DivUIOp::create(b, thread, constant(kWarpSize));
  Value warpLane = arith::RemUIOp::create(b, thread, constant(kWarpSize));
  auto isFirst = scf::IfOp::create(b, isBelow(warpLane, 1));
  ImplicitLocOpBuilder thenBuilder(b.getLoc(), isFirst.getThenBodyBuilder());
  memref::StoreOp::create(thenBuilder, value, shared, warp);
  gpu::BarrierOp::create(b);
  int64_t warps = layout.lanes / kWarpSize;
  Value warpInRow = arith::DivUIOp::create(b, lane, constant(kWarpSize));
  Value first = arith::SubIOp::create(b, warp, warpInRow);
  for (int64_t i = 0; i < warps; ++i) {
    Value index = arith::AddIOp::create(b, first, constant(i));
    Value other = memref::LoadOp::create(b, shared, index);
    value = i == 0 ? other : combiner.combine(b, value, other);
  }
  return value;
}

Value LaneReduction::combineInMemory(Value value) {
  Value shared = allocate(value.getType(), layout.threads);
  int64_t laneStride = layout.neighboursAreLanes ? 1 : layout.countRows();
  memref::StoreOp::create(b, value, shared, thread);
  for (int64_t half = layout.lanes / 2; half > 0; half /= 2) {
    gpu::BarrierOp::create(b);
    auto isInHalf = scf::IfOp::create(b, isBelow(lane, half));
    ImplicitLocOpBuilder thenBuilder(b.getLoc(), isInHalf.getThenBodyBuilder());
    Value index = arith::AddIOp::create(
        thenBuilder, thread,
        arith::ConstantIndexOp::create(thenBuilder, half * laneStride));
    Value own = memref::LoadOp::create(thenBuilder, shared, thread);
    Value other = memref::LoadOp::create(thenBuilder, shared, index);
    Value combined = combiner.combine(thenBuilder, own, other);
    memref::StoreOp::create(thenBuilder, combined, shared, thread);
  }
  // No barrier is needed, because lane 0 reads the value that it wrote.
  return memref::LoadOp::create(b, shared, thread);
}

Value sg::reduceLanes(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                      const ThreadLayout &layout, Value thread, Value lane,
                      const Combiner &combiner, Value value) {
  if (layout.lanes == 1)
    return value;
  LaneReduction reduction(b, launch, layout, thread, lane, combiner);
  Type type = value.getType();
  if (!layout.neighboursAreLanes || !(type.isF32() || type.isInteger(32))) {
    LDBG() << "not reduced by shuffles, "
           << (layout.neighboursAreLanes
                   ? "only 32-bit values are shuffled"
                   : "neighbouring threads have different results")
           << ": a value of " << type << " at " << b.getLoc();
    return reduction.combineInMemory(value);
  }
  value = reduction.shuffle(value, std::min(layout.lanes, kWarpSize));
  return layout.lanes > kWarpSize ? reduction.combineWarps(value) : value;
}
