//===- SeparateDestinations.cpp - Give each op its own destination --------===//
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

/// Returns true if the op is a tensor.empty or fills a tensor with one value.
static bool isEmptyOrFill(Operation *op) {
  if (isa_and_present<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast_or_null<linalg::LinalgOp>(op);
  return fill && fill->getNumResults() == 1 &&
         llvm::all_of(
             fill.getDpsInputs(),
             [](Value input) { return !isa<ShapedType>(input.getType()); }) &&
         llvm::hasSingleElement(*fill.getBlock());
}

/// Returns true if the op ends a chain of tensor.cast that starts at a
/// tensor.empty or a fill.
static bool isCastOfEmptyOrFill(Operation *op) {
  auto cast = dyn_cast_or_null<tensor::CastOp>(op);
  while (cast && cast.getSource().getDefiningOp<tensor::CastOp>())
    cast = cast.getSource().getDefiningOp<tensor::CastOp>();
  return cast && isEmptyOrFill(cast.getSource().getDefiningOp());
}

/// Returns true if a bufferization.materialize_in_destination writes the value,
/// or a cast, reshape or slice of it, to a result of the program.
static bool isProgramResult(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(user))
      return write.getSource() == value;
    return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
               tensor::ExtractSliceOp>(user) &&
           isProgramResult(user->getResult(0));
  });
}

/// Returns true if the scf.if branch that contains `user` yields the value as a
/// result of the program.
static bool isYieldedAsResult(Value value, Operation *user) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *yield = use.getOwner();
    auto branch = dyn_cast<scf::IfOp>(yield->getParentOp());
    return branch && isa<scf::YieldOp>(yield) && yield != user &&
           yield->getBlock()->findAncestorOpInBlock(*user) &&
           isProgramResult(branch.getResult(use.getOperandNumber()));
  });
}

/// Returns a copy of a tensor in newly allocated memory. Elimination of empty
/// tensors would undo a linalg.copy by computing the source in the copy's
/// destination.
static Value createCopy(OpBuilder &b, Location loc, Value value) {
  return bufferization::AllocTensorOp::create(
      b, loc, cast<RankedTensorType>(value.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/value);
}

/// If an op overwrites an operand that is also a result of the program,
/// replaces the operand by a copy. Otherwise the operand and the op's result
/// could get the memory of one program result, which bufferization rejects.
/// Bufferization needs a copy in any case.
static void copyOverwrittenResult(OpOperand &use) {
  Value value = use.get();
  if (!isa<RankedTensorType>(value.getType()) ||
      isEmptyOrFill(value.getDefiningOp()) ||
      !(isProgramResult(value) || isYieldedAsResult(value, use.getOwner())))
    return;
  OpBuilder b(use.getOwner());
  LDBG() << "overwrites a copy, as operand " << use.getOperandNumber()
         << " is a result of the program: " << use.getOwner()->getName()
         << " at " << use.getOwner()->getLoc();
  use.set(createCopy(b, use.getOwner()->getLoc(), value));
}

/// Clones the tensor.empty or fill that defines the used value if other uses
/// could overwrite the value. Otherwise moves the op to the block of the use: a
/// loop copies a destination from outside in each iteration.
static void separateDestination(OpOperand &use) {
  Operation *init = use.get().getDefiningOp();
  if (!isEmptyOrFill(init) && !isCastOfEmptyOrFill(init))
    return;
  Operation *user = use.getOwner();
  if (!use.get().hasOneUse()) {
    LDBG() << "initial value cloned, it has other uses: " << user->getName()
           << " at " << user->getLoc();
    init = OpBuilder(user).clone(*init);
    use.set(init->getResult(0));
  } else if (init->getBlock() != user->getBlock()) {
    init->moveBefore(user);
  }
  if (auto fill = dyn_cast<linalg::LinalgOp>(init))
    separateDestination(*fill.getDpsInitOperand(0));
  else if (auto cast = dyn_cast<tensor::CastOp>(init))
    separateDestination(cast.getSourceMutable());
}

/// Replaces a splat constant by a linalg.fill if a slice is inserted into it.
/// The slice can then be computed in the filled memory.
static void fillDestination(tensor::InsertSliceOp insert) {
  SplatElementsAttr elements;
  if (!matchPattern(insert.getDest(), m_Constant(&elements)))
    return;
  RankedTensorType type = insert.getDestType();
  auto splat = elements.getSplatValue<Attribute>();
  auto value = dyn_cast<TypedAttr>(splat);
  if (!value ||
      !arith::ConstantOp::isBuildableWith(value, type.getElementType())) {
    LDBG() << "destination remains a constant, no scalar has its value: "
           << insert->getName() << " at " << insert.getLoc();
    return;
  }
  LDBG() << "constant destination replaced by a fill: " << insert->getName()
         << " at " << insert.getLoc();
  OpBuilder b(insert);
  Value element = arith::ConstantOp::create(b, insert.getLoc(), value);
  Value empty = tensor::EmptyOp::create(b, insert.getLoc(), type.getShape(),
                                        type.getElementType());
  auto fill = linalg::FillOp::create(b, insert.getLoc(), element, empty);
  insert.getDestMutable().assign(fill.getResult(0));
}

/// Returns the values whose memory `value` may share through a loop, branch,
/// call, select or view. Excludes the destinations of destination-style ops.
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

/// Returns true if `value` may share memory with a result of `op`.
static bool mayAliasResultOf(Value value, Operation *op) {
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

/// Copies the source of an insertion if the source and the destination may be
/// results of the same op with regions. Otherwise elimination of empty tensors
/// would compute the source in the destination, before the destination exists.
static void copySource(tensor::InsertSliceOp insert) {
  Operation *origin = insert.getDest().getDefiningOp();
  if (!origin || origin->getNumRegions() == 0 ||
      isa<DestinationStyleOpInterface>(origin) ||
      !mayAliasResultOf(insert.getSource(), origin))
    return;
  LDBG() << "source copied, it comes from the same op as the destination: "
         << insert->getName() << " at " << insert.getLoc();
  OpBuilder b(insert);
  insert.getSourceMutable().assign(
      createCopy(b, insert.getLoc(), insert.getSource()));
}

/// Returns `value` and the values with which `value` may share memory.
static llvm::SmallSetVector<Value, 8> findOrigins(Value value) {
  llvm::SmallSetVector<Value, 8> origins;
  origins.insert(value);
  for (size_t next = 0; next < origins.size(); ++next)
    for (Value source : getSources(origins[next]))
      if (isa<RankedTensorType>(source.getType()))
        origins.insert(source);
  return origins;
}

/// Returns true if an op may compute its result in the memory of `value`,
/// possibly through a view.
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

/// Returns true if bufferization assumes that operands `a` and `b` of the
/// terminator `end` have different memory. For an scf.if, the assumption
/// matters only if one of the two results may be overwritten.
static bool areAssumedDistinct(Operation *end, unsigned a, unsigned b) {
  auto branch = dyn_cast<scf::IfOp>(end->getParentOp());
  return !branch || mayBeOverwritten(branch.getResult(a)) ||
         mayBeOverwritten(branch.getResult(b));
}

/// Copies an operand of the terminator of a loop, branch or function if the
/// operand may share memory with an earlier operand. Bufferization assumes that
/// the values passed to the next iteration, or returned by a call, have
/// different memory. If a branch yields the same memory twice, bufferization
/// may copy either operand. Elimination of empty tensors, which runs between
/// two analyses, cannot predict which operand.
static void copyAliasedOperands(Operation *end) {
  SmallVector<std::pair<unsigned, llvm::SmallSetVector<Value, 8>>> previous;
  for (OpOperand &operand : end->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    unsigned index = operand.getOperandNumber();
    auto origins = findOrigins(operand.get());
    bool isAliased = llvm::any_of(previous, [&](const auto &other) {
      return llvm::any_of(
                 origins,
                 [&](Value value) { return other.second.contains(value); }) &&
             areAssumedDistinct(end, other.first, index);
    });
    if (isAliased) {
      LDBG() << "operand " << index
             << " copied, an earlier operand may have the same memory: "
             << end->getName() << " at " << end->getLoc();
      OpBuilder b(end);
      operand.set(createCopy(b, end->getLoc(), operand.get()));
    }
    previous.emplace_back(index, std::move(origins));
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
      copyOverwrittenResult(*use);
    for (OpOperand *use : uses)
      separateDestination(*use);
    getOperation().walk([](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>() &&
          isa<FunctionOpInterface, scf::ForOp, scf::IfOp, scf::WhileOp>(
              op->getParentOp()))
        copyAliasedOperands(op);
    });
  }
};
} // namespace
