//===- SinkScalarsIntoKernels.cpp - Scalars that only kernels need
//-------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-sink-scalars-into-kernels"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_SINKSCALARSINTOKERNELS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// More ops than these one thread computes for all others.
static constexpr size_t kMostOps = 16;
/// Memory of more elements is freed where it was.
static constexpr int64_t kMostElements = 64;

//===----------------------------------------------------------------------===//
// What a scalar is computed of
//===----------------------------------------------------------------------===//

namespace {
/// The ops by which the host computes scalars of elements that it loads, in
/// order. What else these need it knows.
struct Slice {
  llvm::SetVector<Operation *> ops;

  /// Returns whether `value` is of that kind.
  bool add(Value value);
  bool isCostly() const;

private:
  bool addOp(Operation *op);

  /// Whether ops that have been asked for are of that kind: many paths lead to
  /// one.
  DenseMap<Operation *, bool> isOfLoads;
};
} // namespace

/// What kernels compute with.
static bool isScalar(Type type) {
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
         type.isF64() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

/// Whether a kernel may compute it in the place of the host.
static bool canMove(Operation *op) {
  if (isa<memref::LoadOp>(op))
    return isScalar(op->getResult(0).getType());
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

bool Slice::add(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isScalar(value.getType()) || !canMove(op))
    return false;
  auto known = isOfLoads.find(op);
  if (known != isOfLoads.end())
    return known->second;
  bool isOne = addOp(op);
  isOfLoads[op] = isOne;
  return isOne;
}

bool Slice::addOp(Operation *op) {
  bool isOne = isa<memref::LoadOp>(op);
  for (Value operand : op->getOperands())
    isOne |= add(operand);
  if (isOne)
    ops.insert(op);
  return isOne;
}

/// A function is more than an instruction or two.
static bool isFunction(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
              math::TruncOp>(op);
}

bool Slice::isCostly() const {
  return ops.size() > kMostOps || llvm::any_of(ops, isFunction);
}

//===----------------------------------------------------------------------===//
// Whether memory is still the same
//===----------------------------------------------------------------------===//

static bool isSingleThread(gpu::LaunchOp launch) {
  return llvm::all_of(launch->getOperands(),
                      [](Value size) { return matchPattern(size, m_One()); });
}

/// The end of memory that is small, so that it may as well come later.
static bool isEndOfLittle(Operation *op) {
  auto end = dyn_cast<memref::DeallocOp>(op);
  auto type = end ? dyn_cast<MemRefType>(end.getMemref().getType()) : nullptr;
  return type && type.hasStaticShape() &&
         type.getNumElements() <= kMostElements;
}

namespace {
/// What ops access, asked for many loads. Kernels only gain loads meanwhile.
class Accesses {
public:
  bool conflict(Operation *op, memref::LoadOp load) {
    return get(op).conflictWith(get(load));
  }

private:
  const sg::MemoryAccesses &get(Operation *op) {
    auto [known, isNew] = all.try_emplace(op, nullptr);
    if (isNew)
      known->second = std::make_unique<sg::MemoryAccesses>(op);
    return *known->second;
  }

  DenseMap<Operation *, std::unique_ptr<sg::MemoryAccesses>> all;
};
} // namespace

/// Whether `launch` finds what `load` does; `ends` are in between, and have to
/// be behind it then.
static bool canLoad(gpu::LaunchOp launch, memref::LoadOp load,
                    Accesses &accesses, llvm::SetVector<Operation *> &ends) {
  Operation *place = load->getBlock()->findAncestorOpInBlock(*launch);
  if (!place)
    return false;
  for (Operation *op = load->getNextNode(); op != place;
       op = op->getNextNode()) {
    if (isa<cf::AssertOp>(op) || !accesses.conflict(op, load))
      continue;
    if (!isEndOfLittle(op))
      return false;
    ends.insert(op);
  }
  // One thread loads before it stores.
  if (place == launch && isSingleThread(launch))
    return true;
  return !accesses.conflict(place, load);
}

/// Whether the host has to know `value` before `launch`, or for it.
static bool isUsedBefore(gpu::LaunchOp launch, Value value, Operation *user) {
  if (isa<memref::LoadOp>(user))
    return false;
  Block *block = value.getParentBlock();
  Operation *place = block->findAncestorOpInBlock(*launch);
  Operation *ofUser = block->findAncestorOpInBlock(*user);
  return !ofUser || !place || ofUser == place || ofUser->isBeforeInBlock(place);
}

/// The same of `value`, and of what is computed of it: nothing is gained then.
static bool isNeededBefore(gpu::LaunchOp launch, Value value) {
  llvm::SetVector<Value> computed;
  computed.insert(value);
  for (size_t i = 0; i < computed.size(); ++i) {
    Value next = computed[i];
    for (Operation *user : next.getUsers()) {
      if (user != launch && user->getParentOfType<gpu::LaunchOp>())
        continue;
      if (canMove(user) && !isa<memref::LoadOp>(user))
        computed.insert_range(user->getResults());
      else if (isUsedBefore(launch, next, user))
        return true;
    }
  }
  return false;
}

static bool isNeededBefore(gpu::LaunchOp launch, const Slice &slice) {
  return llvm::any_of(slice.ops, [&](Operation *op) {
    return isa<memref::LoadOp>(op) && isNeededBefore(launch, op->getResult(0));
  });
}

/// Whether `launch` can compute a slice.
static bool canCompute(gpu::LaunchOp launch, const Slice &slice,
                       Accesses &accesses, llvm::SetVector<Operation *> &ends) {
  return llvm::all_of(slice.ops, [&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return !load || canLoad(launch, load, accesses, ends);
  });
}

/// Behind `launch`, or what it is in.
static void moveBehind(const llvm::SetVector<Operation *> &ends,
                       gpu::LaunchOp launch) {
  for (Operation *end : ends) {
    Operation *place = end->getBlock()->findAncestorOpInBlock(*launch);
    if (end->isBeforeInBlock(place))
      end->moveAfter(place);
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// What a kernel computes at its start.
struct Prologue {
  explicit Prologue(gpu::LaunchOp launch) : launch(launch) {}

  void add(const Slice &slice) {
    OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
    if (last)
      b.setInsertionPointAfter(last);
    for (Operation *op : slice.ops)
      if (!known.contains(op->getResult(0)))
        last = b.clone(*op, known);
  }

  gpu::LaunchOp launch;
  IRMapping known;
  Operation *last = nullptr;
};
} // namespace

static void replaceInside(gpu::LaunchOp launch, Value value, Value inside) {
  value.replaceUsesWithIf(inside, [&](OpOperand &use) {
    return launch.getBody().isAncestor(use.getOwner()->getParentRegion()) &&
           use.getOwner() != inside.getDefiningOp();
  });
}

namespace {
class Sinking {
public:
  void run(Operation *root);

private:
  void sink(gpu::LaunchOp launch);
  Value compute(Value value, const Slice &slice);

  /// Memory in which a kernel of one thread leaves a value that costs
  /// something; null if that cannot be.
  DenseMap<Value, Value> computed;
  DenseMap<Value, memref::DeallocOp> ends;
  Accesses accesses;
};
} // namespace

/// Where the host would compute it.
Value Sinking::compute(Value value, const Slice &slice) {
  auto [it, isNew] = computed.try_emplace(value, Value());
  if (!isNew)
    return it->second;
  Type type = value.getType();
  if (type.isIndex() || type.getIntOrFloatBitWidth() < 8)
    return {};
  Operation *definition = value.getDefiningOp();
  ImplicitLocOpBuilder b(value.getLoc(), definition->getContext());
  b.setInsertionPointAfter(definition);
  gpu::LaunchOp launch = sg::createLaunch(b, definition, /*threads=*/1,
                                          /*blocks=*/{}, "scalar");
  llvm::SetVector<Operation *> between;
  if (!canCompute(launch, slice, accesses, between)) {
    launch.erase();
    return {};
  }
  Value memory;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(launch);
    memory = memref::AllocOp::create(b, MemRefType::get({}, type));
  }
  memref::StoreOp::create(b, value, memory);
  Prologue prologue(launch);
  prologue.add(slice);
  replaceInside(launch, value, prologue.known.lookup(value));
  moveBehind(between, launch);
  b.setInsertionPointAfter(launch);
  ends[memory] = memref::DeallocOp::create(b, memory);
  return computed[value] = memory;
}

/// Says why the host computes `value`, for which it waits.
static void leaveToHost(Value value, gpu::LaunchOp launch, StringRef why) {
  LDBG() << "computed by the host, " << why << ": "
         << value.getDefiningOp()->getName() << " at " << value.getLoc()
         << " for the kernel at " << launch.getLoc();
}

void Sinking::sink(gpu::LaunchOp launch) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(launch.getBody(), captured);
  Prologue prologue(launch);
  for (Value value : captured) {
    Slice slice;
    if (!slice.add(value))
      continue;
    if (isNeededBefore(launch, slice)) {
      leaveToHost(value, launch, "which needs it before the kernel");
      continue;
    }
    auto tell = [&](StringRef what) {
      LDBG() << "computed by " << what << ": "
             << value.getDefiningOp()->getName() << " at " << value.getLoc()
             << " for the kernel at " << launch.getLoc();
    };
    if (slice.isCostly() && !isSingleThread(launch)) {
      Value memory = compute(value, slice);
      if (!memory) {
        leaveToHost(
            value, launch,
            "it is much for each thread, and a kernel of one thread cannot");
        continue;
      }
      tell("a kernel of one thread");
      OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
      Value inside = memref::LoadOp::create(b, value.getLoc(), memory);
      replaceInside(launch, value, inside);
      llvm::SetVector<Operation *> between;
      between.insert(ends[memory]);
      moveBehind(between, launch);
      continue;
    }
    llvm::SetVector<Operation *> between;
    if (!canCompute(launch, slice, accesses, between)) {
      leaveToHost(value, launch,
                  "something in between writes to what it is computed of");
      continue;
    }
    tell("each thread");
    prologue.add(slice);
    replaceInside(launch, value, prologue.known.lookup(value));
    moveBehind(between, launch);
  }
}

void Sinking::run(Operation *root) {
  SmallVector<gpu::LaunchOp> launches;
  SmallVector<Operation *> others;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchOp>(op))
      launches.push_back(launch);
    if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    others.push_back(op);
    return WalkResult::advance();
  });
  for (gpu::LaunchOp launch : launches)
    sink(launch);
  // What the host no longer needs it does not wait for.
  for (Operation *op : llvm::reverse(others))
    if (canMove(op) && isOpTriviallyDead(op))
      op->erase();
}

namespace {
struct SinkScalarsIntoKernels
    : sg::impl::SinkScalarsIntoKernelsBase<SinkScalarsIntoKernels> {
  void runOnOperation() override { Sinking().run(getOperation()); }
};
} // namespace
