//===- ElementUses.cpp - Uses of parts of a tensor ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementUses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sg/Analysis/SizeOrigin.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::grad;

using Extent = GradientReport::Extent;
using IndexRange = GradientReport::IndexRange;

namespace {
/// A value that holds the elements `box` of the tensor, except `holes`.
struct View {
  unsigned instance;
  Value value;
  ElementBox box;
  std::vector<ElementBox> holes;
  /// Maps each dimension of the value to a dimension of the tensor.
  SmallVector<unsigned> dims;
};

/// Collects the uses of a tensor along its views.
class ElementUseCollector {
public:
  explicit ElementUseCollector(const ProgramGraph &graph) : graph(graph) {}

  void visit(const View &view);

  static constexpr size_t maxUses = 256;
  std::vector<ElementUse> uses;

private:
  /// If `use` reads a part of the value or forwards it, visits the results,
  /// adds their nodes to `handled` and returns true. Otherwise returns false.
  bool follow(const View &view, OpOperand &use,
              llvm::SmallDenseSet<unsigned> &handled);
  /// Like `follow`, for an op that reads some or all elements of the value.
  bool followExtraction(const View &view, Operation *op,
                        llvm::SmallDenseSet<unsigned> &handled);
  /// Like `follow`, for an op that overwrites elements, which become a hole.
  bool followInsertion(const View &view, OpOperand &use,
                       llvm::SmallDenseSet<unsigned> &handled);
  void visitCallee(const View &view, OpOperand &use, unsigned callee,
                   llvm::SmallDenseSet<unsigned> &handled);
  void visitResult(const View &view, OpResult result, ElementBox box,
                   ArrayRef<unsigned> dims,
                   llvm::SmallDenseSet<unsigned> &handled);

  Extent extentOf(unsigned instance, OpFoldResult value) const;
  bool isRepeated(unsigned instance, Value value) const;
  std::optional<ElementBox> boxOf(const View &view,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> sizes,
                                  ArrayRef<OpFoldResult> strides) const;
  bool hasSizeOf(OpFoldResult size, Value tensor, int64_t dim) const;

  const ProgramGraph &graph;
};
} // namespace

/// Returns true if the value is computed in a loop, of this function or of a
/// caller.
bool ElementUseCollector::isRepeated(unsigned instance, Value value) const {
  Operation *op = value.getParentRegion()->getParentOp();
  while (true) {
    for (; !isa<FunctionOpInterface>(op); op = op->getParentOp())
      if (isa<LoopLikeOpInterface, linalg::LinalgOp>(op))
        return true;
    const ProgramGraph::Instance &in = graph.getInstances()[instance];
    if (!in.call)
      return false;
    op = in.call->getParentOp();
    instance = in.parent;
  }
}

/// Returns `size` as an extent. If `size` is an argument of a callee, returns
/// the operand of the call as an extent.
Extent ElementUseCollector::extentOf(unsigned instance,
                                     OpFoldResult size) const {
  while (true) {
    if (std::optional<int64_t> number = getConstantIntValue(size))
      return {*number};
    Value value = cast<Value>(size);
    const ProgramGraph::Instance &in = graph.getInstances()[instance];
    auto argument = dyn_cast<BlockArgument>(value);
    auto call = dyn_cast_or_null<func::CallOp>(in.call);
    if (!call || !argument || argument.getOwner()->getParentOp() != in.function)
      return {0, getFactor(value), isRepeated(instance, value)};
    size = call.getOperand(argument.getArgNumber());
    instance = in.parent;
  }
}

bool ElementUseCollector::hasSizeOf(OpFoldResult size, Value tensor,
                                    int64_t dim) const {
  auto shaped = cast<ShapedType>(tensor.getType());
  if (!shaped.isDynamicDim(dim) || !isa<RankedTensorType>(shaped))
    return getConstantIntValue(size) == shaped.getDimSize(dim);
  SizeOrigin origin = findSizeOrigin(tensor, dim);
  if (origin.size && size == origin.size)
    return true;
  auto value = dyn_cast<Value>(size);
  auto dimOp = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  std::optional<int64_t> index =
      dimOp ? dimOp.getConstantIndex() : std::nullopt;
  auto type = dimOp ? dyn_cast<RankedTensorType>(dimOp.getSource().getType())
                    : RankedTensorType();
  return index && type && *index >= 0 && *index < type.getRank() &&
         findSizeOrigin(dimOp.getSource(), *index) == origin;
}

/// Returns the elements of the tensor that a slice of `view` holds, or
/// std::nullopt if their indices require arithmetic on dynamic values.
std::optional<ElementBox>
ElementUseCollector::boxOf(const View &view, ArrayRef<OpFoldResult> offsets,
                           ArrayRef<OpFoldResult> sizes,
                           ArrayRef<OpFoldResult> strides) const {
  ElementBox box = view.box;
  for (auto [dim, in] : llvm::enumerate(view.dims)) {
    IndexRange &range = box[in];
    Extent offset = extentOf(view.instance, offsets[dim]);
    Extent stride = extentOf(view.instance, strides[dim]);
    if (offset.is(0) && stride.is(1) && hasSizeOf(sizes[dim], view.value, dim))
      continue;
    if (range.offset.is(0) && range.stride.is(1))
      range.offset = offset;
    else if (!range.offset.symbol && !range.stride.symbol && !offset.symbol)
      range.offset.number += offset.number * range.stride.number;
    else if (!offset.is(0))
      return std::nullopt;
    if (range.stride.is(1))
      range.stride = stride;
    else if (!range.stride.symbol && !stride.symbol)
      range.stride.number *= stride.number;
    else if (!stride.is(1))
      return std::nullopt;
    range.size = extentOf(view.instance, sizes[dim]);
  }
  return box;
}

void ElementUseCollector::visitResult(const View &view, OpResult result,
                                      ElementBox box, ArrayRef<unsigned> dims,
                                      llvm::SmallDenseSet<unsigned> &handled) {
  handled.insert(graph.nodeOf(view.instance, result));
  visit({view.instance, result, std::move(box), view.holes,
         SmallVector<unsigned>(dims)});
}

void ElementUseCollector::visitCallee(const View &view, OpOperand &use,
                                      unsigned callee,
                                      llvm::SmallDenseSet<unsigned> &handled) {
  FunctionOpInterface function = graph.getInstances()[callee].function;
  View inside = view;
  inside.instance = callee;
  inside.value = function.getArgument(use.getOperandNumber());
  handled.insert(graph.nodeOf(callee, inside.value));
  visit(inside);
}

bool ElementUseCollector::follow(const View &view, OpOperand &use,
                                 llvm::SmallDenseSet<unsigned> &handled) {
  Operation *op = use.getOwner();
  if (isa<tensor::DimOp, tensor::RankOp>(op)) { // reads no elements
    handled.insert(graph.nodeOf(view.instance, op->getResult(0)));
    return true;
  }
  if (llvm::count(op->getOperands(), view.value) != 1)
    return false;
  const auto &callees = graph.getInstances()[view.instance].callees;
  if (auto known = callees.find(op);
      known != callees.end() && isa<func::CallOp>(op)) {
    visitCallee(view, use, known->second, handled);
    return true;
  }
  return followExtraction(view, op, handled) ||
         followInsertion(view, use, handled);
}

/// Returns a 1 per dimension: unit strides, or the sizes of one element.
static SmallVector<OpFoldResult> getOnes(const View &view) {
  return SmallVector<OpFoldResult>(
      view.dims.size(), Builder(view.value.getContext()).getIndexAttr(1));
}

bool ElementUseCollector::followExtraction(
    const View &view, Operation *op, llvm::SmallDenseSet<unsigned> &handled) {
  SmallVector<OpFoldResult> ones = getOnes(view);
  auto visitPart = [&](std::optional<ElementBox> box, ArrayRef<unsigned> dims) {
    if (box)
      visitResult(view, op->getResult(0), *box, dims, handled);
    return box.has_value();
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tensor::CastOp cast) {
        return isa<RankedTensorType>(cast.getType()) &&
               visitPart(view.box, view.dims);
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        SmallVector<unsigned> dims;
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        for (auto [dim, in] : llvm::enumerate(view.dims))
          if (!dropped[dim])
            dims.push_back(in);
        return visitPart(boxOf(view, slice.getMixedOffsets(),
                               slice.getMixedSizes(), slice.getMixedStrides()),
                         dims);
      })
      .Case([&](tensor::ExtractOp extract) {
        return visitPart(
            boxOf(view, getAsOpFoldResult(extract.getIndices()), ones, ones),
            {});
      })
      .Case([&](vector::ExtractOp extract) {
        // The position of the op indexes the leading dimensions. The result has
        // all elements of the trailing dimensions.
        Builder b(op->getContext());
        SmallVector<OpFoldResult> offsets = extract.getMixedPosition();
        size_t numGiven = offsets.size();
        SmallVector<OpFoldResult> sizes = ones;
        ArrayRef<int64_t> shape =
            cast<VectorType>(view.value.getType()).getShape();
        for (size_t dim = numGiven; dim < shape.size(); ++dim) {
          offsets.push_back(b.getIndexAttr(0));
          sizes[dim] = b.getIndexAttr(shape[dim]);
        }
        return visitPart(boxOf(view, offsets, sizes, ones),
                         ArrayRef(view.dims).drop_front(numGiven));
      })
      .Default(false);
}

bool ElementUseCollector::followInsertion(
    const View &view, OpOperand &use, llvm::SmallDenseSet<unsigned> &handled) {
  Operation *op = use.getOwner();
  std::optional<ElementBox> box;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op);
      insert && use.get() == insert.getDest())
    box = boxOf(view, insert.getMixedOffsets(), insert.getMixedSizes(),
                insert.getMixedStrides());
  else if (auto insert = dyn_cast<tensor::InsertOp>(op);
           insert && use.get() == insert.getDest())
    box = boxOf(view, getAsOpFoldResult(insert.getIndices()), getOnes(view),
                getOnes(view));
  else
    return false;
  View after = view;
  after.value = op->getResult(0);
  if (box)
    after.holes.push_back(*box);
  handled.insert(graph.nodeOf(view.instance, after.value));
  visit(after);
  return true;
}

void ElementUseCollector::visit(const View &view) {
  if (uses.size() > maxUses)
    return;
  unsigned node = graph.nodeOf(view.instance, view.value);
  llvm::SmallDenseSet<unsigned> handled;
  for (OpOperand &use : view.value.getUses())
    follow(view, use, handled);
  ElementUse rest{view.box, view.holes, node, {}};
  for (unsigned target : graph.dependents(node))
    if (!handled.contains(target))
      rest.targets.push_back(target);
  uses.push_back(std::move(rest));
}

std::vector<ElementUse> sg::grad::findElementUses(const ProgramGraph &graph,
                                                  unsigned node) {
  const auto &[instance, value] = graph.getNodes()[node];
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!isa_and_present<RankedTensorType, VectorType>(type) ||
      type.getRank() == 0)
    return {};
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return {};
  View all{instance, value, {}, {}, {}};
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    IndexRange &range = all.box.emplace_back();
    if (!ShapedType::isDynamic(size))
      range.size = Extent{size};
    all.dims.push_back(dim);
  }
  ElementUseCollector collector(graph);
  collector.visit(all);
  if (collector.uses.size() > ElementUseCollector::maxUses)
    return {};
  return std::move(collector.uses);
}
