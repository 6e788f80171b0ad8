//===- JoinElementwise.cpp - Merge elementwise ops into one ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all loops of the ops are common loops of the group, an iteration reads
// only results that other ops compute in the same iteration. The ops can then
// be merged into one op. The merged op reads all elements first and writes all
// results last. If an earlier op writes an element, a read of the element
// becomes a use of the written value.
//
//===----------------------------------------------------------------------===//

#include "JoinElementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/Analysis/VectorInstructions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fuse-rows"

using namespace mlir;
using namespace sg;

/// Default of LLVM's option runtime-memory-check-threshold: LLVM vectorizes a
/// loop that needs at most this number of run-time comparisons of addresses.
static constexpr unsigned kMaxComparisons = 8;

/// Returns the member's op if its loops are exactly the group's common loops,
/// in order, and its body can be vectorized. Returns null otherwise.
static linalg::GenericOp getElementwise(FusionGroup::Member member) {
  auto op = dyn_cast<linalg::GenericOp>(member.op.getOperation());
  return op && op.hasPureBufferSemantics() && op.getNumLoops() > 0 &&
                 op.getNumParallelLoops() == op.getNumLoops() &&
                 llvm::equal(member.rows,
                             llvm::seq<unsigned>(0, op.getNumLoops())) &&
                 llvm::all_of(*op.getBody(), hasVectorInstruction)
             ? op
             : linalg::GenericOp();
}

namespace {
/// An accessed element: the memory and its indexing map.
struct Element {
  Value memory;
  AffineMap map;
  bool operator==(const Element &other) const {
    return memory == other.memory && map == other.map;
  }
};

class ElementwiseMerge {
public:
  bool tryAdd(linalg::GenericOp op);
  /// Merges the added ops and returns the resulting op.
  linalg::GenericOp run();

private:
  static Element elementOf(OpOperand &operand) {
    auto op = cast<linalg::LinalgOp>(operand.getOwner());
    return {operand.get(), op.getMatchingIndexingMap(&operand)};
  }
  unsigned countComparisons() const;
  SmallVector<Element> takeTemporaries();

  SmallVector<linalg::GenericOp> ops;
  SmallVector<Element> read, written;
};
} // namespace

static bool isNoAliasArgument(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
}

/// Returns the number of pairs of buffers whose addresses LLVM compares at run
/// time: one is written, the other accessed, and neither is an `llvm.noalias`
/// argument.
unsigned ElementwiseMerge::countComparisons() const {
  llvm::SmallSetVector<Value, 8> comparedBuffers;
  auto add = [&](const Element &element) {
    if (!isa<MemRefType>(element.memory.getType()))
      return;
    if (Value memory = getMemory(element.memory); !isNoAliasArgument(memory))
      comparedBuffers.insert(memory);
  };
  llvm::for_each(written, add);
  unsigned count = 0, numWritten = comparedBuffers.size();
  llvm::for_each(read, add);
  for (unsigned i = 0; i < numWritten; ++i)
    count += comparedBuffers.size() - i - 1;
  return count;
}

/// Adds `op` if it can be merged with the ops before it. Returns true if so.
bool ElementwiseMerge::tryAdd(linalg::GenericOp op) {
  auto reject = [&](StringRef why) {
    LDBG() << "not joined with the op before it, " << why << ": "
           << op->getName() << " at " << op.getLoc();
    return false;
  };
  for (OpOperand &operand : op->getOpOperands())
    for (const Element &earlier : written)
      if (isa<MemRefType>(operand.get().getType()) &&
          mayShareMemory(operand.get(), earlier.memory) &&
          !(elementOf(operand) == earlier))
        return reject(
            "it accesses other elements of memory that an earlier op writes");
  ElementwiseMerge extended = *this;
  extended.ops.push_back(op);
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand) &&
        !llvm::is_contained(written, elementOf(operand)) &&
        !llvm::is_contained(extended.read, elementOf(operand)))
      extended.read.push_back(elementOf(operand));
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!llvm::is_contained(extended.written, elementOf(init)))
      extended.written.push_back(elementOf(init));
  if (!ops.empty() && extended.countComparisons() > kMaxComparisons)
    return reject("LLVM would have to compare too many addresses");
  *this = std::move(extended);
  return true;
}

/// Removes from `written` the elements of buffers that only `ops` use, and
/// returns the removed elements.
SmallVector<Element> ElementwiseMerge::takeTemporaries() {
  auto isTemporary = [&](const Element &element) {
    auto alloc = element.memory.getDefiningOp<memref::AllocOp>();
    return alloc &&
           llvm::none_of(read,
                         [&](const Element &other) {
                           return other.memory == element.memory;
                         }) &&
           llvm::all_of(alloc->getUsers(), [&](Operation *user) {
             return isa<memref::DeallocOp>(user) ||
                    llvm::is_contained(ops, user);
           });
  };
  if (llvm::all_of(written, isTemporary))
    return {};
  SmallVector<Element> temporaries =
      llvm::filter_to_vector(written, isTemporary);
  llvm::erase_if(written, isTemporary);
  return temporaries;
}

linalg::GenericOp ElementwiseMerge::run() {
  if (ops.size() == 1)
    return ops.front();
  LDBG() << "joined: " << ops.size() << " elementwise ops, from "
         << ops.front()->getName() << " at " << ops.front().getLoc();
  SmallVector<Element> temporaries = takeTemporaries();
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  SmallVector<Location> locations;
  for (const Element &element : read) {
    inputs.push_back(element.memory);
    maps.push_back(element.map);
  }
  for (const Element &element : written) {
    outputs.push_back(element.memory);
    maps.push_back(element.map);
  }
  for (linalg::GenericOp op : ops)
    locations.push_back(op.getLoc());
  OpBuilder b(ops.back());
  auto joined = linalg::GenericOp::create(
      b, b.getFusedLoc(locations), inputs, outputs, maps,
      ops.front().getIteratorTypesArray(),
      [&](OpBuilder &inside, Location loc, ValueRange arguments) {
        SmallVector<std::pair<Element, Value>> values;
        auto valueOf = [&](const Element &element) -> Value & {
          for (auto &[known, value] : values)
            if (known == element)
              return value;
          return values.emplace_back(element, Value()).second;
        };
        for (auto [element, argument] :
             llvm::zip(written, arguments.drop_front(read.size())))
          valueOf(element) = argument;
        for (auto [element, argument] :
             llvm::zip(read, arguments.take_front(read.size())))
          valueOf(element) = argument;
        for (linalg::GenericOp op : ops) {
          IRMapping mapping;
          for (OpOperand &operand : op->getOpOperands())
            if (BlockArgument argument = op.getMatchingBlockArgument(&operand);
                !argument.use_empty())
              mapping.map(argument, valueOf(elementOf(operand)));
          for (Operation &inner : op.getBody()->without_terminator())
            inside.clone(inner, mapping);
          for (auto [init, value] :
               llvm::zip(op.getDpsInitsMutable(),
                         op.getBody()->getTerminator()->getOperands()))
            valueOf(elementOf(init)) = mapping.lookupOrDefault(value);
        }
        SmallVector<Value> yielded;
        for (const Element &element : written)
          yielded.push_back(valueOf(element));
        linalg::YieldOp::create(inside, loc, yielded);
      });
  for (linalg::GenericOp op : ops)
    op->erase();
  for (const Element &element : temporaries) {
    Operation *alloc = element.memory.getDefiningOp();
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      user->erase();
    alloc->erase();
  }
  return joined;
}

void sg::joinElementwise(FusionGroup &group) {
  SmallVector<FusionGroup::Member> members;
  for (size_t next = 0; next < group.members.size();) {
    ElementwiseMerge merge;
    FusionGroup::Member member = group.members[next];
    linalg::GenericOp op = getElementwise(member);
    if (!op) {
      LDBG()
          << "not joined, it is not elementwise over all loops of the group: "
          << member.op->getName() << " at " << member.op.getLoc();
      members.push_back(member);
      ++next;
      continue;
    }
    while (op && merge.tryAdd(op))
      op = ++next < group.members.size() ? getElementwise(group.members[next])
                                         : linalg::GenericOp();
    members.push_back({merge.run(), member.rows});
  }
  group.members = std::move(members);
}
