//===- SizeOrigin.cpp - Origin of a tensor's size -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/SizeOrigin.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::grad;

namespace {
/// The search for one size origin (see findSizeOrigin).
class Tracer {
public:
  SizeOrigin trace(Value tensor, int64_t dim);
  bool hasSize(Value tensor, int64_t dim, const SizeOrigin &origin);

private:
  SizeOrigin traceSize(OpFoldResult size);
  SizeOrigin traceCarry(BlockArgument carry, OpOperand *init,
                        OpOperand *yielded, int64_t dim);
  SizeOrigin traceCall(func::CallOp call, unsigned result, int64_t dim);

  /// A call whose callee is being visited.
  struct Visit {
    func::CallOp call;
    func::FuncOp callee;
    unsigned id;
  };
  unsigned currentVisit() const {
    return visits.empty() ? 0 : visits.back().id;
  }
  /// If `value` is an argument of the innermost visited callee, applies `find`
  /// to the operand of the call, outside of that visit.
  std::optional<SizeOrigin> inCaller(Value value,
                                     function_ref<SizeOrigin(Value)> find);

  /// The assumption, made in one visit while tracing a loop carry, that the
  /// size of `carry` originates from `origin`. If the loop contradicts the
  /// assumption, the trace ends at the carry.
  struct Assumption {
    BlockArgument carry;
    int64_t dim;
    unsigned visit;
    SizeOrigin origin;
  };
  SmallVector<Assumption> assumed;
  /// The active visits, outermost first. No function is visited twice at a
  /// time, nor the outermost caller. Hence a value belongs to one visit.
  SmallVector<Visit> visits;
  unsigned numVisits = 0;
  /// Remaining number of trace steps until the search gives up.
  unsigned steps = 10000;
};
} // namespace

using Dimension = std::pair<Value, int64_t>;

/// Returns the operand dimensions that the op requires to have the size of
/// dimension `dim` of the result. The trace continues at the first dimension.
static SmallVector<Dimension> getEqualDimensions(OpResult result, int64_t dim) {
  SmallVector<Dimension> equal;
  Operation *op = result.getOwner();
  auto addTensors = [&](ValueRange operands) {
    for (Value operand : operands)
      if (isa<RankedTensorType>(operand.getType()))
        equal.emplace_back(operand, dim);
  };
  if (auto target = dyn_cast<DestinationStyleOpInterface>(op))
    addTensors(target.getTiedOpOperand(result)->get());
  else if (op->hasTrait<OpTrait::Elementwise>() ||
           op->hasTrait<OpTrait::SameOperandsAndResultType>())
    addTensors(op->getOperands());
  // All operands that a loop indexes have the size of the loop.
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    AffineExpr loop =
        structured.getIndexingMapMatchingResult(result).getResult(dim);
    if (isa<AffineDimExpr>(loop))
      for (OpOperand &operand : op->getOpOperands())
        for (auto [position, expr] : llvm::enumerate(
                 structured.getMatchingIndexingMap(&operand).getResults()))
          if (expr == loop)
            equal.emplace_back(operand.get(), position);
  }
  return equal;
}

/// Returns the size of dimension `dim` of the result of `op` if an operand or
/// attribute specifies the size.
static OpFoldResult getGivenSize(Operation *op, int64_t dim) {
  auto dynamic = [&](auto creation) -> OpFoldResult {
    auto type = cast<RankedTensorType>(creation.getType());
    unsigned position = 0;
    for (int64_t before = 0; before < dim; ++before)
      position += type.isDynamicDim(before);
    return creation->getOperand(creation->getNumOperands() -
                                type.getNumDynamicDims() + position);
  };
  return TypeSwitch<Operation *, OpFoldResult>(op)
      .Case<tensor::EmptyOp, tensor::GenerateOp, tensor::SplatOp>(dynamic)
      .Case([&](tensor::ExpandShapeOp expand) {
        return expand.getMixedOutputShape()[dim];
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
        unsigned position = 0;
        for (int64_t kept = -1; kept < dim; ++position)
          kept += !dropped[position];
        return sizes[position - 1];
      })
      .Default(OpFoldResult());
}

/// Returns true if the value of `origin` is defined in a region of `op`.
static bool isInside(const SizeOrigin &origin, Operation *op) {
  Value value =
      origin.tensor ? origin.tensor : dyn_cast_if_present<Value>(origin.size);
  return value && op->isAncestor(value.getParentRegion()->getParentOp());
}

std::optional<SizeOrigin>
Tracer::inCaller(Value value, function_ref<SizeOrigin(Value)> find) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (visits.empty() || !argument ||
      argument.getOwner() != &visits.back().callee.getBody().front())
    return std::nullopt;
  Visit visit = visits.pop_back_val();
  SizeOrigin origin = find(visit.call.getOperand(argument.getArgNumber()));
  visits.push_back(visit);
  return origin;
}

SizeOrigin Tracer::traceSize(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size)) {
    Builder b(size.getContext());
    return {b.getIndexAttr(*constant), {}};
  }
  if (std::optional<SizeOrigin> origin =
          inCaller(cast<Value>(size), [&](Value v) { return traceSize(v); }))
    return *origin;
  auto dim = cast<Value>(size).getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  auto type = dim ? dyn_cast<RankedTensorType>(dim.getSource().getType())
                  : RankedTensorType();
  if (!index || !type || *index < 0 || *index >= type.getRank())
    return {size, {}};
  return trace(dim.getSource(), *index);
}

SizeOrigin Tracer::trace(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim)) {
    Builder b(tensor.getContext());
    return {b.getIndexAttr(type.getDimSize(dim)), {}};
  }
  SizeOrigin here{{}, tensor, dim};
  if (steps == 0)
    return here;
  --steps;
  if (std::optional<SizeOrigin> origin =
          inCaller(tensor, [&](Value v) { return trace(v, dim); }))
    return *origin;
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto loop = dyn_cast_or_null<LoopLikeOpInterface>(
        argument.getOwner()->getParentOp());
    return loop ? traceCarry(argument, loop.getTiedLoopInit(argument),
                             loop.getTiedLoopYieldedValue(argument), dim)
                : here;
  }
  auto result = cast<OpResult>(tensor);
  Operation *op = tensor.getDefiningOp();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    BlockArgument carry = loop.getTiedLoopRegionIterArg(result);
    if (!carry)
      return here;
    SizeOrigin origin = trace(carry, dim);
    return origin.tensor == carry ? here : origin;
  }
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    std::optional<SizeOrigin> common;
    for (Region &region : op->getRegions()) {
      Value yielded =
          region.front().getTerminator()->getOperand(result.getResultNumber());
      if (yielded.getDefiningOp<ub::PoisonOp>())
        continue; // the size of poison is never used
      SizeOrigin origin = trace(yielded, dim);
      if (common && !(*common == origin))
        return here;
      common = origin;
    }
    return common && !isInside(*common, op) ? *common : here;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    SizeOrigin origin = traceCall(call, result.getResultNumber(), dim);
    return origin.size || origin.tensor ? origin : here;
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType())
               ? trace(cast.getSource(), dim)
               : here;
  if (OpFoldResult size = getGivenSize(op, dim))
    return traceSize(size);
  SmallVector<Dimension> equal = getEqualDimensions(result, dim);
  return equal.empty() ? here
                       : trace(equal.front().first, equal.front().second);
}

/// Traces a loop carry. The carry has the size of its initial value if each
/// iteration keeps the size. Carries being traced are assumed to keep their
/// sizes.
SizeOrigin Tracer::traceCarry(BlockArgument carry, OpOperand *init,
                              OpOperand *yielded, int64_t dim) {
  SizeOrigin here{{}, carry, dim};
  if (!init || !yielded)
    return here;
  auto *known = llvm::find_if(assumed, [&](const Assumption &entry) {
    return entry.carry == carry && entry.dim == dim &&
           entry.visit == currentVisit();
  });
  if (known != assumed.end())
    return known->origin;
  SizeOrigin origin = trace(init->get(), dim);
  assumed.push_back({carry, dim, currentVisit(), origin});
  bool isKept = hasSize(yielded->get(), dim, origin);
  assumed.pop_back();
  return isKept ? origin : here;
}

/// Traces a result of a call through the callee to the operands. Returns an
/// empty origin if the size originates in the callee.
SizeOrigin Tracer::traceCall(func::CallOp call, unsigned result, int64_t dim) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  auto isCaller = [&](const Visit &visit) { return visit.callee == callee; };
  Operation *caller = visits.empty() ? call : visits.front().call;
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() ||
      callee->isAncestor(caller) || llvm::any_of(visits, isCaller))
    return {};
  Block &body = callee.getBody().front();
  visits.push_back({call, callee, ++numVisits});
  SizeOrigin origin = trace(body.getTerminator()->getOperand(result), dim);
  visits.pop_back();
  return isInside(origin, callee) ? SizeOrigin() : origin;
}

/// Returns true if a chain of equal sizes leads from dimension `dim` of
/// `tensor` to `origin`. At a branch op, each region must have such a chain.
bool Tracer::hasSize(Value tensor, int64_t dim, const SizeOrigin &origin) {
  DenseSet<Dimension> seen;
  SmallVector<Dimension> queue{{tensor, dim}};
  while (!queue.empty()) {
    Dimension next = queue.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (trace(next.first, next.second) == origin)
      return true;
    if (steps == 0)
      return false;
    auto result = dyn_cast<OpResult>(next.first);
    if (!result)
      continue;
    llvm::append_range(queue, getEqualDimensions(result, next.second));
    if (isa<scf::IfOp, scf::IndexSwitchOp>(result.getOwner()) &&
        llvm::all_of(result.getOwner()->getRegions(), [&](Region &region) {
          Value yielded = region.front().getTerminator()->getOperand(
              result.getResultNumber());
          return yielded.getDefiningOp<ub::PoisonOp>() ||
                 hasSize(yielded, next.second, origin);
        }))
      return true;
  }
  return false;
}

SizeOrigin sg::grad::findSizeOrigin(Value tensor, int64_t dim) {
  return Tracer().trace(tensor, dim);
}

bool sg::grad::hasSizeOf(Value tensor, int64_t dim, BlockArgument argument) {
  return Tracer().hasSize(tensor, dim, {{}, argument, dim});
}
