//===- OutlineParallelRegions.cpp - Outline parallel loops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of each parallel loop becomes a function, because LLVM trusts
// `noalias` only on function arguments. If LLVM outlines a parallel region
// itself, the function loads captured values from a struct, without `noalias`.
//
//===----------------------------------------------------------------------===//

#include "ChunkMemory.h"
#include "Chunks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/Analysis/Descriptors.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/CPU/Threading/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-outline-parallel-regions"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_OUTLINEPARALLELREGIONS
#include "sg/CodeGen/CPU/Threading/Passes.h.inc"
} // namespace sg

/// Returns true if `op` is a constant or only computes a view, so that a copy
/// of it inside the loop is free.
static bool canSink(Operation *op) {
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         (matchPattern(op, m_Constant()) ||
          llvm::all_of(op->getResultTypes(), [](Type type) {
            return isa<MemRefType, LLVM::LLVMStructType>(type);
          }));
}

/// Clones sinkable ops whose results the loop captures, and their sinkable
/// operands, to the start of the loop's body.
static void sinkViews(scf::ParallelOp loop) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop->getRegions(), captured);
  SetVector<Operation *> needed;
  std::function<void(Value)> collect = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!canSink(op) || needed.contains(op))
      return;
    for (Value operand : op->getOperands())
      collect(operand);
    needed.insert(op);
  };
  for (Value value : captured)
    collect(value);
  OpBuilder b = OpBuilder::atBlockBegin(loop.getBody());
  IRMapping map;
  for (Operation *op : needed) {
    Operation *copy = b.clone(*op, map);
    for (auto [from, to] :
         llvm::zip_equal(op->getResults(), copy->getResults()))
      replaceAllUsesInRegionWith(from, to, loop.getRegion());
  }
}

namespace {
class Outliner {
public:
  Outliner(scf::ParallelOp loop, SymbolTable &symbols)
      : loop(loop), symbols(symbols), outside(loop.getLoc(), loop),
        inside(loop.getLoc(), loop.getContext()) {}

  void run();

private:
  void createFunction();
  BlockArgument addArgument(Value operand) {
    operands.push_back(operand);
    return function.getBody().front().addArgument(operand.getType(),
                                                  loop.getLoc());
  }
  Value passValue(Value value, ArrayRef<Value> captured);
  void callByThreads();

  scf::ParallelOp loop;
  SymbolTable &symbols;
  ImplicitLocOpBuilder outside, inside;
  func::FuncOp function;
  /// The arguments of the call after the chunk's index, and the indices of the
  /// `llvm.noalias` arguments in `operands`.
  SmallVector<Value> operands;
  SmallVector<unsigned> noAliasIndices;
};
} // namespace

/// Returns true if no other captured value may alias `memory`.
static bool isUnaliased(Value memory, ArrayRef<Value> captured) {
  return llvm::all_of(captured, [&](Value other) {
    return other == memory ||
           !isa<MemRefType, LLVM::LLVMPointerType>(other.getType()) ||
           !mayShareMemory(other, memory);
  });
}

/// Passes `value` to the function and returns the corresponding value in the
/// function's body.
Value Outliner::passValue(Value value, ArrayRef<Value> captured) {
  bool isPointer = isa<LLVM::LLVMPointerType>(value.getType());
  auto type = dyn_cast<MemRefType>(value.getType());
  bool isContiguous = type && type.getLayout().isIdentity();
  if ((!isPointer && !isContiguous) || !isUnaliased(value, captured))
    return addArgument(value);
  noAliasIndices.push_back(operands.size());
  if (isPointer)
    return addArgument(value);
  Value address = addArgument(createAddress(outside, value));
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(
          arith::ConstantIndexOp::create(inside, type.getDimSize(dim)));
      continue;
    }
    Value dimIndex = arith::ConstantIndexOp::create(outside, dim);
    sizes.push_back(
        addArgument(outside.createOrFold<memref::DimOp>(value, dimIndex)));
  }
  return createMemRef(inside, type, address, sizes);
}

void Outliner::createFunction() {
  SetVector<Value> capturedSet;
  getUsedValuesDefinedAbove(loop->getRegions(), capturedSet);
  ArrayRef<Value> captured = capturedSet.getArrayRef();
  auto parent = loop->getParentOfType<func::FuncOp>();
  function = func::FuncOp::create(loop.getLoc(), "sg.chunk",
                                  outside.getFunctionType({}, {}));
  function.setPrivate();
  symbols.insert(function, std::next(parent->getIterator()));
  // Inlining would lose the `noalias` information of the arguments.
  function.setNoInline(true);
  Block *entry = function.addEntryBlock();
  Value chunk = entry->addArgument(outside.getIndexType(), loop.getLoc());
  inside.setInsertionPointToStart(entry);
  for (Value value : captured) {
    Value passed = passValue(value, captured);
    replaceAllUsesInRegionWith(value, passed, loop.getRegion());
  }
  loop.getInductionVars().front().replaceAllUsesWith(chunk);
  loop.getBody()->getTerminator()->erase();
  entry->getOperations().splice(entry->end(), loop.getBody()->getOperations());
  inside.setInsertionPointToEnd(entry);
  func::ReturnOp::create(inside);
  function.setFunctionType(
      inside.getFunctionType(entry->getArgumentTypes(), {}));
  for (unsigned i : noAliasIndices)
    function.setArgAttr(i + 1, LLVM::LLVMDialect::getNoAliasAttrName(),
                        inside.getUnitAttr());
}

/// Emits an OpenMP region whose threads call the function for each chunk.
void Outliner::callByThreads() {
  ImplicitLocOpBuilder &b = outside;
  Type i64 = b.getI64Type();
  Value count = loop.getUpperBound().front();
  omp::LoopNestOperands nestOperands;
  nestOperands.loopUpperBounds.push_back(
      b.createOrFold<arith::IndexCastOp>(i64, count));
  nestOperands.loopLowerBounds.push_back(
      arith::ConstantOp::create(b, b.getI64IntegerAttr(0)));
  nestOperands.loopSteps.push_back(
      arith::ConstantOp::create(b, b.getI64IntegerAttr(1)));
  omp::ParallelOperands parallelOperands;
  parallelOperands.numThreads =
      b.createOrFold<arith::IndexCastOp>(b.getI32Type(), count);
  auto region = omp::ParallelOp::create(b, parallelOperands);
  b.createBlock(&region.getRegion());
  omp::WsloopOperands wsloopOperands;
  // The end of the parallel region is already a barrier.
  wsloopOperands.nowait = b.getUnitAttr();
  auto wsloop = omp::WsloopOp::create(b, wsloopOperands);
  omp::TerminatorOp::create(b);
  b.createBlock(&wsloop.getRegion());
  auto nest = omp::LoopNestOp::create(b, nestOperands);
  Block *body = b.createBlock(&nest.getRegion(), {}, i64, loop.getLoc());
  Value chunk =
      arith::IndexCastOp::create(b, b.getIndexType(), body->getArgument(0));
  operands.insert(operands.begin(), chunk);
  func::CallOp::create(b, function, operands);
  omp::YieldOp::create(b, ValueRange());
}

void Outliner::run() {
  sinkViews(loop);
  createFunction();
  callByThreads();
  loop.erase();
}

/// Returns true if `loop` has the form that DistributeToThreads creates.
static bool isLoopOverChunks(scf::ParallelOp loop) {
  if (!loop->hasAttr(kChunkLoopAttr) || loop.getNumLoops() != 1)
    return false;
  // The number of chunks becomes a dimension of the hoisted allocations.
  std::optional<int64_t> count =
      getConstantIntValue(loop.getUpperBound().front());
  return (!count || *count > 0) && loop.getInitVals().empty() &&
         isZeroInteger(loop.getLowerBound().front()) &&
         isOneInteger(loop.getStep().front());
}

namespace {
struct OutlineParallelRegions
    : sg::impl::OutlineParallelRegionsBase<OutlineParallelRegions> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk([&](scf::ParallelOp loop) {
      if (isLoopOverChunks(loop))
        loops.push_back(loop);
      else
        LDBG() << "left unchanged, not a loop over chunks of threads: "
               << loop->getName() << " at " << loop.getLoc();
    });
    for (scf::ParallelOp loop : loops) {
      if (succeeded(hoistChunkMemory(loop))) {
        LDBG() << "outlined: " << loop->getName() << " at " << loop.getLoc();
        Outliner(loop, symbols).run();
      } else {
        LDBG() << "not outlined, no bound is known of memory that a chunk "
                  "allocates: "
               << loop->getName() << " at " << loop.getLoc();
        loop->removeAttr(kChunkLoopAttr);
      }
    }
  }
};
} // namespace
