//===- FreezeStopGradient.cpp - Record and replay the values at stops -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sites are met in program order. Each function, block and region op passes the
// values of the sites in it outwards (record) or takes them from outside
// (replay), as further results and operands.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Activity.h"
#include "Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_FREEZESTOPGRADIENT
#include "Transforms/Passes.h.inc"
} // namespace sg::grad

/// Whether a stop here is a site: what has no derivative by nature is frozen
/// anyway.
static bool isSite(StopGradientOp op) {
  return getDifferentiability(op.getType()) != Differentiability::None;
}

/// Whether running `root` may meet a site, in itself or in what it calls. Where
/// a function has a rule of its own, the stops in its body act on no
/// derivative.
static bool reachesSite(Operation *root) {
  llvm::SetVector<Operation *> reached;
  reached.insert(root);
  for (size_t next = 0; next < reached.size(); ++next) {
    if (hasOwnRule(reached[next]))
      continue;
    WalkResult walk = reached[next]->walk([&](Operation *op) {
      if (auto stop = dyn_cast<StopGradientOp>(op); stop && isSite(stop))
        return WalkResult::interrupt();
      if (auto call = dyn_cast<func::CallOp>(op))
        if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                call, call.getCalleeAttr()))
          reached.insert(callee);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return true;
  }
  return false;
}

static LogicalResult emitNoThread(Operation *op) {
  return op->emitOpError()
         << "leads to a grad.stop_gradient, whose value "
            "--grad-freeze-stop-gradient cannot pass in and out; only linalg "
            "ops, scf.if and calls of functions that do not call themselves "
            "are supported";
}

static void updateType(func::FuncOp function) {
  Block &block = function.getBody().front();
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(),
                        block.getTerminator()->getOperandTypes()));
}

/// The op as a linalg.generic with the body it has now, and with further inputs
/// and results that are indexed by all loops. Returns those results.
static SmallVector<Value> rebuild(linalg::LinalgOp op, ValueRange inputs,
                                  ValueRange outputs) {
  OpBuilder b(op);
  AffineMap everywhere = b.getMultiDimIdentityMap(op.getNumLoops());
  SmallVector<Value> ins(op.getDpsInputs()), outs(op.getDpsInits());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + ins.size(), inputs.size(), everywhere);
  maps.append(outputs.size(), everywhere);
  llvm::append_range(ins, inputs);
  llvm::append_range(outs, outputs);
  auto generic =
      linalg::GenericOp::create(b, op.getLoc(), ValueRange(outs).getTypes(),
                                ins, outs, maps, op.getIteratorTypesArray());
  generic.getRegion().takeBody(op->getRegion(0));
  unsigned numResults = op->getNumResults();
  op->replaceAllUsesWith(generic.getResults().take_front(numResults));
  op->erase();
  return SmallVector<Value>(generic.getResults().drop_front(numResults));
}

static SmallVector<Operation *> opsOf(Block &block) {
  return llvm::map_to_vector(block, [](Operation &op) { return &op; });
}

namespace {
/// Functions that record or replay, by the function they are made from. A null
/// function is being made: it calls itself.
class FrozenFunctions {
public:
  explicit FrozenFunctions(SymbolTable &symbols, StringRef suffix)
      : symbols(symbols), suffix(suffix) {}
  virtual ~FrozenFunctions() = default;

  FailureOr<func::FuncOp> get(func::FuncOp function, Operation *from) {
    bool hasSite = reachesSite(function);
    if (!hasSite && from != function)
      return function; // it will do itself
    auto [it, isNew] = made.try_emplace(function, nullptr);
    if (!isNew) {
      if (it->second)
        return it->second;
      return emitNoThread(from);
    }
    func::FuncOp clone = function.clone();
    clone.setName((function.getName() + suffix).str());
    clone.setPrivate();
    symbols.insert(clone, std::next(Block::iterator(function)));
    if (hasSite) {
      if (failed(process(clone)))
        return failure();
      updateType(clone);
    }
    return made[function] = clone;
  }

protected:
  virtual LogicalResult process(func::FuncOp clone) = 0;
  func::FuncOp callee(func::CallOp call) {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }
  /// Region ops other than those that are handled must meet no site.
  LogicalResult checkNone(Operation *op) {
    return reachesSite(op) ? emitNoThread(op) : success();
  }

  SymbolTable &symbols;
  std::string suffix;
  DenseMap<Operation *, func::FuncOp> made;
};

class Recorded final : public FrozenFunctions {
public:
  explicit Recorded(SymbolTable &symbols)
      : FrozenFunctions(symbols, "_record") {}

private:
  LogicalResult process(func::FuncOp clone) override {
    SmallVector<Value> sites;
    Block &block = clone.getBody().front();
    if (failed(recordBlock(block, sites)))
      return failure();
    Operation *end = block.getTerminator();
    end->insertOperands(end->getNumOperands(), sites);
    clone.setResAttrsAttr({});
    return success();
  }

  /// Appends the values at the sites in `block`.
  LogicalResult recordBlock(Block &block, SmallVectorImpl<Value> &sites) {
    for (Operation *op : opsOf(block)) {
      LogicalResult result =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case([&](StopGradientOp stop) {
                if (isSite(stop))
                  sites.push_back(stop.getInput());
                stop.replaceAllUsesWith(stop.getInput());
                stop.erase();
                return success();
              })
              .Case([&](func::CallOp call) { return record(call, sites); })
              .Case([&](scf::IfOp branch) { return record(branch, sites); })
              .Case([&](linalg::LinalgOp structured) {
                return record(structured, sites);
              })
              .Default([&](Operation *other) { return checkNone(other); });
      if (failed(result))
        return failure();
    }
    return success();
  }

  LogicalResult record(func::CallOp call, SmallVectorImpl<Value> &sites) {
    func::FuncOp original = callee(call);
    FailureOr<func::FuncOp> recording = get(original, call);
    if (failed(recording))
      return failure();
    if (*recording == original)
      return success();
    unsigned numResults = call.getNumResults();
    OpBuilder b(call);
    auto made =
        func::CallOp::create(b, call.getLoc(), *recording, call.getOperands());
    call.replaceAllUsesWith(made.getResults().take_front(numResults));
    llvm::append_range(sites, made.getResults().drop_front(numResults));
    call.erase();
    return success();
  }

  LogicalResult record(linalg::LinalgOp op, SmallVectorImpl<Value> &sites) {
    SmallVector<Value> inside;
    if (failed(recordBlock(*op.getBlock(), inside)))
      return failure();
    if (inside.empty())
      return success();
    OpBuilder b(op);
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    for (Range range : op.createLoopRanges(b, loc))
      sizes.push_back(range.size);
    SmallVector<Value> outputs;
    for (Value value : inside) {
      outputs.push_back(
          tensor::EmptyOp::create(b, loc, sizes, value.getType()));
      op.getBlock()->addArgument(value.getType(), loc);
    }
    Operation *yield = op.getBlock()->getTerminator();
    yield->insertOperands(yield->getNumOperands(), inside);
    llvm::append_range(sites, rebuild(op, {}, outputs));
    return success();
  }

  LogicalResult record(scf::IfOp op, SmallVectorImpl<Value> &sites) {
    SmallVector<Value> inside[2];
    for (unsigned r = 0; r < 2; ++r)
      if (!op->getRegion(r).empty() &&
          failed(recordBlock(op->getRegion(r).front(), inside[r])))
        return failure();
    if (inside[0].empty() && inside[1].empty())
      return success();
    OpBuilder b(op);
    SmallVector<Type> types(op.getResultTypes());
    for (ArrayRef<Value> values : inside)
      llvm::append_range(types, ValueRange(values).getTypes());
    auto made = scf::IfOp::create(b, op.getLoc(), types, op.getCondition());
    for (unsigned r = 0; r < 2; ++r) {
      Region &region = made->getRegion(r);
      if (op->getRegion(r).empty()) {
        b.createBlock(&region);
        scf::YieldOp::create(b, op.getLoc());
      } else {
        region.takeBody(op->getRegion(r));
      }
      Operation *yield = region.front().getTerminator();
      OpBuilder inner(yield);
      for (unsigned side = 0; side < 2; ++side)
        for (Value value : inside[side])
          yield->insertOperands(yield->getNumOperands(),
                                side == r ? value : notTaken(inner, value));
    }
    op.replaceAllUsesWith(made.getResults().take_front(op.getNumResults()));
    llvm::append_range(sites, made.getResults().drop_front(op.getNumResults()));
    op.erase();
    return success();
  }

  /// What is recorded of a site in a branch that is not taken.
  static Value notTaken(OpBuilder &b, Value value) {
    SmallVector<OpFoldResult> sizes;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t size : type.getShape())
        sizes.push_back(b.getIndexAttr(ShapedType::isDynamic(size) ? 0 : size));
    return createZero(b, value.getLoc(), value.getType(), sizes);
  }
};

class Replayed final : public FrozenFunctions {
public:
  explicit Replayed(SymbolTable &symbols)
      : FrozenFunctions(symbols, "_replay") {}

private:
  /// Gives the value of the next site, of that type.
  using Next = function_ref<Value(Type)>;

  LogicalResult process(func::FuncOp clone) override {
    Block &block = clone.getBody().front();
    auto next = [&](Type type) -> Value {
      return block.addArgument(type, clone.getLoc());
    };
    clone.setArgAttrsAttr({});
    return replayBlock(block, next);
  }

  LogicalResult replayBlock(Block &block, Next next) {
    for (Operation *op : opsOf(block)) {
      LogicalResult result =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case([&](StopGradientOp stop) {
                stop.replaceAllUsesWith(isSite(stop) ? next(stop.getType())
                                                     : stop.getInput());
                stop.erase();
                return success();
              })
              .Case([&](func::CallOp call) { return replay(call, next); })
              .Case([&](scf::IfOp branch) {
                for (Region &region : branch->getRegions())
                  if (!region.empty() &&
                      failed(replayBlock(region.front(), next)))
                    return failure();
                return success();
              })
              .Case([&](linalg::LinalgOp structured) {
                return replay(structured, next);
              })
              .Default([&](Operation *other) { return checkNone(other); });
      if (failed(result))
        return failure();
    }
    return success();
  }

  LogicalResult replay(func::CallOp call, Next next) {
    func::FuncOp original = callee(call);
    FailureOr<func::FuncOp> replaying = get(original, call);
    if (failed(replaying))
      return failure();
    if (*replaying == original)
      return success();
    unsigned numOperands = call.getNumOperands();
    SmallVector<Value> operands(call.getOperands());
    for (Type type : replaying->getArgumentTypes().drop_front(numOperands))
      operands.push_back(next(type));
    OpBuilder b(call);
    auto made = func::CallOp::create(b, call.getLoc(), *replaying, operands);
    call.replaceAllUsesWith(made.getResults());
    call.erase();
    return success();
  }

  LogicalResult replay(linalg::LinalgOp op, Next next) {
    unsigned numInputs = op.getNumDpsInputs();
    Block *block = op.getBlock();
    SmallVector<int64_t> shape = op.getStaticLoopRanges();
    SmallVector<Value> inputs;
    auto nextElement = [&](Type type) -> Value {
      inputs.push_back(next(RankedTensorType::get(shape, type)));
      return block->insertArgument(numInputs + inputs.size() - 1, type,
                                   op.getLoc());
    };
    if (failed(replayBlock(*block, nextElement)))
      return failure();
    if (!inputs.empty())
      rebuild(op, inputs, {});
    return success();
  }
};

struct FreezeStopGradient
    : sg::grad::impl::FreezeStopGradientBase<FreezeStopGradient> {
  using FreezeStopGradientBase::FreezeStopGradientBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    auto target = symbols.lookup<func::FuncOp>(function);
    if (!target || target.isExternal()) {
      emitError(module.getLoc())
          << getArgument() << ": there is no function '@" << function
          << "' with a body; name it as in --" << getArgument()
          << "=\"function=f\"";
      return signalPassFailure();
    }
    for (StringRef suffix : {"_record", "_replay"})
      if (Operation *other = symbols.lookup(function + suffix.str())) {
        emitError(other->getLoc()) << getArgument() << ": the name '@"
                                   << function << suffix << "' is taken";
        return signalPassFailure();
      }
    Recorded recorded(symbols);
    FailureOr<func::FuncOp> recording = recorded.get(target, target);
    if (failed(recording))
      return signalPassFailure();
    Replayed replayed(symbols);
    FailureOr<func::FuncOp> replaying = replayed.get(target, target);
    if (failed(replaying))
      return signalPassFailure();
    recording->setPublic();
    replaying->setPublic();
  }
};
} // namespace
