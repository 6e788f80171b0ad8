//===- SeparateDestinations.cpp - A destination for each op ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-separate-destinations"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_SEPARATEDESTINATIONS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Whether the op only sets memory: to one value, or to nothing in particular.
static bool isStart(Operation *op) {
  if (isa_and_present<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast_or_null<linalg::LinalgOp>(op);
  return fill && fill->getNumResults() == 1 &&
         llvm::all_of(
             fill.getDpsInputs(),
             [](Value input) { return !isa<ShapedType>(input.getType()); }) &&
         llvm::hasSingleElement(*fill.getBlock());
}

/// Whether it only gives another type to a start, or to another such op.
static bool isCastOfStart(Operation *op) {
  auto cast = dyn_cast_or_null<tensor::CastOp>(op);
  while (cast && cast.getSource().getDefiningOp<tensor::CastOp>())
    cast = cast.getSource().getDefiningOp<tensor::CastOp>();
  return cast && isStart(cast.getSource().getDefiningOp());
}

/// Whether the value, or a part or another shape of it, is a result of the
/// program, which is written at its end.
static bool isResult(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(user))
      return write.getSource() == value;
    return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
               tensor::ExtractSliceOp>(user) &&
           isResult(user->getResult(0));
  });
}

/// Whether the branch in which `user` is hands on the value as such a result.
static bool isHandedOnAsResult(Value value, Operation *user) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *yield = use.getOwner();
    auto branch = dyn_cast<scf::IfOp>(yield->getParentOp());
    return branch && isa<scf::YieldOp>(yield) && yield != user &&
           yield->getBlock()->findAncestorOpInBlock(*user) &&
           isResult(branch.getResult(use.getOperandNumber()));
  });
}

/// A copy of a tensor, in memory of its own: elimination of empty tensors would
/// compute what is copied in that of a linalg.copy.
static Value createCopy(OpBuilder &b, Location loc, Value value) {
  return bufferization::AllocTensorOp::create(
      b, loc, cast<RankedTensorType>(value.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/value);
}

/// Lets an op overwrite a copy of a result. One of the two has to be copied
/// anyway; but the memory of what the op computes, if that is a result too,
/// would else be taken for both of them, which bufferization rejects.
static void keepResult(OpOperand &use) {
  Value value = use.get();
  if (!isa<RankedTensorType>(value.getType()) ||
      isStart(value.getDefiningOp()) ||
      !(isResult(value) || isHandedOnAsResult(value, use.getOwner())))
    return;
  OpBuilder b(use.getOwner());
  LDBG() << "overwrites a copy, as operand " << use.getOperandNumber()
         << " is a result of the program: " << use.getOwner()->getName()
         << " at " << use.getOwner()->getLoc();
  use.set(createCopy(b, use.getOwner()->getLoc(), value));
}

/// Gives the use a start of its own, if another use could overwrite this one:
/// in the block of the use, or each iteration of a loop would need a copy.
static void separate(OpOperand &use) {
  Operation *start = use.get().getDefiningOp();
  if (!isStart(start) && !isCastOfStart(start))
    return;
  Operation *user = use.getOwner();
  if (!use.get().hasOneUse()) {
    LDBG() << "gets a start value of its own, others use it: "
           << user->getName() << " at " << user->getLoc();
    start = OpBuilder(user).clone(*start);
    use.set(start->getResult(0));
  } else if (start->getBlock() != user->getBlock()) {
    start->moveBefore(user);
  }
  if (auto fill = dyn_cast<linalg::LinalgOp>(start))
    separate(*fill.getDpsInitOperand(0));
  else if (auto cast = dyn_cast<tensor::CastOp>(start))
    separate(cast.getSourceMutable());
}

/// A constant into which a slice is inserted becomes memory that is filled: the
/// slice can be computed there then, and only the rest has to be filled.
static void fillDestination(tensor::InsertSliceOp insert) {
  SplatElementsAttr elements;
  if (!matchPattern(insert.getDest(), m_Constant(&elements)))
    return;
  RankedTensorType type = insert.getDestType();
  auto splat = elements.getSplatValue<Attribute>();
  auto value = dyn_cast<TypedAttr>(splat);
  if (!value ||
      !arith::ConstantOp::isBuildableWith(value, type.getElementType())) {
    LDBG() << "destination left a constant, no scalar has its value: "
           << insert->getName() << " at " << insert.getLoc();
    return;
  }
  LDBG() << "destination filled in place of a constant: " << insert->getName()
         << " at " << insert.getLoc();
  OpBuilder b(insert);
  Value element = arith::ConstantOp::create(b, insert.getLoc(), value);
  Value empty = tensor::EmptyOp::create(b, insert.getLoc(), type.getShape(),
                                        type.getElementType());
  auto fill = linalg::FillOp::create(b, insert.getLoc(), element, empty);
  insert.getDestMutable().assign(fill.getResult(0));
}

/// The values that `value` may be, or be a part of, without being written.
static SmallVector<Value> getSources(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned i = argument.getArgNumber();
    if (auto loop = dyn_cast<scf::WhileOp>(parent);
        loop && argument.getOwner() == loop.getAfterBody())
      return {loop.getConditionOp().getArgs()[i]};
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
      if (OpOperand *init = loop.getTiedLoopInit(argument))
        return {init->get()};
    return {};
  }
  Operation *op = value.getDefiningOp();
  unsigned i = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getArgs()[i]};
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    OpOperand *init = loop.getTiedLoopInit(cast<OpResult>(value));
    return init ? SmallVector<Value>{init->get()} : SmallVector<Value>();
  }
  SmallVector<Value> sources;
  if (isa<scf::IfOp, scf::ExecuteRegionOp>(op)) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (isa<scf::YieldOp>(block.getTerminator()))
          sources.push_back(block.getTerminator()->getOperand(i));
  } else if (isa<CallOpInterface, arith::SelectOp, tensor::CastOp,
                 tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp>(op)) {
    llvm::append_range(sources, op->getOperands());
  }
  return sources;
}

/// Whether the value may be a result of `op`, or overwrites one.
static bool comesFrom(Value value, Operation *op) {
  llvm::SmallSetVector<Value, 8> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    Operation *origin = values[next].getDefiningOp();
    if (origin == op)
      return true;
    values.insert_range(getSources(values[next]));
    if (auto target = dyn_cast_or_null<DestinationStyleOpInterface>(origin))
      values.insert(
          target.getTiedOpOperand(cast<OpResult>(values[next]))->get());
  }
  return false;
}

/// What comes from a branch or loop and is inserted into another result of it
/// is copied there. Elimination of empty tensors would else compute it in
/// place, in a part of what is not there yet.
static void copySource(tensor::InsertSliceOp insert) {
  Operation *origin = insert.getDest().getDefiningOp();
  if (!origin || origin->getNumRegions() == 0 ||
      isa<DestinationStyleOpInterface>(origin) ||
      !comesFrom(insert.getSource(), origin))
    return;
  LDBG() << "source copied, it comes from the same op as the destination: "
         << insert->getName() << " at " << insert.getLoc();
  OpBuilder b(insert);
  insert.getSourceMutable().assign(
      createCopy(b, insert.getLoc(), insert.getSource()));
}

/// The values whose memory `value` may have.
static llvm::SmallSetVector<Value, 8> findOrigins(Value value) {
  llvm::SmallSetVector<Value, 8> origins;
  origins.insert(value);
  for (size_t next = 0; next < origins.size(); ++next)
    for (Value source : getSources(origins[next]))
      if (isa<RankedTensorType>(source.getType()))
        origins.insert(source);
  return origins;
}

/// Whether something may be computed in the memory of the value, under this
/// name or another.
static bool mayBeOverwritten(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto target = dyn_cast<DestinationStyleOpInterface>(user))
      return target.isDpsInit(&use);
    if (isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
            tensor::ExtractSliceOp, arith::SelectOp>(user))
      return mayBeOverwritten(user->getResult(0));
    return isa<LoopLikeOpInterface>(user) ||
           user->hasTrait<OpTrait::IsTerminator>();
  });
}

/// Whether bufferization takes what `end` hands on at both positions for memory
/// that differs. What a branch hands on is that of two results, which matters
/// where one of them is overwritten.
static bool areTakenForOthers(Operation *end, unsigned a, unsigned b) {
  auto branch = dyn_cast<scf::IfOp>(end->getParentOp());
  return !branch || mayBeOverwritten(branch.getResult(a)) ||
         mayBeOverwritten(branch.getResult(b));
}

/// Lets a loop, a branch and a function hand on no memory twice: bufferization,
/// where it may give loops new memory in each iteration, takes what the next
/// iteration gets, and what a call returns, for memory that differs. Of what a
/// branch hands on twice it may copy the one or the other, which elimination of
/// empty tensors, between two analyses, does not know.
static void separateHandedOn(Operation *end) {
  SmallVector<std::pair<unsigned, llvm::SmallSetVector<Value, 8>>> taken;
  for (OpOperand &operand : end->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    unsigned position = operand.getOperandNumber();
    auto origins = findOrigins(operand.get());
    bool isTaken = llvm::any_of(taken, [&](const auto &other) {
      return llvm::any_of(
                 origins,
                 [&](Value value) { return other.second.contains(value); }) &&
             areTakenForOthers(end, other.first, position);
    });
    if (isTaken) {
      LDBG() << "operand " << position
             << " copied, another one may have the same memory: "
             << end->getName() << " at " << end->getLoc();
      OpBuilder b(end);
      operand.set(createCopy(b, end->getLoc(), operand.get()));
    }
    taken.emplace_back(position, std::move(origins));
  }
}

namespace {
struct SeparateDestinations
    : sg::impl::SeparateDestinationsBase<SeparateDestinations> {
  void runOnOperation() override {
    getOperation().walk(copySource);
    getOperation().walk(fillDestination);
    SmallVector<OpOperand *> uses, overwritten;
    getOperation().walk([&](Operation *op) {
      if (auto target = dyn_cast<DestinationStyleOpInterface>(op)) {
        for (OpOperand &init : target.getDpsInitsMutable()) {
          uses.push_back(&init);
          overwritten.push_back(&init);
        }
      } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
        for (OpOperand &init : loop.getInitsMutable()) {
          uses.push_back(&init);
          overwritten.push_back(&init);
        }
      } else if (op->hasTrait<OpTrait::IsTerminator>()) {
        for (OpOperand &operand : op->getOpOperands()) {
          uses.push_back(&operand);
          if (!isa<FunctionOpInterface>(op->getParentOp()))
            overwritten.push_back(&operand);
        }
      }
    });
    for (OpOperand *use : overwritten)
      keepResult(*use);
    for (OpOperand *use : uses)
      separate(*use);
    getOperation().walk([](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>() &&
          isa<FunctionOpInterface, scf::ForOp, scf::IfOp, scf::WhileOp>(
              op->getParentOp()))
        separateHandedOn(op);
    });
  }
};
} // namespace
