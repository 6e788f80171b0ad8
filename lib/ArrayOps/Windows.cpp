//===- Windows.cpp - Convolutions and reductions of windows ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

/// Returns the integers of a parameter, or `count` copies of `otherwise` for
/// None. Emits an error for another number of integers, or for one below
/// `least`.
static FailureOr<SmallVector<int64_t>>
readIntegers(const ArrayOpCall &call, StringRef name, int64_t count,
             int64_t otherwise, int64_t least) {
  SmallVector<int64_t> integers(count, otherwise);
  std::optional<Sizes> given = call.find<Sizes>(name);
  if (!given)
    return integers;
  if (static_cast<int64_t>(given->size()) != count) {
    call.fail(name + " must have " + Twine(count) + " integers, not " +
              Twine(given->size()));
    return failure();
  }
  for (auto [i, size] : llvm::enumerate(*given)) {
    integers[i] = *getConstant(size);
    if (integers[i] < least) {
      call.fail(name + " has " + Twine(integers[i]) + ", which is less than " +
                Twine(least));
      return failure();
    }
  }
  return integers;
}

/// Returns the number of positions of a window with `count` elements at
/// distance `dilation` in `size` elements.
static Size countWindows(ArrayBuilder &b, Size size, Size count, int64_t stride,
                         int64_t dilation) {
  Size free = b.simplify(size - (count - 1) * dilation - 1);
  Size windows = b.simplify(free.floorDiv(stride) + 1);
  return b.getMax(windows, b.getConstantSize(0));
}

/// Pads `x` along `axes` with `value`: low and high are alternating. A negative
/// width drops elements. `dilation` - 1 elements are inserted between two
/// elements.
static Array padAxes(const ArrayOpCall &call, Array x, ArrayRef<int64_t> axes,
                     ArrayRef<int64_t> widths, ArrayRef<int64_t> dilations,
                     TypedAttr value) {
  ArrayBuilder &b = call.b;
  OpBuilder &builder = b.getOpBuilder();
  for (auto [i, axis] : llvm::enumerate(axes)) {
    int64_t low = widths[2 * i], high = widths[2 * i + 1];
    int64_t dilation = dilations[i];
    if (low == 0 && high == 0 && dilation == 1)
      continue;
    // Insert into an array of the neutral element.
    ArrayType type = x.type;
    Size spread = b.getMax(b.simplify((x.getSize(axis) - 1) * dilation + 1),
                           b.getConstantSize(0));
    int64_t before = std::max<int64_t>(low, 0);
    int64_t after = std::max<int64_t>(high, 0);
    type.sizes[axis] = b.simplify(spread + before + after);
    Array wide = makeFull(b, x.getDType(), type.sizes, value);
    SmallVector<OpFoldResult> offsets(x.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(x.getRank(), builder.getIndexAttr(1));
    offsets[axis] = builder.getIndexAttr(before);
    strides[axis] = builder.getIndexAttr(dilation);
    x = b.wrap(tensor::InsertSliceOp::create(
                   builder, b.getLoc(), b.use(x), wide.value, offsets,
                   b.getSizeValues(x.getSizes()), strides),
               type);
    if (low >= 0 && high >= 0)
      continue;
    Parameter stop;
    if (high < 0)
      stop = Sizes{b.getConstantSize(high)};
    Size start = b.getConstantSize(std::max<int64_t>(-low, 0));
    x = apply(b, "slice_axis", {x},
              {{"axis", static_cast<int64_t>(axis)},
               {"start", Sizes{start}},
               {"stop", stop}});
    if (!x)
      return {};
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

template <typename Op>
static Value combineBy(OpBuilder &builder, Location loc, Value x, Value y) {
  return Op::create(builder, loc, x, y);
}

using Combiner = Value (*)(OpBuilder &, Location, Value, Value);

/// Returns the combiner of a mode and its neutral element, or null.
static std::pair<Combiner, TypedAttr> getCombiner(ArrayBuilder &b,
                                                  StringRef mode, DType dtype) {
  bool isReal = isFloat(dtype), hasSign = !isUnsigned(dtype);
  if (mode == "sum")
    return {isReal ? combineBy<arith::AddFOp> : combineBy<arith::AddIOp>,
            getElementAttr(b, dtype, 0.0)};
  if (mode == "prod")
    return {isReal ? combineBy<arith::MulFOp> : combineBy<arith::MulIOp>,
            getElementAttr(b, dtype, 1.0)};
  if (mode == "max")
    return {isReal    ? combineBy<arith::MaximumFOp>
            : hasSign ? combineBy<arith::MaxSIOp>
                      : combineBy<arith::MaxUIOp>,
            getExtreme(b, dtype, false)};
  if (mode == "min")
    return {isReal    ? combineBy<arith::MinimumFOp>
            : hasSign ? combineBy<arith::MinSIOp>
                      : combineBy<arith::MinUIOp>,
            getExtreme(b, dtype, true)};
  return {};
}

static Arrays reduceWindow(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  int64_t rank = x.getRank();
  if (!isFloat(x.getDType()) && !isInteger(x.getDType()))
    return refuseType(call, x);
  auto [combine, neutral] =
      getCombiner(b, call.get<std::string>("mode"), x.getDType());
  if (!combine)
    return call.fail("mode must be sum, prod, max or min, not '" +
                     call.get<std::string>("mode") + "'");
  auto window = readIntegers(call, "window", rank, 1, 1);
  auto strides = readIntegers(call, "strides", rank, 1, 1);
  auto padding = readIntegers(call, "padding", 2 * rank, 0, INT64_MIN);
  auto dilations = readIntegers(call, "dilation", rank, 1, 1);
  if (failed(window) || failed(strides) || failed(padding) || failed(dilations))
    return {};
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> ones(rank, 1);
  Array padded = padAxes(call, x, axes, *padding, ones, neutral);
  if (!padded)
    return {};
  OpBuilder &builder = b.getOpBuilder();
  Sizes sizes, windowSizes;
  SmallVector<AffineExpr> reads, windows, writes;
  for (int64_t axis = 0; axis < rank; ++axis) {
    AffineExpr outer = builder.getAffineDimExpr(axis);
    AffineExpr inner = builder.getAffineDimExpr(rank + axis);
    reads.push_back(outer * (*strides)[axis] + inner * (*dilations)[axis]);
    windows.push_back(inner);
    writes.push_back(outer);
    windowSizes.push_back(b.getConstantSize((*window)[axis]));
    sizes.push_back(countWindows(b, padded.getSize(axis), windowSizes.back(),
                                 (*strides)[axis], (*dilations)[axis]));
  }
  SmallVector<utils::IteratorType> kinds(2 * rank,
                                         utils::IteratorType::reduction);
  std::fill_n(kinds.begin(), rank, utils::IteratorType::parallel);
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(2 * rank, 0, exprs, b.getContext());
  };
  // The second input has the sizes of the window; its elements are not used.
  SmallVector<Value> inputs = {b.use(padded),
                               b.makeEmpty(x.getDType(), windowSizes)};
  Array init = makeFull(b, x.getDType(), sizes, neutral);
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.value.getType(), inputs, init.value,
      ArrayRef({getMap(reads), getMap(windows), getMap(writes)}), kinds,
      [&, combine = combine](OpBuilder &inner, Location loc,
                             ValueRange elements) {
        linalg::YieldOp::create(inner, loc,
                                combine(inner, loc, elements[2], elements[0]));
      });
  return {b.wrap(op.getResult(0), init.type)};
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Emits an error unless `spec` has each of `letters` once.
static LogicalResult checkSpec(const ArrayOpCall &call, StringRef name,
                               StringRef spec, StringRef letters) {
  std::string sorted = spec.str(), expected = letters.str();
  llvm::sort(sorted);
  llvm::sort(expected);
  if (sorted == expected)
    return success();
  return call.fail(name + " is '" + spec + "', but must be a permutation of '" +
                   letters + "'"),
         failure();
}

/// Splits the axis into `groups` parts: a new axis before it.
static Array splitAxis(ArrayBuilder &b, const Array &x, int64_t axis,
                       int64_t groups) {
  Sizes shape(x.getSizes());
  shape[axis] = b.simplify(shape[axis].floorDiv(groups));
  shape.insert(shape.begin() + axis, b.getConstantSize(groups));
  return reshapeTo(b, x, shape);
}

static Arrays convolve(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  FailureOr<Arrays> promoted = promoteAll(call);
  if (failed(promoted))
    return {};
  Array x = (*promoted)[0], kernel = (*promoted)[1];
  DType dtype = x.getDType();
  if (!isFloat(dtype) && !isInteger(dtype))
    return refuseType(call, x);
  int64_t rank = x.getRank(), spatial = rank - 2;
  if (spatial < 0 || kernel.getRank() != rank)
    return call.fail("the ranks must be equal and at least 2, not " +
                     Twine(rank) + " and " + Twine(kernel.getRank()));
  // Spatial axes are digits: x has the letters N, C, 0, 1, ..., the kernel O,
  // I, 0, 1, ...
  std::string digits;
  for (int64_t i = 0; i < spatial; ++i)
    digits += static_cast<char>('0' + i);
  auto getSpec = [&](StringRef name, StringRef first) {
    std::optional<std::string> given = call.find<std::string>(name);
    return given ? *given : (first + digits).str();
  };
  std::string xSpec = getSpec("lhs_spec", "NC");
  std::string kernelSpec = getSpec("rhs_spec", "OI");
  std::string resultSpec = getSpec("out_spec", "NC");
  if (failed(checkSpec(call, "lhs_spec", xSpec, "NC" + digits)) ||
      failed(checkSpec(call, "rhs_spec", kernelSpec, "OI" + digits)) ||
      failed(checkSpec(call, "out_spec", resultSpec, "NC" + digits)))
    return {};
  auto strides = readIntegers(call, "strides", spatial, 1, 1);
  auto padding = readIntegers(call, "padding", 2 * spatial, 0, INT64_MIN);
  auto xDilations = readIntegers(call, "lhs_dilation", spatial, 1, 1);
  auto dilations = readIntegers(call, "rhs_dilation", spatial, 1, 1);
  if (failed(strides) || failed(padding) || failed(xDilations) ||
      failed(dilations))
    return {};
  int64_t groups = call.integer("feature_group_count");
  if (groups < 1)
    return call.fail("feature_group_count must be at least 1");
  auto isDivisible = [&](Size size) {
    std::optional<int64_t> constant = getConstant(size);
    return !constant || *constant % groups == 0;
  };
  Size channels = x.getSize(xSpec.find('C'));
  Size inputs = kernel.getSize(kernelSpec.find('I'));
  Size outputs = kernel.getSize(kernelSpec.find('O'));
  if (!b.unify(channels, b.simplify(inputs * groups), call.name))
    return call.fail(b.print(x.type) + " has " + b.print(channels) +
                     " channels, but the kernel " + b.print(kernel.type) +
                     " has " + b.print(inputs) + " inputs in " + Twine(groups) +
                     " groups");
  if (!isDivisible(outputs))
    return call.fail("the " + b.print(outputs) +
                     " outputs of the kernel cannot be divided into " +
                     Twine(groups) + " groups");

  SmallVector<int64_t> spatialAxes;
  for (char digit : digits)
    spatialAxes.push_back(xSpec.find(digit));
  x = padAxes(call, x, spatialAxes, *padding, *xDilations,
              getElementAttr(b, dtype, 0.0));
  if (!x)
    return {};
  // With groups, the axes C and O have an axis G before them.
  auto addGroups = [&](std::string &spec, char letter) {
    if (groups != 1)
      spec.insert(spec.find(letter), "G");
  };
  std::string resultLetters = resultSpec;
  std::replace(resultLetters.begin(), resultLetters.end(), 'C', 'O');
  if (groups != 1) {
    x = splitAxis(b, x, xSpec.find('C'), groups);
    kernel = splitAxis(b, kernel, kernelSpec.find('O'), groups);
    if (!x || !kernel)
      return {};
  }
  addGroups(xSpec, 'C');
  addGroups(kernelSpec, 'O');
  addGroups(resultLetters, 'O');
  // Loops: the axes of the result, then the channels and the window, whose
  // letters are a, b, ...
  std::string loops = resultLetters + "I";
  for (int64_t i = 0; i < spatial; ++i)
    loops += static_cast<char>('a' + i);
  OpBuilder &builder = b.getOpBuilder();
  auto loop = [&](char letter) {
    return builder.getAffineDimExpr(loops.find(letter));
  };
  SmallVector<AffineExpr> xExprs, kernelExprs;
  for (char letter : xSpec) {
    if (letter == 'C')
      xExprs.push_back(loop('I'));
    else if (!llvm::isDigit(letter))
      xExprs.push_back(loop(letter));
    else
      xExprs.push_back(loop(letter) * (*strides)[letter - '0'] +
                       loop('a' + (letter - '0')) * (*dilations)[letter - '0']);
  }
  for (char letter : kernelSpec)
    kernelExprs.push_back(
        loop(llvm::isDigit(letter) ? 'a' + (letter - '0') : letter));
  ArrayType type{dtype, {}};
  for (char letter : resultLetters) {
    if (letter == 'N' || letter == 'G')
      type.sizes.push_back(x.getSize(xSpec.find(letter)));
    else if (letter == 'O')
      type.sizes.push_back(kernel.getSize(kernelSpec.find('O')));
    else
      type.sizes.push_back(countWindows(b, x.getSize(xSpec.find(letter)),
                                        kernel.getSize(kernelSpec.find(letter)),
                                        (*strides)[letter - '0'],
                                        (*dilations)[letter - '0']));
  }
  Array init = makeFull(b, dtype, type.sizes, 0.0);
  int64_t loopCount = loops.size();
  SmallVector<utils::IteratorType> kinds(loopCount,
                                         utils::IteratorType::reduction);
  std::fill_n(kinds.begin(), resultLetters.size(),
              utils::IteratorType::parallel);
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(loopCount, 0, exprs, b.getContext());
  };
  SmallVector<AffineExpr> writes;
  for (size_t i = 0; i < resultLetters.size(); ++i)
    writes.push_back(builder.getAffineDimExpr(i));
  SmallVector<Value> operands = {b.use(x), b.use(kernel)};
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.value.getType(), operands, init.value,
      ArrayRef({getMap(xExprs), getMap(kernelExprs), getMap(writes)}), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value product, sum;
        if (isFloat(dtype)) {
          product = arith::MulFOp::create(inner, loc, elements[0], elements[1]);
          sum = arith::AddFOp::create(inner, loc, elements[2], product);
        } else {
          product = arith::MulIOp::create(inner, loc, elements[0], elements[1]);
          sum = arith::AddIOp::create(inner, loc, elements[2], product);
        }
        linalg::YieldOp::create(inner, loc, sum);
      });
  Array result = b.wrap(op.getResult(0), type);
  if (groups == 1)
    return {result};
  Sizes shape = type.sizes;
  int64_t axis = resultLetters.find('G');
  shape.erase(shape.begin() + axis);
  shape[axis] = outputs;
  return {reshapeTo(b, result, shape)};
}

static constexpr ArrayOp kRows[] = {
    {"conv_general_dilated(x, kernel, *, strides: ints? = None, padding: ints? "
     "= None, lhs_dilation: ints? = None, rhs_dilation: ints? = None, "
     "feature_group_count: int = 1, lhs_spec: str? = None, rhs_spec: str? = "
     "None, out_spec: str? = None)",
     "The convolution of x with a kernel over the spatial axes, as in JAX: the "
     "kernel is not flipped. `padding` has two integers for each spatial axis, "
     "before and after it; a negative one drops elements. A spec names the "
     "axes: N is the batch, C the channels, O and I the outputs and inputs of "
     "the kernel, and digits are the spatial axes. The default is NC01... and "
     "OI01....",
     "The convolution of dx plus that with the derivative of the kernel.",
     convolve},
    {"reduce_window(x, *, window: ints, strides: ints? = None, padding: ints? "
     "= None, dilation: ints? = None, mode: str = \"sum\")",
     "The sum, prod, max or min of the elements in windows. `window` and the "
     "other parameters have an integer for each axis; `padding` has two. "
     "Elements outside of x are neutral.",
     "That of the mode; at ties of max and min, that of the first element.",
     reduceWindow},
};

ArrayRef<ArrayOp> sg::array::getWindowOps() { return kRows; }
