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

#include "Random.h"
#include "Sections.h"
#include "Terms.h"

using namespace mlir;
using namespace sg::array;

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
  if (!key)
    return failure();
  if (key.type != ArrayType{DType::UInt32, {b.getConstantSize(2)}}) {
    call.fail("a key must be uint32[2], not " + b.print(key.type) +
              "; make one with random_key");
    return failure();
  }
  auto word = [&](int64_t i) {
    Array slice = apply(b, "slice_axis", {key},
                        {{"start", Sizes{b.getConstantSize(i)}},
                         {"stop", Sizes{b.getConstantSize(i + 1)}}});
    return Term(b, reshapeTo(b, slice, {}));
  };
  return std::pair(word(0), word(1));
}

/// Encrypts the numbers 0, 1, ... of a flat array with the key.
static FailureOr<std::pair<Term, Term>>
encryptCounters(const ArrayOpCall &call, const Array &keyArray, Size count) {
  ArrayBuilder &b = call.b;
  auto key = readKey(call, keyArray);
  if (failed(key))
    return failure();
  Term counter(b, apply(b, "iota", {},
                        {{"shape", Sizes{count}}, {"dtype", DType::UInt64}}));
  Term low = counter.to(DType::UInt32);
  Term high = shiftRight(counter, 32).to(DType::UInt32);
  return encrypt(key->first, key->second, high, low);
}

Array sg::array::buildRandomBits(const ArrayOpCall &call, const Array &key,
                                 ArrayRef<Size> shape, DType dtype) {
  ArrayBuilder &b = call.b;
  auto words = encryptCounters(call, key, b.multiply(shape));
  if (failed(words))
    return {};
  Term bits = words->first;
  if (dtype == DType::UInt64)
    bits = Term::apply("bitwise_or",
                       {shiftLeft(words->first.to(DType::UInt64), 32),
                        words->second.to(DType::UInt64)});
  else
    bits = exclusiveOr(words->first, words->second).to(dtype);
  return reshapeTo(b, bits.get(), shape);
}

static Arrays randomBits(const ArrayOpCall &call) {
  DType dtype = call.get<DType>("dtype");
  if (dtype == DType::Bool || !isUnsigned(dtype))
    return call.fail("dtype must be an unsigned integer, not " +
                     getName(dtype));
  return {buildRandomBits(call, call[0], call.get<Sizes>("shape"), dtype)};
}

static Arrays randomKey(const ArrayOpCall &call) {
  const Array &seed = call[0];
  if (!isInteger(seed.getDType()) || seed.getRank() != 0)
    return call.fail("the seed must be an integer of rank 0, not " +
                     call.b.print(seed.type));
  Term wide = Term(call.b, seed).to(DType::UInt64);
  Term high = shiftRight(wide, 32).to(DType::UInt32);
  Term low = wide.to(DType::UInt32);
  return {apply(call.b, "stack", {high.get(), low.get()})};
}

static Arrays randomSplit(const ArrayOpCall &call) {
  auto words = encryptCounters(call, call[0], call.get<Sizes>("num").front());
  if (failed(words))
    return {};
  return {apply(call.b, "stack", {words->first.get(), words->second.get()},
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
  return {apply(call.b, "stack", {first.get(), second.get()})};
}

static constexpr ArrayOp kRows[] = {
    {"random_bits(key, *, shape: sizes, dtype: dtype = uint32)",
     "Random bits of an unsigned integer.", "", randomBits},
    {"random_fold_in(key, data)",
     "A key for the key and an integer, of which 32 bits are used.", "",
     randomFoldIn},
    {"random_key(seed)", "The key of an integer: uint32[2].", "", randomKey},
    {"random_split(key, *, num: size)", "`num` keys: uint32[num, 2].", "",
     randomSplit},
};

ArrayRef<ArrayOp> sg::array::getRandomOps() { return kRows; }
