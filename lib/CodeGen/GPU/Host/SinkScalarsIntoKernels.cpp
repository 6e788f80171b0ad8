//===- SinkScalarsIntoKernels.cpp - Sinks host scalars --------------------===//
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

/// Maximum number of ops of a slice that each thread computes. A kernel of one
/// thread computes a longer slice.
static constexpr size_t kMaxOps = 16;
/// Maximum number of elements of memory whose deallocation may be delayed.
static constexpr int64_t kMaxElements = 64;

//===----------------------------------------------------------------------===//
// Slices of scalars
//===----------------------------------------------------------------------===//

namespace {
/// The backward slice of a host scalar in program order. Contains only loads
/// and ops that depend on a load.
struct Slice {
  llvm::SetVector<Operation *> ops;

  /// Adds ops that compute `value`. Returns true if `value` depends on a load.
  bool add(Value value);
  bool isCostly() const;

private:
  bool addOp(Operation *op);

  /// Caches whether an op depends on a load, to avoid exponential run time.
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
  auto cached = loadDependence.find(op);
  if (cached != loadDependence.end())
    return cached->second;
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

/// Returns true if `op` is a math op that takes more than two instructions.
static bool isCostlyMath(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
              math::TruncOp>(op);
}

bool Slice::isCostly() const {
  return ops.size() > kMaxOps || llvm::any_of(ops, isCostlyMath);
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
  auto dealloc = dyn_cast<memref::DeallocOp>(op);
  auto type =
      dealloc ? dyn_cast<MemRefType>(dealloc.getMemref().getType()) : nullptr;
  return type && type.hasStaticShape() && type.getNumElements() <= kMaxElements;
}

namespace {
/// Caches the accesses of ops. The cache stays valid, because the pass adds
/// only loads to kernels, which do not conflict with loads.
class AccessCache {
public:
  bool conflict(Operation *op, memref::LoadOp load) {
    return get(op).conflictWith(get(load));
  }

private:
  const sg::MemoryAccesses &get(Operation *op) {
    auto [entry, isNew] = cache.try_emplace(op, nullptr);
    if (isNew)
      entry->second = std::make_unique<sg::MemoryAccesses>(op);
    return *entry->second;
  }

  DenseMap<Operation *, std::unique_ptr<sg::MemoryAccesses>> cache;
};
} // namespace

/// Returns true if `launch` can load the same value as `load`. Adds to
/// `deallocs` the deallocations that must then move after the launch.
static bool canLoad(gpu::LaunchOp launch, memref::LoadOp load,
                    AccessCache &cache,
                    llvm::SetVector<Operation *> &deallocs) {
  Operation *ancestor = load->getBlock()->findAncestorOpInBlock(*launch);
  if (!ancestor)
    return false;
  for (Operation *op = load->getNextNode(); op != ancestor;
       op = op->getNextNode()) {
    if (isa<cf::AssertOp>(op) || !cache.conflict(op, load))
      continue;
    if (!isSmallDealloc(op))
      return false;
    deallocs.insert(op);
  }
  // A kernel of one thread executes the load before the stores of the kernel.
  if (ancestor == launch && isSingleThread(launch))
    return true;
  return !cache.conflict(ancestor, load);
}

/// Returns true if the host op `user` needs `value` at or before `launch`.
static bool isUsedBefore(gpu::LaunchOp launch, Value value, Operation *user) {
  if (isa<memref::LoadOp>(user))
    return false;
  Block *block = value.getParentBlock();
  Operation *ancestor = block->findAncestorOpInBlock(*launch);
  Operation *userAncestor = block->findAncestorOpInBlock(*user);
  return !userAncestor || !ancestor || userAncestor == ancestor ||
         userAncestor->isBeforeInBlock(ancestor);
}

/// Returns true if the host needs `value`, or a value that depends on `value`,
/// before `launch`. Sinking the load then does not save the host from waiting.
static bool isNeededBefore(gpu::LaunchOp launch, Value value) {
  llvm::SetVector<Value> dependents;
  dependents.insert(value);
  for (size_t i = 0; i < dependents.size(); ++i) {
    Value dependent = dependents[i];
    for (Operation *user : dependent.getUsers()) {
      if (user != launch && user->getParentOfType<gpu::LaunchOp>())
        continue;
      if (canMove(user) && !isa<memref::LoadOp>(user))
        dependents.insert_range(user->getResults());
      else if (isUsedBefore(launch, dependent, user))
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

/// Returns true if canLoad returns true for all loads of the slice.
static bool canCompute(gpu::LaunchOp launch, const Slice &slice,
                       AccessCache &cache,
                       llvm::SetVector<Operation *> &deallocs) {
  return llvm::all_of(slice.ops, [&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return !load || canLoad(launch, load, cache, deallocs);
  });
}

/// Moves each deallocation after `launch`, or after the launch's ancestor in
/// the block of the deallocation.
static void moveAfterLaunch(const llvm::SetVector<Operation *> &deallocs,
                            gpu::LaunchOp launch) {
  for (Operation *dealloc : deallocs) {
    Operation *ancestor = dealloc->getBlock()->findAncestorOpInBlock(*launch);
    if (dealloc->isBeforeInBlock(ancestor))
      dealloc->moveAfter(ancestor);
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
    if (lastOp)
      b.setInsertionPointAfter(lastOp);
    for (Operation *op : slice.ops)
      if (!clones.contains(op->getResult(0)))
        lastOp = b.clone(*op, clones);
  }

  gpu::LaunchOp launch;
  IRMapping clones;
  Operation *lastOp = nullptr;
};
} // namespace

static void replaceInside(gpu::LaunchOp launch, Value value,
                          Value replacement) {
  value.replaceUsesWithIf(replacement, [&](OpOperand &use) {
    return launch.getBody().isAncestor(use.getOwner()->getParentRegion()) &&
           use.getOwner() != replacement.getDefiningOp();
  });
}

namespace {
/// Sinks host scalars into the launches of a program.
class Sinking {
public:
  void run(Operation *root);

private:
  void sink(gpu::LaunchOp launch);
  Value computeInKernel(Value value, const Slice &slice);

  /// Maps a costly value to the memory that a kernel of one thread writes. Null
  /// if no kernel can compute the value.
  DenseMap<Value, Value> memories;
  DenseMap<Value, memref::DeallocOp> memoryDeallocs;
  AccessCache accesses;
};
} // namespace

/// Builds a kernel of one thread after the host op that defines `value`. The
/// kernel computes and stores the value. Returns the memory, or null if no
/// kernel can compute the value.
Value Sinking::computeInKernel(Value value, const Slice &slice) {
  auto [it, isNew] = memories.try_emplace(value, Value());
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
  llvm::SetVector<Operation *> deallocs;
  if (!canCompute(launch, slice, accesses, deallocs)) {
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
  replaceInside(launch, value, prologue.clones.lookup(value));
  moveAfterLaunch(deallocs, launch);
  b.setInsertionPointAfter(launch);
  memoryDeallocs[memory] = memref::DeallocOp::create(b, memory);
  return memories[value] = memory;
}

/// Logs why the host computes `value`.
static void logHostOp(Value value, gpu::LaunchOp launch, StringRef why) {
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
      logHostOp(value, launch, "which needs it before the kernel");
      continue;
    }
    auto logComputation = [&](StringRef executor) {
      LDBG() << "computed by " << executor << ": "
             << value.getDefiningOp()->getName() << " at " << value.getLoc()
             << " for the kernel at " << launch.getLoc();
    };
    if (slice.isCostly() && !isSingleThread(launch)) {
      Value memory = computeInKernel(value, slice);
      if (!memory) {
        logHostOp(value, launch,
                  "it is costly for each thread, and a kernel of one thread "
                  "cannot compute it");
        continue;
      }
      logComputation("a kernel of one thread");
      OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
      Value loaded = memref::LoadOp::create(b, value.getLoc(), memory);
      replaceInside(launch, value, loaded);
      llvm::SetVector<Operation *> deallocs;
      deallocs.insert(memoryDeallocs[memory]);
      moveAfterLaunch(deallocs, launch);
      continue;
    }
    llvm::SetVector<Operation *> deallocs;
    if (!canCompute(launch, slice, accesses, deallocs)) {
      logHostOp(value, launch,
                "an op before the kernel writes to the memory of a load");
      continue;
    }
    logComputation("each thread");
    prologue.add(slice);
    replaceInside(launch, value, prologue.clones.lookup(value));
    moveAfterLaunch(deallocs, launch);
  }
}

void Sinking::run(Operation *root) {
  SmallVector<gpu::LaunchOp> launches;
  SmallVector<Operation *> hostOps;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchOp>(op))
      launches.push_back(launch);
    if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    hostOps.push_back(op);
    return WalkResult::advance();
  });
  for (gpu::LaunchOp launch : launches)
    sink(launch);
  // Erase dead ops of the host, because a load waits for the device.
  for (Operation *op : llvm::reverse(hostOps))
    if (canMove(op) && isOpTriviallyDead(op))
      op->erase();
}

namespace {
struct SinkScalarsIntoKernels
    : sg::impl::SinkScalarsIntoKernelsBase<SinkScalarsIntoKernels> {
  void runOnOperation() override { Sinking().run(getOperation()); }
};
} // namespace
