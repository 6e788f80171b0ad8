//===- Random.cpp - Random numbers from explicit keys ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3": the
// counter-based generator Threefry-2x32 with 20 rounds. A key has two uint32.
// Equal keys give equal numbers on every machine, and the same as JAX with
// jax_threefry_partitionable, its default.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sg::array;

/// Builds an operation with parameters. Returns a null array after an error.
static Array build(ArrayBuilder &b, StringRef name, ArrayRef<Array> operands,
                   ArrayRef<std::pair<StringRef, Parameter>> given) {
  llvm::StringMap<Parameter> parameters;
  for (const auto &[key, value] : given)
    parameters[key] = value;
  FailureOr<Arrays> results = buildArrayOp(b, name, operands, parameters);
  return succeeded(results) ? results->front() : Array();
}

static Term exclusiveOr(const Term &x, const Term &y) {
  return Term::apply("bitwise_xor", {x, y});
}
static Term shiftRight(const Term &x, unsigned bits) {
  return Term::apply("bitwise_right_shift", {x, x.like(bits)});
}
static Term shiftLeft(const Term &x, unsigned bits) {
  return Term::apply("bitwise_left_shift", {x, x.like(bits)});
}

/// Encrypts the counters x and y.
static std::pair<Term, Term> encrypt(Term key0, Term key1, Term x, Term y) {
  static constexpr unsigned kRotations[2][4] = {{13, 15, 26, 6},
                                                {17, 29, 16, 24}};
  static constexpr double kParity = 0x1BD11BDA;
  Term keys[] = {key0, key1,
                 exclusiveOr(exclusiveOr(key0, key1), key0.like(kParity))};
  x = x + keys[0];
  y = y + keys[1];
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned rotation : kRotations[group % 2]) {
      x = x + y;
      Term rotated = Term::apply(
          "bitwise_or", {shiftLeft(y, rotation), shiftRight(y, 32 - rotation)});
      y = exclusiveOr(rotated, x);
    }
    x = x + keys[(group + 1) % 3];
    y = y + keys[(group + 2) % 3] + double(group + 1);
  }
  return {x, y};
}

/// Returns the two words of a key as arrays of rank 0. Emits an error if `key`
/// is no key.
static FailureOr<std::pair<Term, Term>> readKey(const ArrayOpCall &call,
                                                const Array &key) {
  ArrayBuilder &b = call.b;
  if (key.type != ArrayType{DType::UInt32, {b.getConstantSize(2)}}) {
    call.fail("a key must be uint32[2], not " + b.print(key.type) +
              "; make one with random_key");
    return failure();
  }
  auto word = [&](int64_t i) {
    Array slice = build(b, "slice_axis", {key},
                        {{"start", Sizes{b.getConstantSize(i)}},
                         {"stop", Sizes{b.getConstantSize(i + 1)}}});
    return Term(b, slice ? build(b, "reshape", {slice}, {{"shape", Sizes{}}})
                         : Array());
  };
  return std::pair(word(0), word(1));
}

/// Encrypts the numbers 0, 1, ... of a flat array with the key.
static FailureOr<std::pair<Term, Term>> encryptCounters(const ArrayOpCall &call,
                                                        Size count) {
  ArrayBuilder &b = call.b;
  auto key = readKey(call, call[0]);
  if (failed(key))
    return failure();
  Term counter(b, build(b, "iota", {},
                        {{"shape", Sizes{count}}, {"dtype", DType::UInt64}}));
  Term low = counter.to(DType::UInt32);
  Term high = shiftRight(counter, 32).to(DType::UInt32);
  return encrypt(key->first, key->second, high, low);
}

/// Builds random bits as an unsigned integer of the type `dtype`.
static Array buildBits(const ArrayOpCall &call, ArrayRef<Size> shape,
                       DType dtype) {
  ArrayBuilder &b = call.b;
  auto words = encryptCounters(call, b.multiply(shape));
  if (failed(words))
    return {};
  Term bits = words->first;
  if (dtype == DType::UInt64)
    bits = Term::apply("bitwise_or",
                       {shiftLeft(words->first.to(DType::UInt64), 32),
                        words->second.to(DType::UInt64)});
  else
    bits = exclusiveOr(words->first, words->second).to(dtype);
  if (!bits.get())
    return {};
  return build(b, "reshape", {bits.get()},
               {{"shape", Sizes(shape.begin(), shape.end())}});
}

static Arrays randomBits(const ArrayOpCall &call) {
  DType dtype = call.get<DType>("dtype");
  if (dtype == DType::Bool || !isUnsigned(dtype))
    return call.fail("dtype must be an unsigned integer, not " +
                     getName(dtype));
  return {buildBits(call, call.get<Sizes>("shape"), dtype)};
}

static Arrays randomKey(const ArrayOpCall &call) {
  const Array &seed = call[0];
  if (!isInteger(seed.getDType()) || seed.getRank() != 0)
    return call.fail("the seed must be an integer of rank 0, not " +
                     call.b.print(seed.type));
  Term wide = Term(call.b, seed).to(DType::UInt64);
  Term high = shiftRight(wide, 32).to(DType::UInt32);
  Term low = wide.to(DType::UInt32);
  return {build(call.b, "stack", {high.get(), low.get()}, {})};
}

static Arrays randomSplit(const ArrayOpCall &call) {
  auto words = encryptCounters(call, call.get<Sizes>("num").front());
  if (failed(words))
    return {};
  return {build(call.b, "stack", {words->first.get(), words->second.get()},
                {{"axis", int64_t(1)}})};
}

static Arrays randomFoldIn(const ArrayOpCall &call) {
  auto key = readKey(call, call[0]);
  const Array &data = call[1];
  if (failed(key))
    return {};
  if (!isInteger(data.getDType()) || data.getRank() != 0)
    return call.fail("the data must be an integer of rank 0, not " +
                     call.b.print(data.type));
  Term low = Term(call.b, data).to(DType::UInt32);
  auto [first, second] = encrypt(key->first, key->second, low.like(0.0), low);
  return {build(call.b, "stack", {first.get(), second.get()}, {})};
}

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

/// Builds uniform floats from 0, inclusive, to 1, exclusive: random bits in the
/// mantissa of a float from 1 to 2, minus 1.
static Array buildUnit(const ArrayOpCall &call, ArrayRef<Size> shape,
                       DType dtype) {
  ArrayBuilder &b = call.b;
  unsigned width = getBitWidth(dtype);
  auto semantics = cast<FloatType>(getElementType(b.getContext(), dtype))
                       .getFPMantissaWidth();
  unsigned mantissa = semantics - 1;
  DType word = width == 64   ? DType::UInt64
               : width == 32 ? DType::UInt32
                             : DType::UInt16;
  // As in JAX, types with few bits of mantissa use few random bits.
  DType drawn = mantissa < 8 ? DType::UInt8 : word;
  Array bits = buildBits(call, shape, drawn);
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

static constexpr ArrayOp kRows[] = {
    {"random_bernoulli(key, p, *, shape: sizes)",
     "True with the probability p, which broadcasts.", "", randomBernoulli},
    {"random_bits(key, *, shape: sizes, dtype: dtype = uint32)",
     "Random bits of an unsigned integer.", "", randomBits},
    {"random_exponential(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers with the density exp(-x).", "", randomExponential},
    {"random_fold_in(key, data)",
     "A key for the key and an integer, of which 32 bits are used.", "",
     randomFoldIn},
    {"random_gumbel(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers with the density exp(-x - exp(-x)).", "", randomGumbel},
    {"random_key(seed)", "The key of an integer: uint32[2].", "", randomKey},
    {"random_normal(key, *, shape: sizes, dtype: dtype = float64)",
     "Numbers of the standard normal distribution.", "", randomNormal},
    {"random_split(key, *, num: size)", "`num` keys: uint32[num, 2].", "",
     randomSplit},
    {"random_uniform(key, *, shape: sizes, dtype: dtype = float64, low: float "
     "= "
     "0, high: float = 1)",
     "Uniform numbers from `low`, inclusive, to `high`, exclusive.", "",
     randomUniform},
};

ArrayRef<ArrayOp> sg::array::getRandomOps() { return kRows; }
