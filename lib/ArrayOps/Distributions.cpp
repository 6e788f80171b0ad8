//===- Distributions.cpp - Random numbers of distributions ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "Sections.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sg::array;

/// Builds uniform floats from 0, inclusive, to 1, exclusive: random bits in the
/// mantissa of a float from 1 to 2, minus 1.
static Array buildUnit(const ArrayOpCall &call, ArrayRef<Size> shape,
                       DType dtype) {
  ArrayBuilder &b = call.b;
  unsigned width = getBitWidth(dtype);
  auto semantics = cast<FloatType>(getElementType(b.getContext(), dtype))
                       .getFPMantissaWidth();
  unsigned mantissa = semantics - 1;
  DType word = *findUnsigned(width);
  // As in JAX, types with few bits of mantissa use few random bits.
  DType drawn = mantissa < 8 ? DType::UInt8 : word;
  Array bits = buildRandomBits(call, call[0], shape, drawn);
  if (!bits)
    return {};
  Term kept = shiftRight(Term(b, bits), getBitWidth(drawn) - mantissa).to(word);
  FloatType type = cast<FloatType>(getElementType(b.getContext(), dtype));
  APInt one = APFloat::getOne(type.getFloatSemantics()).bitcastToAPInt();
  Array exponent =
      makeFull(b, word, kept.get().getSizes(),
               cast<TypedAttr>(IntegerAttr::get(
                   IntegerType::get(b.getContext(), getBitWidth(word)), one)));
  Term joined = Term::apply("bitwise_or", {kept, Term(b, exponent)});
  if (!joined.get())
    return {};
  Array floats = emit<arith::BitcastOp>(b, dtype, {joined.get()});
  return (Term(b, floats) - 1.0).get();
}

/// Emits an error unless the parameter `dtype` is a float of 16 bits or more.
static FailureOr<DType> readFloatType(const ArrayOpCall &call) {
  DType dtype = call.get<DType>("dtype");
  if (isFloat(dtype) && getBitWidth(dtype) >= 16)
    return dtype;
  call.fail("dtype must be float16, bfloat16, float32 or float64, not " +
            getName(dtype));
  return failure();
}

static Array buildUniform(const ArrayOpCall &call, DType dtype, double low,
                          double high) {
  Array unit = buildUnit(call, call.get<Sizes>("shape"), dtype);
  if (!unit)
    return {};
  Term scaled = Term(call.b, unit) * (high - low) + low;
  return maximum(scaled, low).get();
}

static Arrays randomUniform(const ArrayOpCall &call) {
  FailureOr<DType> dtype = readFloatType(call);
  if (failed(dtype))
    return {};
  return {buildUniform(call, *dtype, call.get<double>("low"),
                       call.get<double>("high"))};
}

/// Returns the float of the type `dtype` after `value` towards 0.
static double getPrevious(ArrayBuilder &b, DType dtype, double value) {
  auto attr = cast<FloatAttr>(getElementAttr(b, dtype, value));
  APFloat next = attr.getValue();
  next.next(/*nextDown=*/value > 0);
  return next.convertToDouble();
}

static Arrays randomNormal(const ArrayOpCall &call) {
  FailureOr<DType> dtype = readFloatType(call);
  if (failed(dtype))
    return {};
  Array uniform =
      buildUniform(call, *dtype, getPrevious(call.b, *dtype, -1.0), 1.0);
  if (!uniform)
    return {};
  Term normal = Term::apply("erf_inv", {Term(call.b, uniform)});
  return {(normal * std::sqrt(2.0)).get()};
}

static Arrays randomExponential(const ArrayOpCall &call) {
  FailureOr<DType> dtype = readFloatType(call);
  Array unit = failed(dtype)
                   ? Array()
                   : buildUnit(call, call.get<Sizes>("shape"), *dtype);
  if (!unit)
    return {};
  return {(-log1p(-Term(call.b, unit))).get()};
}

static Arrays randomGumbel(const ArrayOpCall &call) {
  FailureOr<DType> dtype = readFloatType(call);
  if (failed(dtype))
    return {};
  auto type = cast<FloatType>(getElementType(call.b.getContext(), *dtype));
  double tiny = APFloat::getSmallestNormalized(type.getFloatSemantics())
                    .convertToDouble();
  Array uniform = buildUniform(call, *dtype, tiny, 1.0);
  if (!uniform)
    return {};
  return {(-log(-log(Term(call.b, uniform)))).get()};
}

static Arrays randomBernoulli(const ArrayOpCall &call) {
  const Array &p = call[1];
  if (!isFloat(p.getDType()) || getBitWidth(p.getDType()) < 16)
    return refuseType(call, p);
  Array unit = buildUnit(call, call.get<Sizes>("shape"), p.getDType());
  if (!unit)
    return {};
  return {apply(call.b, "less", {unit, p})};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Splits a key in two. Returns null arrays after an error.
static std::pair<Array, Array> split(const ArrayOpCall &call,
                                     const Array &key) {
  ArrayBuilder &b = call.b;
  Array keys =
      apply(b, "random_split", {key}, {{"num", Sizes{b.getConstantSize(2)}}});
  auto part = [&](int64_t i) {
    Array row = apply(b, "slice_axis", {keys},
                      {{"start", Sizes{b.getConstantSize(i)}},
                       {"stop", Sizes{b.getConstantSize(i + 1)}}});
    return reshapeTo(b, row, b.getConstantSize(2));
  };
  return {part(0), part(1)};
}

/// The method of jax.random.randint: the remainder of 64 random bits, or of 128
/// bits for types of 64 bits, which makes the bias of the remainder small.
static Arrays randomRandint(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  DType dtype = call.get<DType>("dtype");
  if (!isInteger(dtype))
    return call.fail("dtype must be an integer, not " + getName(dtype));
  int64_t low = call.integer("low"), high = call.integer("high");
  if (low >= high)
    return call.fail("low is " + Twine(low) + ", which is not less than high " +
                     Twine(high));
  unsigned bits = getBitWidth(dtype);
  auto fits = [&](int64_t value) {
    return isUnsigned(dtype) ? value >= 0 && (bits == 64 || value >> bits == 0)
                             : llvm::isIntN(bits, value);
  };
  if (!fits(low) || !fits(high - 1))
    return call.fail("the integers from " + Twine(low) + " to " +
                     Twine(high - 1) + " do not fit into " + getName(dtype));
  unsigned width = std::max(bits, 32u);
  DType word = *findUnsigned(width);
  auto constant = [&](const APInt &value) {
    Type type = IntegerType::get(b.getContext(), width);
    return Term(b, makeFull(b, word, {},
                            cast<TypedAttr>(IntegerAttr::get(type, value))));
  };
  APInt first(width, low, /*isSigned=*/true, /*implicitTrunc=*/true);
  APInt span = APInt(width, high, true, true) - first;
  // 2^width % span. JAX squares 2^(width / 2) % span, which overflows to 0 for
  // a large span.
  APInt multiplier = APInt::getOneBitSet(width, width / 2).urem(span);
  multiplier = (multiplier * multiplier).urem(span);
  Sizes shape = call.get<Sizes>("shape");
  auto [highKey, lowKey] = split(call, call[0]);
  Array highBits = buildRandomBits(call, highKey, shape, word);
  Array lowBits = buildRandomBits(call, lowKey, shape, word);
  if (!highBits || !lowBits)
    return {};
  auto remainder = [](const Term &x, const Term &y) {
    return Term::apply("remainder", {x, y});
  };
  Term divisor = constant(span);
  Term offset = remainder(Term(b, highBits), divisor) * constant(multiplier) +
                remainder(Term(b, lowBits), divisor);
  return {(remainder(offset, divisor) + constant(first)).to(dtype).get()};
}

static Arrays randomCategorical(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &logits = call[1];
  if (!isFloat(logits.getDType()) || getBitWidth(logits.getDType()) < 16)
    return refuseType(call, logits);
  Array noise = apply(
      b, "random_gumbel", {call[0]},
      {{"shape", Sizes(logits.getSizes())}, {"dtype", logits.getDType()}});
  Array sum = apply(b, "add", {noise, logits});
  return {apply(b, "argmax", {sum}, {{"axis", call.integer("axis")}})};
}

/// The method of jax.random.permutation: sorts by random keys, so often that
/// equal keys have no effect on the distribution.
static Arrays randomPermutation(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Size n = call.get<Sizes>("n").front();
  Array order = apply(b, "iota", {}, {{"shape", Sizes{n}}});
  // The number of rounds is ceil(3 ln(n) / ln(2^32 - 1)).
  Array rounds = makeFull(b, DType::Int64, {}, 0.0);
  Array count = b.wrapElement(b.getIndex(n), DType::Index);
  for (double bound : {1.0, 1625.0, 2642245.0}) {
    Term isLarger = Term(b, convert(b, count, DType::Int64)) > bound;
    rounds = (Term(b, rounds) + isLarger.to(DType::Int64)).get();
  }
  if (!order || !rounds)
    return {};
  Array zero = makeFull(b, DType::Int64, {}, 0.0);
  FailureOr<Arrays> carry = b.beginFor(zero, rounds, {call[0], order});
  if (failed(carry))
    return {};
  auto [nextKey, subkey] = split(call, (*carry)[1]);
  Array bits = buildRandomBits(call, subkey, {n}, DType::UInt32);
  Array sorted = apply(b, "argsort", {bits});
  Array next = apply(b, "take", {(*carry)[2], sorted});
  if (!next)
    return {};
  FailureOr<Arrays> results = b.endRegion({nextKey, next});
  return {succeeded(results) ? results->back() : Array()};
}

static constexpr ArrayOp kRows[] = {
    {"random_bernoulli(key, p, *, shape: sizes)",
     "True with the probability p, which broadcasts.", "", randomBernoulli},
    {"random_categorical(key, logits, *, axis: int = -1)",
     "Random positions along an axis, with probabilities proportional to "
     "exp(logits).",
     "", randomCategorical},
    {"random_exponential(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers with the density exp(-x).", "", randomExponential},
    {"random_gumbel(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers with the density exp(-x - exp(-x)).", "", randomGumbel},
    {"random_normal(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers of the standard normal distribution.", "", randomNormal},
    {"random_permutation(key, *, n: size)",
     "The integers from 0 to n - 1 in random order.", "", randomPermutation},
    {"random_randint(key, low: int, high: int, *, shape: sizes, dtype: dtype = "
     "int64)",
     "Uniform integers from `low`, inclusive, to `high`, exclusive.", "",
     randomRandint},
    {"random_uniform(key, *, shape: sizes, dtype: dtype = float64, low: float "
     "= "
     "0, high: float = 1)",
     "Uniform numbers from `low`, inclusive, to `high`, exclusive.", "",
     randomUniform},
};

ArrayRef<ArrayOp> sg::array::getDistributionOps() { return kRows; }
