//===- SinkScalarsIntoKernels.cpp - Scalars of kernels --------------------===//
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

/// Largest number of ops that each thread recomputes. A kernel of one thread
/// computes a longer slice.
static constexpr size_t kMaxOps = 16;
/// Largest size in elements of memory whose deallocation may be delayed.
static constexpr int64_t kMaxElements = 64;

//===----------------------------------------------------------------------===//
// Slices of scalars
//===----------------------------------------------------------------------===//

namespace {
/// The backward slice of a host scalar in program order. Contains only loads
/// and ops that depend on a load.
struct Slice {
  llvm::SetVector<Operation *> ops;

  /// Adds the ops that compute `value`. Returns true if `value` depends on a
  /// load.
  bool add(Value value);
  bool isCostly() const;

private:
  bool addOp(Operation *op);

  /// Caches whether an op depends on a load: the use-def graph may have
  /// exponentially many paths.
  DenseMap<Operation *, bool> loadDependence;
};
} // namespace

/// Returns true if kernels support arithmetic of this type.
static bool isScalar(Type type) {
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
         type.isF64() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

/// Returns true if a kernel can compute the op instead of the host.
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
  auto known = loadDependence.find(op);
  if (known != loadDependence.end())
    return known->second;
  bool dependsOnLoad = addOp(op);
  loadDependence[op] = dependsOnLoad;
  return dependsOnLoad;
}

bool Slice::addOp(Operation *op) {
  bool dependsOnLoad = isa<memref::LoadOp>(op);
  for (Value operand : op->getOperands())
    dependsOnLoad |= add(operand);
  if (dependsOnLoad)
    ops.insert(op);
  return dependsOnLoad;
}

/// Returns true if `op` is a math op of more than one or two instructions.
static bool isFunction(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
              math::TruncOp>(op);
}

bool Slice::isCostly() const {
  return ops.size() > kMaxOps || llvm::any_of(ops, isFunction);
}

//===----------------------------------------------------------------------===//
// Conflicting accesses
//===----------------------------------------------------------------------===//

static bool isSingleThread(gpu::LaunchOp launch) {
  return llvm::all_of(launch->getOperands(),
                      [](Value size) { return matchPattern(size, m_One()); });
}

/// Returns true if `op` is a deallocation that may be delayed.
static bool isSmallDealloc(Operation *op) {
  auto end = dyn_cast<memref::DeallocOp>(op);
  auto type = end ? dyn_cast<MemRefType>(end.getMemref().getType()) : nullptr;
  return type && type.hasStaticShape() && type.getNumElements() <= kMaxElements;
}

namespace {
/// Caches the accesses of ops. The cache stays valid, because the pass adds
/// only loads to kernels.
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

/// Returns true if `launch` can load the same value as `load`. Adds the
/// deallocations that must then move after the launch to `ends`.
static bool canLoad(gpu::LaunchOp launch, memref::LoadOp load,
                    Accesses &accesses, llvm::SetVector<Operation *> &ends) {
  Operation *place = load->getBlock()->findAncestorOpInBlock(*launch);
  if (!place)
    return false;
  for (Operation *op = load->getNextNode(); op != place;
       op = op->getNextNode()) {
    if (isa<cf::AssertOp>(op) || !accesses.conflict(op, load))
      continue;
    if (!isSmallDealloc(op))
      return false;
    ends.insert(op);
  }
  // A single thread executes the load before its stores.
  if (place == launch && isSingleThread(launch))
    return true;
  return !accesses.conflict(place, load);
}

/// Returns true if the host op `user` needs `value` at or before `launch`.
static bool isUsedBefore(gpu::LaunchOp launch, Value value, Operation *user) {
  if (isa<memref::LoadOp>(user))
    return false;
  Block *block = value.getParentBlock();
  Operation *place = block->findAncestorOpInBlock(*launch);
  Operation *ofUser = block->findAncestorOpInBlock(*user);
  return !ofUser || !place || ofUser == place || ofUser->isBeforeInBlock(place);
}

/// Returns true if the host needs `value`, or a value that depends on `value`,
/// before `launch`. Sinking then does not avoid the wait.
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

/// Returns true if `launch` can compute the slice.
static bool canCompute(gpu::LaunchOp launch, const Slice &slice,
                       Accesses &accesses, llvm::SetVector<Operation *> &ends) {
  return llvm::all_of(slice.ops, [&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return !load || canLoad(launch, load, accesses, ends);
  });
}

/// Moves each deallocation after `launch`, or after the launch's ancestor in
/// the block of the deallocation.
static void moveAfterLaunch(const llvm::SetVector<Operation *> &ends,
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
/// The ops that were sunk to the start of a kernel.
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

  /// Maps a costly value to the memory that a kernel of one thread writes. Null
  /// if no kernel can compute the value.
  DenseMap<Value, Value> computed;
  DenseMap<Value, memref::DeallocOp> ends;
  Accesses accesses;
};
} // namespace

/// Builds a kernel of one thread that computes `value` after its host
/// definition. Returns the memory of the value, or null if no kernel can
/// compute the value.
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
  moveAfterLaunch(between, launch);
  b.setInsertionPointAfter(launch);
  ends[memory] = memref::DeallocOp::create(b, memory);
  return computed[value] = memory;
}

/// Logs why the host computes `value`.
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
        leaveToHost(value, launch,
                    "it is costly for each thread, and a kernel of one thread "
                    "cannot compute it");
        continue;
      }
      tell("a kernel of one thread");
      OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
      Value inside = memref::LoadOp::create(b, value.getLoc(), memory);
      replaceInside(launch, value, inside);
      llvm::SetVector<Operation *> between;
      between.insert(ends[memory]);
      moveAfterLaunch(between, launch);
      continue;
    }
    llvm::SetVector<Operation *> between;
    if (!canCompute(launch, slice, accesses, between)) {
      leaveToHost(value, launch,
                  "an op in between writes to memory that it is computed from");
      continue;
    }
    tell("each thread");
    prologue.add(slice);
    replaceInside(launch, value, prologue.known.lookup(value));
    moveAfterLaunch(between, launch);
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
  // Erase dead ops of the host, because a load waits for the device.
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
