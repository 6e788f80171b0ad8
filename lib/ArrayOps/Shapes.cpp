//===- Shapes.cpp - Axes and sizes ----------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

static Arrays broadcast(const ArrayOpCall &call) {
  auto shape = call.get<Sizes>("shape");
  const Array &x = call[0];
  int64_t added = static_cast<int64_t>(shape.size()) - x.getRank();
  if (added < 0)
    return call.fail("rank " + Twine(x.getRank()) + " exceeds the rank " +
                     Twine(shape.size()) + " of the shape");
  for (auto [axis, size] : llvm::enumerate(x.getSizes()))
    if (!isOne(size) && !call.b.unify(size, shape[added + axis], call.name))
      return call.fail(call.b.print(x.type) + " cannot be broadcast: axis " +
                       Twine(axis) + " must have size " +
                       call.b.print(shape[added + axis]));
  return {broadcastTo(call.b, x, shape)};
}

/// Replaces the size -1 by the quotient of the other sizes.
static LogicalResult inferSize(const ArrayOpCall &call, Sizes &shape) {
  ArrayBuilder &b = call.b;
  Size all = b.multiply(call[0].getSizes()), known = b.getConstantSize(1);
  Size *unknown = nullptr;
  for (Size &size : shape) {
    std::optional<int64_t> constant = getConstant(size);
    if (constant && *constant < -1)
      return call.fail("the size " + Twine(*constant) + " is negative"),
             failure();
    if (constant != -1) {
      known = b.multiply({known, size});
    } else if (unknown) {
      return call.fail("only one size may be -1"), failure();
    } else {
      unknown = &size;
    }
  }
  if (unknown) {
    if (getConstant(known) == 0)
      return call.fail("the size -1 is ambiguous for an empty array"),
             failure();
    *unknown = b.simplify(all.floorDiv(known));
    known = b.multiply({known, *unknown});
  }
  if (!b.unify(all, known, call.name))
    return call.fail(b.print(call[0].type) + " has " + b.print(all) +
                     " elements, the shape has " + b.print(known)),
           failure();
  return success();
}

static Arrays reshape(const ArrayOpCall &call) {
  auto shape = call.get<Sizes>("shape");
  if (failed(inferSize(call, shape)))
    return {};
  ArrayBuilder &b = call.b;
  OpBuilder &builder = b.getOpBuilder();
  const Array &x = call[0];
  Value value = b.use(x);
  if (!value || llvm::equal(shape, x.getSizes()))
    return {x};
  ArrayType type{x.getDType(), shape};
  RankedTensorType tensor = type.getTensorType(b.getContext());
  // Reshape by way of a flat tensor: collapse_shape and expand_shape only
  // change the type, whereas tensor.reshape needs a shape in memory.
  ArrayType flat{x.getDType(), {b.multiply(x.getSizes())}};
  if (x.getRank() != 1) {
    RankedTensorType flatType = flat.getTensorType(b.getContext());
    SmallVector<ReassociationIndices> groups;
    if (x.getRank() == 0) {
      value = tensor::ExpandShapeOp::create(builder, b.getLoc(), flatType,
                                            value, groups);
    } else {
      groups.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(0, x.getRank())));
      value =
          tensor::CollapseShapeOp::create(builder, b.getLoc(), value, groups);
    }
  }
  if (shape.size() == 1)
    return {b.wrap(value, type)};
  ArrayType exact{x.getDType(), {b.multiply(shape)}};
  value = b.wrap(value, exact).value;
  SmallVector<ReassociationIndices> groups;
  if (shape.empty())
    return {{tensor::CollapseShapeOp::create(builder, b.getLoc(), tensor, value,
                                             groups),
             type}};
  groups.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(0, shape.size())));
  return {{tensor::ExpandShapeOp::create(builder, b.getLoc(), tensor, value,
                                         groups, b.getSizeValues(shape)),
           type}};
}

Array sg::array::permute(ArrayBuilder &b, const Array &x,
                         ArrayRef<int64_t> axes) {
  if (!x || llvm::equal(axes, llvm::seq<int64_t>(0, axes.size())))
    return x;
  ArrayType type{x.getDType(), {}};
  for (int64_t axis : axes)
    type.sizes.push_back(x.getSize(axis));
  Value value = b.use(x);
  if (!value)
    return {};
  Value init = b.makeEmpty(type.dtype, type.sizes);
  auto op = linalg::TransposeOp::create(b.getOpBuilder(), b.getLoc(), value,
                                        init, axes);
  return b.wrap(op->getResult(0), type);
}

static Arrays permuteDims(const ArrayOpCall &call) {
  auto given = call.get<Sizes>("axes");
  SmallVector<int64_t> axes;
  int64_t rank = call[0].getRank();
  if (static_cast<int64_t>(given.size()) != rank)
    return call.fail("axes must list each of the " + Twine(rank) +
                     " axes once");
  for (Size size : given) {
    FailureOr<int64_t> axis = normalizeAxis(call, *getConstant(size), rank);
    if (failed(axis))
      return {};
    if (llvm::is_contained(axes, *axis))
      return call.fail("axis " + Twine(*axis) + " is repeated");
    axes.push_back(*axis);
  }
  if (rank < 2)
    return {call[0]};
  return {permute(call.b, call[0], axes)};
}

static Arrays matrixTranspose(const ArrayOpCall &call) {
  int64_t rank = call[0].getRank();
  if (rank < 2)
    return call.fail("the rank must be at least 2, not " + Twine(rank));
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(axes[rank - 1], axes[rank - 2]);
  return {permute(call.b, call[0], axes)};
}

static Arrays moveAxis(const ArrayOpCall &call) {
  int64_t rank = call[0].getRank();
  FailureOr<int64_t> from = normalizeAxis(call, call.integer("source"), rank);
  FailureOr<int64_t> to =
      normalizeAxis(call, call.integer("destination"), rank);
  if (failed(from) || failed(to))
    return {};
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  axes.erase(axes.begin() + *from);
  axes.insert(axes.begin() + *to, *from);
  if (rank < 2)
    return {call[0]};
  return {permute(call.b, call[0], axes)};
}

static Arrays expandDims(const ArrayOpCall &call) {
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), call[0].getRank() + 1);
  if (failed(axis))
    return {};
  Sizes shape(call[0].getSizes());
  shape.insert(shape.begin() + *axis, call.b.getConstantSize(1));
  return {reshapeTo(call.b, call[0], shape)};
}

static Arrays squeeze(const ArrayOpCall &call) {
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", call[0].getRank());
  if (failed(axes))
    return {};
  Sizes shape;
  for (auto [axis, size] : llvm::enumerate(call[0].getSizes())) {
    if (!llvm::is_contained(*axes, axis)) {
      shape.push_back(size);
    } else if (!isOne(size)) {
      return call.fail("axis " + Twine(axis) + " has size " +
                       call.b.print(size) + ", not 1");
    }
  }
  return {reshapeTo(call.b, call[0], shape)};
}

static Arrays concat(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  FailureOr<Arrays> xs = promoteAll(call);
  if (failed(xs))
    return {};
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), xs->front().getRank());
  if (failed(axis))
    return {};
  ArrayType type = xs->front().type;
  Size sum = b.getConstantSize(0);
  for (const Array &x : *xs) {
    if (x.getRank() != type.getRank())
      return call.fail("the ranks " + Twine(type.getRank()) + " and " +
                       Twine(x.getRank()) + " differ");
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (i == *axis)
        continue;
      Size common = b.unify(type.sizes[i], x.getSize(i), call.name);
      if (!common)
        return call.fail(b.print(xs->front().type) + " and " + b.print(x.type) +
                         " differ in axis " + Twine(i));
      type.sizes[i] = common;
    }
    sum = b.simplify(sum + x.getSize(*axis));
  }
  type.sizes[*axis] = sum;
  SmallVector<Value> values;
  for (const Array &x : *xs) {
    ArrayType part = type;
    part.sizes[*axis] = x.getSize(*axis);
    Value value = b.wrap(b.use(x), part).value;
    if (!isEmpty(part.sizes))
      values.push_back(value);
  }
  if (values.empty())
    return {b.wrap(b.makeEmpty(type.dtype, type.sizes), type)};
  return {b.wrap(
      tensor::ConcatOp::create(b.getOpBuilder(), b.getLoc(), *axis, values),
      type)};
}

static Arrays stack(const ArrayOpCall &call) {
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), call[0].getRank() + 1);
  if (failed(axis))
    return {};
  Arrays expanded;
  for (const Array &x : call.arrays) {
    Sizes shape(x.getSizes());
    if (*axis > x.getRank())
      return call.fail("the ranks of the arrays differ");
    shape.insert(shape.begin() + *axis, call.b.getConstantSize(1));
    expanded.push_back(reshapeTo(call.b, x, shape));
  }
  return {apply(call.b, "concat", expanded, {{"axis", *axis}})};
}

static constexpr ArrayOp kRows[] = {
    {"broadcast_to(x, shape: sizes)",
     "Repeats axes of size 1 and adds leading axes.", "dx, broadcast.",
     broadcast},
    {"concat(arrays..., *, axis: int = 0)", "Joins arrays along an axis.",
     "The derivatives, joined.", concat},
    {"expand_dims(x, *, axis: int = 0)", "Adds an axis of size 1.",
     "dx, expanded.", expandDims},
    {"matrix_transpose(x)", "Exchanges the last two axes.", "dx, transposed.",
     matrixTranspose},
    {"moveaxis(x, source: int, destination: int)",
     "Moves an axis to another position.", "dx, moved.", moveAxis},
    {"permute_dims(x, axes: ints)",
     "Permutes the axes: axis i of the "
     "result is axis axes[i] of x.",
     "dx, permuted.", permuteDims},
    {"reshape(x, shape: sizes)",
     "Changes the sizes and keeps the elements in row-major order. A size of "
     "-1 is computed from the others.",
     "dx, reshaped.", reshape},
    {"squeeze(x, axis: ints)", "Removes axes of size 1.", "dx, squeezed.",
     squeeze},
    {"stack(arrays..., *, axis: int = 0)", "Joins arrays along a new axis.",
     "The derivatives, stacked.", stack},
};

ArrayRef<ArrayOp> sg::array::getShapeOps() { return kRows; }
