//===- Bufferize.cpp - Bufferization that rejects no program --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EliminateEmptyTensors.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-bufferize"

using namespace mlir;
using namespace mlir::bufferization;

namespace sg {
#define GEN_PASS_DEF_BUFFERIZE
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the functions in 'module' that contain an op at one of the
/// locations.
static SmallVector<func::FuncOp> findFunctions(ModuleOp module,
                                               ArrayRef<Location> locations) {
  return llvm::filter_to_vector(
      module.getOps<func::FuncOp>(), [&](func::FuncOp function) {
        return function.getBody()
            .walk([&](Operation *op) {
              return llvm::is_contained(locations, op->getLoc())
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted();
      });
}

/// Replaces the sources of all materializations in 'function' by copies. If
/// possible, the copies precede the first materialization of the block: writing
/// a destination could overwrite another source. Returns false if no source
/// needs a copy.
static bool copyMaterialized(func::FuncOp function) {
  DominanceInfo dominance(function);
  DenseMap<Block *, SmallVector<MaterializeInDestinationOp>> blocks;
  function.walk([&](MaterializeInDestinationOp op) {
    blocks[op->getBlock()].push_back(op);
  });
  bool isChanged = false;
  function.walk([&](Block *block) {
    SmallVector<MaterializeInDestinationOp> ops = blocks.lookup(block);
    for (MaterializeInDestinationOp op : ops) {
      Value source = op.getSource();
      auto type = dyn_cast<RankedTensorType>(source.getType());
      MaterializeInDestinationOp first = ops.front();
      if (!type || source.getDefiningOp<AllocTensorOp>())
        continue;
      if (!dominance.properlyDominates(source, first))
        first = op;
      OpBuilder b(first);
      op.getSourceMutable().assign(AllocTensorOp::create(
          b, op.getLoc(), type, /*dynamicSizes=*/ValueRange(),
          /*copy=*/source));
      emitRemark(op.getLoc(), "a copy of this result is made: bufferization "
                              "cannot compute it in place");
      isChanged = true;
    }
  });
  return isChanged;
}

/// Largest number of nested slices, or nested insertions, that reach the
/// analysis. The time of the analysis is cubic in this number: 1 s for 16
/// nested insertions, 15 s for 50 (22.1.8).
static constexpr unsigned kMaxNestedSlices = 8;

/// Splits chains of more than kMaxNestedSlices slices or insertions by copies.
static void cutSliceChains(func::FuncOp function) {
  DenseMap<Value, unsigned> depths;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    OpOperand *source = nullptr;
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      source = &slice.getSourceMutable();
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      source = &insert.getSourceMutable();
    if (!source)
      return;
    unsigned depth = depths.lookup(source->get()) + 1;
    if (depth > kMaxNestedSlices) {
      OpBuilder b(op);
      auto type = cast<RankedTensorType>(source->get().getType());
      source->set(AllocTensorOp::create(b, op->getLoc(), type,
                                        /*dynamicSizes=*/ValueRange(),
                                        /*copy=*/source->get()));
      depth = 1;
      LDBG() << "copies the source to split a chain of slices: "
             << op->getName() << " at " << op->getLoc();
    }
    depths[op->getResult(0)] = depth;
  });
}

namespace {
/// An analysis state that requires a copy before each write of a function.
/// Derives from OneShotAnalysisState because bufferization of calls casts the
/// state to this class (22.1.8).
class CopyBeforeWrite : public OneShotAnalysisState {
public:
  using OneShotAnalysisState::OneShotAnalysisState;

  bool isInPlace(OpOperand &operand) const override {
    return AnalysisState::isInPlace(operand);
  }
  bool areEquivalentBufferizedValues(Value a, Value b) const override {
    return AnalysisState::areEquivalentBufferizedValues(a, b);
  }
  bool areAliasingBufferizedValues(Value a, Value b) const override {
    return AnalysisState::areAliasingBufferizedValues(a, b);
  }
  bool hasUndefinedContents(OpOperand *operand) const override {
    return AnalysisState::hasUndefinedContents(operand);
  }
};

struct Bufferize : sg::impl::BufferizeBase<Bufferize> {
  Bufferize() = default;
  /// Pass clones do not copy the state of a run.
  Bufferize(const Bufferize &other) : BufferizeBase(other) {}

  void runOnOperation() override {
    if (succeeded(attempt()))
      return;
    // Second attempt: keep the empty tensors of the functions that failed.
    SmallVector<StringRef> names = restore();
    for (StringRef name : names)
      emitRemark(lookup(name).getLoc(),
                 "bufferized again, without elimination of empty tensors");
    keptFunctions.insert_range(names);
    // An error outside of all functions is no conflict.
    if (names.empty())
      return fail();
    if (succeeded(attempt()))
      return;
    // Third attempt: copy the values that materialize in a destination.
    names = restore();
    bool isChanged = false;
    for (StringRef name : names)
      isChanged |= copyMaterialized(lookup(name));
    if (names.empty())
      return fail();
    if (isChanged) {
      if (succeeded(attempt()))
        return;
      names = restore();
    }
    // Fourth attempt: copy before each write.
    for (StringRef name : names)
      emitRemark(lookup(name).getLoc(),
                 "bufferized again, with a copy before each write");
    copiedFunctions.assign(names.begin(), names.end());
    if (failed(attempt()))
      fail();
  }

private:
  void fail() {
    for (Diagnostic &diagnostic : diagnostics)
      getContext().getDiagEngine().emit(std::move(diagnostic));
    signalPassFailure();
  }

  func::FuncOp lookup(StringRef name) {
    return getOperation().lookupSymbol<func::FuncOp>(name);
  }

  /// Bufferizes the module. Stores the diagnostics in 'diagnostics' instead of
  /// emitting them.
  LogicalResult attempt() {
    original = OwningOpRef<ModuleOp>(getOperation().clone());
    diagnostics.clear();
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      diagnostics.push_back(std::move(diagnostic));
      return success();
    });
    for (auto function : getOperation().getOps<func::FuncOp>())
      cutSliceChains(function);
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!keptFunctions.contains(function.getSymName()) &&
          failed(sg::eliminateEmptyTensors(function)))
        return failure();
    OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        LayoutMapOption::IdentityLayoutMap);
    options.allowReturnAllocsFromLoops = true;
    BufferizationState state;
    if (copiedFunctions.empty())
      return runOneShotModuleBufferize(getOperation(), options, state);
    return failure(failed(insertCopies(options, state)) ||
                   failed(bufferizeModuleOp(getOperation(), options, state)));
  }

  /// Inserts the copies that one-shot analysis requires, and a copy before each
  /// write in 'copiedFunctions'.
  LogicalResult insertCopies(const OneShotBufferizationOptions &options,
                             const BufferizationState &state) {
    OneShotBufferizationOptions analysisOptions(options);
    analysisOptions.opFilter.denyOperation([&](Operation *op) {
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function)
        function = op->getParentOfType<func::FuncOp>();
      return function &&
             llvm::is_contained(copiedFunctions, function.getSymName());
    });
    if (failed(insertTensorCopies(getOperation(), analysisOptions, state)))
      return failure();
    return success(llvm::all_of(copiedFunctions, [&](StringRef name) {
      func::FuncOp function = lookup(name);
      CopyBeforeWrite writeState(function, options);
      return succeeded(insertTensorCopies(function, writeState, state));
    }));
  }

  /// Restores the module to the state before the failed attempt. Returns the
  /// names of the functions that failed.
  SmallVector<StringRef> restore() {
    SmallVector<Location> locations;
    for (const Diagnostic &diagnostic : diagnostics) {
      LDBG() << "failed: " << diagnostic.str();
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        locations.push_back(diagnostic.getLocation());
    }
    getOperation().getBodyRegion().takeBody(original->getBodyRegion());
    return llvm::map_to_vector(
        findFunctions(getOperation(), locations),
        [](func::FuncOp function) { return function.getSymName(); });
  }

  OwningOpRef<ModuleOp> original;
  std::vector<Diagnostic> diagnostics;
  /// Functions whose empty tensors are not eliminated.
  llvm::StringSet<> keptFunctions;
  /// Functions with a copy before each write.
  SmallVector<std::string> copiedFunctions;
};
} // namespace
