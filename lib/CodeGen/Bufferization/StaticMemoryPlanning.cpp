//===- StaticMemoryPlanning.cpp - One allocation for a function -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If an op of the same block frees an allocation, the allocation and its
// aliases are live only between the two ops. The offsets are chosen greedily by
// size, as in section 5.2 of "Efficient Memory Management for Deep Neural Net
// Inference" (Pisarchyk and Lee, 2020).
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-static-memory-planning"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_STATICMEMORYPLANNING
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Largest size in bytes of an allocation in the arena: 1 TiB. The program may
/// never execute a larger allocation, but always allocates the arena.
static constexpr uint64_t kMaxBytes = uint64_t(1) << 40;

namespace {
/// An allocation that gets an offset in the arena.
struct Piece {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t bytes; ///< Size, rounded up to the alignment.
  /// Indices of the first use and of the deallocation (see indexOps).
  int64_t first, last;
  int64_t offset = 0;

  bool overlapsInTime(const Piece &other) const {
    return first < other.last && other.first < last;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Allocations in the arena
//===----------------------------------------------------------------------===//

/// Returns the op that frees `alloc` in its block, or null.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  SmallVector<Value> aliases{alloc.getResult()};
  for (size_t next = 0; next < aliases.size(); ++next)
    for (Operation *user : aliases[next].getUsers()) {
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user);
          dealloc && dealloc->getBlock() == alloc->getBlock())
        return dealloc;
      if (isa<memref::CastOp, memref::ExtractStridedMetadataOp>(user))
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            aliases.push_back(result);
    }
  return {};
}

/// Returns true if one thread executes the regions of `op` in program order.
static bool isSequential(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp>(op) &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

/// Returns the size of `type` in bytes. Returns 0 if the size is unknown or
/// larger than kMaxBytes, or if the type has a layout or a memory space.
static uint64_t countBytes(MemRefType type, const DataLayout &layout) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return 0;
  uint64_t bytes = layout.getTypeSize(type.getElementType());
  for (int64_t size : type.getShape())
    bytes = llvm::SaturatingMultiply(bytes, static_cast<uint64_t>(size));
  return bytes > kMaxBytes ? 0 : bytes;
}

namespace {
class MemoryPlan {
public:
  MemoryPlan(func::FuncOp function, int64_t alignment)
      : block(function.getBody().front()), alignment(alignment),
        layout(DataLayout::closest(function)) {
    indexOps(block);
    assignOffsets();
  }

  bool isEmpty() const { return pieces.empty(); }
  int64_t getBytes() const { return bytes; }
  /// Replaces the allocations by views of `arena`.
  void replace(Value arena);

private:
  void indexOps(Block &block);
  void add(memref::AllocOp alloc);
  void assignOffsets();

  Block &block;
  int64_t alignment;
  DataLayout layout;
  llvm::DenseMap<Operation *, int64_t> opIndices;
  SmallVector<Piece> pieces;
  int64_t bytes = 0;
};
} // namespace

/// Assigns indices to the ops of a block in program order, including nested
/// ops, and adds the allocations of the block.
void MemoryPlan::indexOps(Block &block) {
  for (Operation &op : block) {
    opIndices[&op] = static_cast<int64_t>(opIndices.size());
    if (isSequential(&op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          indexOps(inner);
  }
  for (auto alloc : block.getOps<memref::AllocOp>())
    add(alloc);
}

void MemoryPlan::add(memref::AllocOp alloc) {
  memref::DeallocOp dealloc = findDealloc(alloc);
  uint64_t size = countBytes(alloc.getType(), layout);
  auto logSkipped = [&](StringRef reason) {
    LDBG() << "not in the arena, " << reason << ": " << alloc->getName()
           << " at " << alloc.getLoc();
  };
  if (!dealloc)
    return logSkipped("no op of its block frees it");
  if (size == 0)
    return logSkipped(
        "its size is unknown, zero or too large, or it has a layout");
  if (alloc.getAlignment().value_or(1) > static_cast<uint64_t>(alignment))
    return logSkipped("its alignment is larger than the arena's");
  int64_t last = opIndices[dealloc], first = last;
  for (Operation *user : alloc->getUsers())
    first = std::min(
        first, opIndices[alloc->getBlock()->findAncestorOpInBlock(*user)]);
  pieces.push_back({alloc, dealloc,
                    static_cast<int64_t>(llvm::alignTo(size, alignment)), first,
                    last});
}

/// Assigns an offset to each allocation, in order of decreasing size. Each
/// allocation gets the smallest sufficient gap between allocations that are
/// live at the same time.
void MemoryPlan::assignOffsets() {
  SmallVector<Piece *> bySize(llvm::make_pointer_range(pieces));
  llvm::sort(bySize, [](const Piece *a, const Piece *b) {
    return std::tuple(-a->bytes, a->first, a) <
           std::tuple(-b->bytes, b->first, b);
  });
  SmallVector<Piece *> placed; // Sorted by offset.
  for (Piece *piece : bySize) {
    int64_t end = 0, best = -1, bestGap = INT64_MAX;
    for (const Piece *other : placed) {
      if (!other->overlapsInTime(*piece))
        continue;
      int64_t gap = other->offset - end;
      if (gap >= piece->bytes && gap < bestGap) {
        best = end;
        bestGap = gap;
      }
      end = std::max(end, other->offset + other->bytes);
    }
    piece->offset = best >= 0 ? best : end;
    LDBG() << piece->bytes << " bytes at offset " << piece->offset << ": "
           << piece->alloc->getName() << " at " << piece->alloc.getLoc();
    bytes = std::max(bytes, piece->offset + piece->bytes);
    placed.insert(llvm::upper_bound(placed, piece,
                                    [](const Piece *a, const Piece *b) {
                                      return a->offset < b->offset;
                                    }),
                  piece);
  }
}

void MemoryPlan::replace(Value arena) {
  for (Piece &piece : pieces) {
    OpBuilder b(piece.alloc);
    Value offset =
        arith::ConstantIndexOp::create(b, piece.alloc.getLoc(), piece.offset);
    Value view =
        memref::ViewOp::create(b, piece.alloc.getLoc(), piece.alloc.getType(),
                               arena, offset, ValueRange());
    piece.dealloc.erase();
    piece.alloc.getResult().replaceAllUsesWith(view);
    piece.alloc.erase();
  }
}

/// Returns the recursive functions. Each level of a recursion would allocate an
/// arena.
static llvm::DenseSet<Operation *> findRecursive(ModuleOp module) {
  llvm::DenseSet<Operation *> recursive;
  const CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd();
       ++component)
    if (component.hasCycle())
      for (CallGraphNode *node : *component)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
  return recursive;
}

namespace {
struct StaticMemoryPlanning
    : sg::impl::StaticMemoryPlanningBase<StaticMemoryPlanning> {
  using StaticMemoryPlanningBase::StaticMemoryPlanningBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkPowerOfTwo(context, alignment, 1, 1 << 20);
  }
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    sg::RuntimeCalls calls(symbols);
    llvm::DenseSet<Operation *> recursive = findRecursive(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (recursive.contains(function) || !function.getBody().hasOneBlock()) {
        LDBG() << "no arena, recursive or several blocks: @"
               << function.getName();
        continue;
      }
      MemoryPlan plan(function, alignment);
      if (!plan.isEmpty())
        plan.replace(allocate(function, plan.getBytes(), calls));
    }
  }

private:
  /// Allocates the arena and frees it at the end of the function.
  Value allocate(func::FuncOp function, int64_t bytes,
                 sg::RuntimeCalls &calls) {
    Block &block = function.getBody().front();
    ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
    auto type = MemRefType::get({bytes}, b.getI8Type());
    b.setInsertionPointToStart(&block);
    if (!isKept) {
      Value arena =
          memref::AllocOp::create(b, type, b.getI64IntegerAttr(alignment));
      b.setInsertionPoint(block.getTerminator());
      memref::DeallocOp::create(b, arena);
      return arena;
    }
    LLVMTypeConverter types(b.getContext());
    Type pointer = LLVM::LLVMPointerType::get(b.getContext());
    Value count = LLVM::ConstantOp::create(b, b.getI64Type(), bytes);
    Value address =
        calls.createCall(b, "sgrt_device_arena", pointer, count).getResult();
    Value descriptor =
        MemRefDescriptor::fromStaticShape(b, b.getLoc(), types, type, address);
    Value arena =
        UnrealizedConversionCastOp::create(b, type, descriptor).getResult(0);
    b.setInsertionPoint(block.getTerminator());
    calls.createCall(b, "sgrt_device_give_arena", {}, address);
    return arena;
  }
};
} // namespace
