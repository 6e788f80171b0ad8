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
        Value product =
            multiplyElements(inner, loc, dtype, elements[0], elements[1]);
        Value sum = addElements(inner, loc, dtype, elements[2], product);
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
  if (dtype != DType::Bool)
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

/// Emits an error unless the axis of `vecdot`, which is not broadcast, has the
/// same size in both arrays.
static LogicalResult checkContractedAxis(const ArrayOpCall &call,
                                         const Array &x, const Array &y) {
  int64_t rank = std::max(x.getRank(), y.getRank());
  FailureOr<int64_t> axis = normalizeAxis(call, call.integer("axis"), rank);
  if (failed(axis))
    return failure();
  int64_t fromEnd = rank - *axis;
  if (fromEnd <= std::min(x.getRank(), y.getRank()) &&
      call.b.unify(x.getSize(x.getRank() - fromEnd),
                   y.getSize(y.getRank() - fromEnd), call.name))
    return success();
  call.fail(call.b.print(x.type) + " and " + call.b.print(y.type) +
            " do not match: the sizes of the contracted axis differ");
  return failure();
}

static Arrays vecdot(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteNumbers(call);
  if (failed(xs) || failed(checkContractedAxis(call, (*xs)[0], (*xs)[1])))
    return {};
  if (isComplex(xs->front().getDType()))
    xs->front() = apply(call.b, "conj", {xs->front()});
  Array product = apply(call.b, "multiply", *xs);
  if (!product)
    return {};
  Size axis = call.b.getConstantSize(call.integer("axis"));
  return {apply(call.b, "sum", {product},
                {{"axis", Sizes{axis}}, {"dtype", product.getDType()}})};
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

//===----------------------------------------------------------------------===//
// Einstein summation
//===----------------------------------------------------------------------===//

/// Sums `x` over the axes whose letters are not in `kept`, and takes diagonals
/// of repeated letters. Sets `letters` to the letters of the result.
static Array sumAxes(const ArrayOpCall &call, const Array &x,
                     std::string &letters, StringRef kept) {
  ArrayBuilder &b = call.b;
  std::string result, loops;
  for (char letter : letters) {
    if (kept.contains(letter) && !StringRef(result).contains(letter))
      result += letter;
  }
  if (result == letters)
    return x;
  loops = result;
  for (char letter : letters)
    if (!StringRef(loops).contains(letter))
      loops += letter;
  llvm::DenseMap<char, Size> sizes;
  ArrayType exact = x.type;
  for (auto [axis, letter] : llvm::enumerate(letters)) {
    auto [known, isNew] = sizes.try_emplace(letter, x.getSize(axis));
    Size common = isNew ? known->second
                        : b.unify(known->second, x.getSize(axis), call.name);
    if (!common) {
      call.fail(b.print(x.type) + " has different sizes for the letter " +
                Twine(letter));
      return {};
    }
    known->second = common;
  }
  Sizes resultSizes;
  for (char letter : result)
    resultSizes.push_back(sizes[letter]);
  for (auto [axis, letter] : llvm::enumerate(letters))
    exact.sizes[axis] = sizes[letter];
  OpBuilder &builder = b.getOpBuilder();
  auto getMap = [&](StringRef axes) {
    SmallVector<AffineExpr> exprs;
    for (char letter : axes)
      exprs.push_back(builder.getAffineDimExpr(loops.find(letter)));
    return AffineMap::get(loops.size(), 0, exprs, b.getContext());
  };
  Array init = makeFull(b, x.getDType(), resultSizes, 0.0);
  SmallVector<utils::IteratorType> kinds(loops.size(),
                                         utils::IteratorType::reduction);
  std::fill_n(kinds.begin(), result.size(), utils::IteratorType::parallel);
  Value value = b.wrap(b.use(x), exact).value;
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.value.getType(), value, init.value,
      ArrayRef({getMap(letters), getMap(result)}), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value sum =
            addElements(inner, loc, x.getDType(), elements[1], elements[0]);
        linalg::YieldOp::create(inner, loc, sum);
      });
  letters = result;
  return b.wrap(op.getResult(0), init.type);
}

static Arrays einsum(const ArrayOpCall &call) {
  FailureOr<Arrays> promoted = promoteNumbers(call);
  if (failed(promoted))
    return {};
  ArrayBuilder &b = call.b;
  std::string text = call.get<std::string>("subscripts");
  llvm::erase(text, ' ');
  auto [inputs, arrow] = StringRef(text).split("->");
  SmallVector<StringRef> parts;
  inputs.split(parts, ',');
  if (parts.size() != call.arrays.size())
    return call.fail("'" + text + "' has subscripts for " +
                     Twine(parts.size()) + " arrays, not " +
                     Twine(call.arrays.size()));
  SmallVector<std::string> letters;
  for (auto [part, x] : llvm::zip(parts, *promoted)) {
    if (!llvm::all_of(part, llvm::isAlpha))
      return call.fail("'" + part + "' must consist of letters");
    if (static_cast<int64_t>(part.size()) != x.getRank())
      return call.fail("'" + part + "' has " + Twine(part.size()) +
                       " letters for " + b.print(x.type));
    letters.push_back(part.str());
  }
  // Without an arrow, the result has the letters that occur once, in order.
  std::string result = arrow.str();
  if (!StringRef(text).contains("->")) {
    std::string all = inputs.str();
    for (char letter : all)
      if (llvm::isAlpha(letter) && StringRef(all).count(letter) == 1)
        result += letter;
    llvm::sort(result);
  }
  for (char letter : result) {
    if (!llvm::isAlpha(letter) || !inputs.contains(letter))
      return call.fail("'" + Twine(letter) +
                       "' of the result is no subscript of an array");
    if (StringRef(result).count(letter) != 1)
      return call.fail("'" + Twine(letter) + "' is repeated in the result");
  }
  // Contract from left to right. A letter is kept while a later array or the
  // result has it.
  auto getLater = [&](size_t begin) {
    std::string later = result;
    for (const std::string &one : ArrayRef(letters).drop_front(begin))
      later += one;
    return later;
  };
  Array product = (*promoted)[0];
  std::string axes = letters[0];
  product = sumAxes(call, product, axes, getLater(1));
  for (size_t i = 1; product && i < letters.size(); ++i) {
    std::string next = letters[i];
    Array factor = sumAxes(call, (*promoted)[i], next, axes + getLater(i + 1));
    if (!factor)
      return {};
    std::string kept, later = getLater(i + 1);
    // The last product has the order of the result.
    for (char letter : i + 1 == letters.size() ? result : axes + next)
      if (StringRef(later).contains(letter) &&
          !StringRef(kept).contains(letter))
        kept += letter;
    product = contract(call, product, factor, axes, next, kept);
    axes = kept;
  }
  if (!product || axes == result)
    return {product};
  SmallVector<int64_t> order;
  for (char letter : result)
    order.push_back(axes.find(letter));
  return {permute(b, product, order)};
}

static constexpr ArrayOp kRows[] = {
    {"einsum(operands..., *, subscripts: str)",
     "The sum of products in Einstein's notation, for example \"ij,jk->ik\" "
     "for a matrix product. Arrays are contracted from left to right.",
     "The sum of the results with one operand differentiated.", einsum},
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
     "The sum of the products of elements along an axis. Complex elements of x "
     "are conjugated.",
     "vecdot(dx, y) + vecdot(x, dy)", vecdot},
};

ArrayRef<ArrayOp> sg::array::getProductOps() { return kRows; }
