//===- Products.cpp - Products of matrices and tensors --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sg::array;

/// Builds the contraction of two arrays of one type as one structured op. The
/// loops of the result come first, in its order.
static Array contract(const ArrayOpCall &call, const Array &x, const Array &y,
                      StringRef xAxes, StringRef yAxes, StringRef axes) {
  ArrayBuilder &b = call.b;
  std::string loops = axes.str();
  for (char letter : (xAxes + yAxes).str())
    if (!StringRef(loops).contains(letter))
      loops += letter;
  llvm::DenseMap<char, Size> sizes;
  for (auto [array, letters] : {std::pair(&x, xAxes), std::pair(&y, yAxes)})
    for (auto [axis, letter] : llvm::enumerate(letters)) {
      Size size = array->getSize(axis);
      auto [known, isNew] = sizes.try_emplace(letter, size);
      if (isNew)
        continue;
      Size common = b.unify(known->second, size, call.name);
      if (!common) {
        call.fail(b.print(x.type) + " and " + b.print(y.type) +
                  " do not match: the sizes " + b.print(known->second) +
                  " and " + b.print(size) + " of a common axis differ");
        return {};
      }
      known->second = common;
    }
  OpBuilder &builder = b.getOpBuilder();
  auto getMap = [&](StringRef letters) {
    SmallVector<AffineExpr> exprs;
    for (char letter : letters)
      exprs.push_back(builder.getAffineDimExpr(loops.find(letter)));
    return AffineMap::get(loops.size(), 0, exprs, b.getContext());
  };
  auto getValue = [&](const Array &array, StringRef letters) {
    ArrayType type = array.type;
    for (auto [axis, letter] : llvm::enumerate(letters))
      type.sizes[axis] = sizes[letter];
    return b.wrap(b.use(array), type).value;
  };
  Sizes resultSizes;
  for (char letter : axes)
    resultSizes.push_back(sizes[letter]);
  DType dtype = x.getDType();
  Array init = makeFull(b, dtype, resultSizes, 0.0);
  SmallVector<utils::IteratorType> kinds(loops.size(),
                                         utils::IteratorType::reduction);
  std::fill_n(kinds.begin(), axes.size(), utils::IteratorType::parallel);
  SmallVector<Value> inputs = {getValue(x, xAxes), getValue(y, yAxes)};
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.value.getType(), inputs, init.value,
      ArrayRef({getMap(xAxes), getMap(yAxes), getMap(axes)}), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value sum;
        if (isFloat(dtype)) {
          Value product =
              arith::MulFOp::create(inner, loc, elements[0], elements[1]);
          sum = arith::AddFOp::create(inner, loc, elements[2], product);
        } else {
          Value product =
              arith::MulIOp::create(inner, loc, elements[0], elements[1]);
          sum = arith::AddIOp::create(inner, loc, elements[2], product);
        }
        linalg::YieldOp::create(inner, loc, sum);
      });
  return b.wrap(op.getResult(0), init.type);
}

/// Promotes two arrays, which must be numbers.
static FailureOr<Arrays> promoteNumbers(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAll(call);
  if (failed(xs))
    return failure();
  DType dtype = xs->front().getDType();
  if (isFloat(dtype) || isInteger(dtype))
    return xs;
  refuseType(call, xs->front());
  return failure();
}

static Arrays matmul(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteNumbers(call);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  Array x = (*xs)[0], y = (*xs)[1];
  int64_t xRank = x.getRank(), yRank = y.getRank();
  if (xRank == 0 || yRank == 0)
    return call.fail("an array of rank 0 has no matrix product; use multiply");
  // Leading axes are a batch and broadcast.
  int64_t xBatch = std::max<int64_t>(xRank - 2, 0);
  int64_t yBatch = std::max<int64_t>(yRank - 2, 0);
  std::string batch;
  if (xBatch || yBatch) {
    Array xLead{x.value,
                {x.getDType(), Sizes(x.getSizes().take_front(xBatch))}};
    Array yLead{y.value,
                {y.getDType(), Sizes(y.getSizes().take_front(yBatch))}};
    FailureOr<Sizes> lead = broadcastSizes(b, call.name, {xLead, yLead});
    if (failed(lead))
      return {};
    for (auto [array, rank] : {std::pair(&x, xRank), std::pair(&y, yRank)}) {
      if (rank == 1)
        continue;
      Sizes sizes = *lead;
      llvm::append_range(sizes, array->getSizes().take_back(2));
      *array = broadcastTo(b, *array, sizes);
      if (!*array)
        return {};
    }
    for (size_t i = 0; i < lead->size(); ++i)
      batch += static_cast<char>('A' + i);
  }
  std::string xAxes = xRank == 1 ? "k" : batch + "mk";
  std::string yAxes = yRank == 1 ? "k" : batch + "kn";
  std::string axes = batch + (xRank == 1 ? "" : "m") + (yRank == 1 ? "" : "n");
  return {contract(call, x, y, xAxes, yAxes, axes)};
}

static Arrays vecdot(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteNumbers(call);
  if (failed(xs))
    return {};
  Array product = apply(call.b, "multiply", *xs);
  if (!product)
    return {};
  llvm::StringMap<Parameter> parameters;
  parameters["axis"] = Sizes{call.b.getConstantSize(call.integer("axis"))};
  parameters["dtype"] = product.getDType();
  FailureOr<Arrays> sum = buildArrayOp(call.b, "sum", {product}, parameters);
  return succeeded(sum) ? *sum : Arrays();
}

static Arrays outer(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteNumbers(call);
  if (failed(xs))
    return {};
  if ((*xs)[0].getRank() != 1 || (*xs)[1].getRank() != 1)
    return call.fail("both arrays must have rank 1");
  return {contract(call, (*xs)[0], (*xs)[1], "m", "n", "mn")};
}

static Arrays tensordot(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteNumbers(call);
  if (failed(xs))
    return {};
  int64_t count = call.integer("axes");
  Array &x = (*xs)[0], &y = (*xs)[1];
  if (count < 0 || count > x.getRank() || count > y.getRank())
    return call.fail("cannot contract " + Twine(count) +
                     " axes of arrays of ranks " + Twine(x.getRank()) +
                     " and " + Twine(y.getRank()));
  std::string xAxes, yAxes;
  for (int64_t i = 0; i < x.getRank(); ++i)
    xAxes += static_cast<char>('a' + i);
  yAxes = xAxes.substr(x.getRank() - count);
  for (int64_t i = count; i < y.getRank(); ++i)
    yAxes += static_cast<char>('A' + i);
  std::string axes = xAxes.substr(0, x.getRank() - count) + yAxes.substr(count);
  return {contract(call, x, y, xAxes, yAxes, axes)};
}

static constexpr ArrayOp kRows[] = {
    {"matmul(x, y)",
     "The matrix product of the last two axes. An array of rank 1 is a row on "
     "the left and a column on the right. Leading axes broadcast.",
     "matmul(dx, y) + matmul(x, dy)", matmul},
    {"outer(x, y)", "The products of each pair of elements of two vectors.",
     "outer(dx, y) + outer(x, dy)", outer},
    {"tensordot(x, y, *, axes: int = 2)",
     "Sums over the last axes of x and the first axes of y.",
     "tensordot(dx, y) + tensordot(x, dy)", tensordot},
    {"vecdot(x, y, *, axis: int = -1)",
     "The sum of the products of elements along an axis.",
     "vecdot(dx, y) + vecdot(x, dy)", vecdot},
};

ArrayRef<ArrayOp> sg::array::getProductOps() { return kRows; }
