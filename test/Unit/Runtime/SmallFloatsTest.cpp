//===- SmallFloatsTest.cpp - Conversions of floats of 4 to 8 bits ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares native code with APFloat: on all values of the small types, f16 and
// bf16, and on a sample of f32 and f64 (ties, their neighbours, special and
// random values). Values are passed as bits, so f6 and f4 are tested too.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace sg::test;
using llvm::APFloat;
using llvm::APInt;

namespace {
struct Small {
  const char *name;
  const llvm::fltSemantics &semantics;
  unsigned width;
};
const Small kSmall[] = {
    {"f8E5M2", APFloat::Float8E5M2(), 8},
    {"f8E4M3", APFloat::Float8E4M3(), 8},
    {"f8E4M3FN", APFloat::Float8E4M3FN(), 8},
    {"f8E5M2FNUZ", APFloat::Float8E5M2FNUZ(), 8},
    {"f8E4M3FNUZ", APFloat::Float8E4M3FNUZ(), 8},
    {"f8E4M3B11FNUZ", APFloat::Float8E4M3B11FNUZ(), 8},
    {"f8E3M4", APFloat::Float8E3M4(), 8},
    {"f8E8M0FNU", APFloat::Float8E8M0FNU(), 8},
    {"f6E3M2FN", APFloat::Float6E3M2FN(), 6},
    {"f6E2M3FN", APFloat::Float6E2M3FN(), 6},
    {"f4E2M1FN", APFloat::Float4E2M1FN(), 4},
};

struct Wide {
  const char *name;
  const llvm::fltSemantics &semantics;
  unsigned width;
  sg_type type;
};
const Wide kWide[] = {
    {"f16", APFloat::IEEEhalf(), 16, SG_F16},
    {"bf16", APFloat::BFloat(), 16, SG_BF16},
    {"f32", APFloat::IEEEsingle(), 32, SG_F32},
    {"f64", APFloat::IEEEdouble(), 64, SG_F64},
};

std::string nameOf(const char *from, const char *to) {
  return (llvm::Twine(from) + "_to_" + to).str();
}

/// A loop that applies a body to each element.
std::string makeLoop(const std::string &name, const std::string &from,
                     const std::string &to, const std::string &body) {
  return "func.func @" + name + "(%x: tensor<?x" + from + ">) -> tensor<?x" +
         to + "> {\n  %zero = arith.constant 0 : index\n" +
         "  %n = tensor.dim %x, %zero : tensor<?x" + from + ">\n" +
         "  %empty = tensor.empty(%n) : tensor<?x" + to + ">\n" +
         "  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, "
         "affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} ins(%x : "
         "tensor<?x" +
         from + ">) outs(%empty : tensor<?x" + to + ">) {\n  ^bb0(%e: " + from +
         ", %o: " + to + "):\n" + body + "  } -> tensor<?x" + to +
         ">\n  return %y : tensor<?x" + to + ">\n}\n";
}

/// Conversion functions between the bits of `small` and each wide type.
std::string makeProgram(const Small &small) {
  std::string type = small.name, bits = "i" + std::to_string(small.width);
  std::string text;
  for (const Wide &wide : kWide) {
    bool isByte = small.width == 8;
    std::string up =
        isByte ? "" : "    %t = arith.trunci %e : i8 to " + bits + "\n";
    up += "    %s = arith.bitcast " + std::string(isByte ? "%e" : "%t") +
          " : " + bits + " to " + type + "\n    %w = arith.extf %s : " + type +
          " to " + wide.name + "\n    linalg.yield %w : " + wide.name + "\n";
    text += makeLoop(nameOf(small.name, wide.name), "i8", wide.name, up);
    std::string down = "    %s = arith.truncf %e : " + std::string(wide.name) +
                       " to " + type + "\n    %b = arith.bitcast %s : " + type +
                       " to " + bits + "\n";
    if (!isByte)
      down += "    %w = arith.extui %b : " + bits + " to i8\n";
    down += "    linalg.yield " + std::string(isByte ? "%b" : "%w") + " : i8\n";
    text += makeLoop(nameOf(wide.name, small.name), wide.name, "i8", down);
  }
  return text;
}

template <typename From, typename To>
std::vector<To> call(const NativeProgram &program, const std::string &name,
                     std::vector<From> values, int32_t from, int32_t to) {
  std::vector<To> results(values.size());
  int64_t size = values.size();
  Call call({Buffer(values.data(), from, {size})},
            {Buffer(results.data(), to, {size})});
  call.in[0].shape = call.out[0].shape = &size;
  EXPECT_EQ(program.lookup(name)(&call), 0) << call.text;
  return results;
}

APFloat convert(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// Returns the expected result of narrowing a value: APFloat's result, except
/// for infinities and negative values that `to` lacks.
uint64_t narrow(const APFloat &value, const Small &to) {
  const llvm::fltSemantics &semantics = to.semantics;
  bool hasSign = APFloat::semanticsHasSignedRepr(semantics);
  if (!hasSign && !value.isNaN() && value.isNegative() && !value.isZero())
    return 0xFF; // NaN; APFloat overwrites another bit with the sign
  if (!APFloat::semanticsHasNaN(semantics) && value.isInfinity())
    return APFloat::getLargest(semantics, value.isNegative())
        .bitcastToAPInt()
        .getZExtValue(); // APFloat would return zero
  return convert(value, semantics).bitcastToAPInt().getZExtValue();
}

/// Returns all values of a wide type with 16 bits, otherwise a representative
/// sample.
std::vector<uint64_t> makeValues(const Wide &from, const Small &to) {
  std::vector<uint64_t> values;
  if (from.width == 16) {
    for (uint64_t bits = 0; bits < 1 << 16; ++bits)
      values.push_back(bits);
    return values;
  }
  auto push = [&](const APFloat &value) {
    APInt bits = convert(value, from.semantics).bitcastToAPInt();
    for (int offset = -2; offset <= 2; ++offset)
      values.push_back(
          (bits + APInt(from.width, offset, /*isSigned=*/true)).getZExtValue());
  };
  // Each value of the small type and the midpoint to the next one, also past
  // the largest and the smallest value.
  for (uint64_t bits = 0; bits < uint64_t(1) << to.width; ++bits) {
    APFloat value = convert(APFloat(to.semantics, APInt(to.width, bits)),
                            APFloat::IEEEdouble());
    if (!value.isFinite())
      continue;
    push(value);
    APFloat step =
        scalbn(value, -int(APFloat::semanticsPrecision(to.semantics)),
               APFloat::rmNearestTiesToEven);
    APFloat least =
        convert(APFloat::getSmallest(to.semantics), APFloat::IEEEdouble());
    least = scalbn(least, -1, APFloat::rmNearestTiesToEven);
    for (APFloat half : {step, least, step + step, least + least}) {
      push(value + half);
      push(value - half);
    }
  }
  for (APFloat special :
       {APFloat::getInf(from.semantics), APFloat::getInf(from.semantics, true),
        APFloat::getZero(from.semantics, true),
        APFloat::getLargest(from.semantics),
        APFloat::getSmallest(from.semantics)})
    values.push_back(special.bitcastToAPInt().getZExtValue());
  std::mt19937_64 random(42);
  unsigned fraction = APFloat::semanticsPrecision(from.semantics) - 1;
  // Random values in the range of the small type, and slightly beyond it.
  auto bitsOf = [&](const APFloat &value) {
    return convert(value, from.semantics).bitcastToAPInt().getZExtValue();
  };
  uint64_t margin = uint64_t(4) << fraction;
  uint64_t first = bitsOf(APFloat::getSmallest(to.semantics));
  first -= std::min(first, margin);
  uint64_t last = bitsOf(APFloat::getLargest(to.semantics)) + margin;
  uint64_t signBit = uint64_t(1) << (from.width - 1);
  last = std::min(last, signBit - 1);
  for (int i = 0; i < 500000; ++i) {
    values.push_back(random() >> (64 - from.width));
    values.push_back((random() & signBit) |
                     (first + random() % (last - first)));
  }
  return values;
}

class SmallFloatsTest : public testing::TestWithParam<Small> {
protected:
  SmallFloatsTest() : program(makeProgram(GetParam())) {}
  NativeProgram program;
};
} // namespace

TEST_P(SmallFloatsTest, WidensAsLLVMDoes) {
  const Small &from = GetParam();
  std::vector<uint8_t> all;
  for (unsigned bits = 0; bits < 1u << from.width; ++bits)
    all.push_back(bits);
  auto check = [&](const Wide &to, auto zero) {
    auto results = call<uint8_t, decltype(zero)>(
        program, nameOf(from.name, to.name), all, SG_I8, to.type);
    for (unsigned bits = 0; bits < all.size(); ++bits) {
      APFloat value(from.semantics, APInt(from.width, bits));
      APFloat got(to.semantics, APInt(to.width, results[bits]));
      if (value.isNaN())
        EXPECT_TRUE(got.isNaN()) << to.name << " " << bits;
      else
        EXPECT_TRUE(got.bitwiseIsEqual(convert(value, to.semantics)))
            << to.name << " " << bits << " " << got.convertToDouble();
    }
  };
  check(kWide[0], uint16_t());
  check(kWide[1], uint16_t());
  check(kWide[2], uint32_t());
  check(kWide[3], uint64_t());
}

TEST_P(SmallFloatsTest, NarrowsAsLLVMDoes) {
  const Small &to = GetParam();
  auto check = [&](const Wide &from, auto zero) {
    std::vector<uint64_t> values = makeValues(from, to);
    std::vector<decltype(zero)> bits(values.begin(), values.end());
    auto results = call<decltype(zero), uint8_t>(
        program, nameOf(from.name, to.name), bits, from.type, SG_I8);
    for (size_t i = 0; i < values.size(); ++i) {
      APFloat value(from.semantics, APInt(from.width, values[i]));
      ASSERT_EQ(results[i], narrow(value, to))
          << from.name << " " << llvm::utohexstr(values[i]) << " "
          << value.convertToDouble();
    }
  };
  check(kWide[0], uint16_t());
  check(kWide[1], uint16_t());
  check(kWide[2], uint32_t());
  check(kWide[3], uint64_t());
}

// All pairs of values. f8E8M0FNU has no sums; f6 and f4 have no quotients by
// zero.
TEST_P(SmallFloatsTest, ComputesAsLLVMDoes) {
  const Small &small = GetParam();
  if (small.width != 8 || !APFloat::semanticsHasSignedRepr(small.semantics))
    return;
  using Compute = APFloat (*)(APFloat, const APFloat &);
  const std::pair<const char *, Compute> ops[] = {
      {"addf", [](APFloat x, const APFloat &y) { return x + y; }},
      {"subf", [](APFloat x, const APFloat &y) { return x - y; }},
      {"mulf", [](APFloat x, const APFloat &y) { return x * y; }},
      {"divf", [](APFloat x, const APFloat &y) { return x / y; }}};
  std::string type = small.name, text;
  for (auto [name, compute] : ops)
    text += makeLoop(name, "i16", "i8",
                     "    %first = arith.trunci %e : i16 to i8\n"
                     "    %eight = arith.constant 8 : i16\n"
                     "    %shifted = arith.shrui %e, %eight : i16\n"
                     "    %k = arith.trunci %shifted : i16 to i8\n"
                     "    %a = arith.bitcast %first : i8 to " +
                         type + "\n    %b = arith.bitcast %k : i8 to " + type +
                         "\n    %r = arith." + name + " %a, %b : " + type +
                         "\n    %s = arith.bitcast %r : " + type +
                         " to i8\n    linalg.yield %s : i8\n");
  NativeProgram program(text);
  std::vector<uint16_t> pairs;
  for (unsigned pair = 0; pair < 1 << 16; ++pair)
    pairs.push_back(pair);
  for (auto [name, compute] : ops) {
    auto results = call<uint16_t, uint8_t>(program, name, pairs, SG_I16, SG_I8);
    for (unsigned pair : pairs) {
      APFloat x(small.semantics, APInt(8, pair & 0xFF));
      APFloat y(small.semantics, APInt(8, pair >> 8));
      APFloat expected = compute(x, y);
      APFloat got(small.semantics, APInt(8, results[pair]));
      ASSERT_TRUE(expected.isNaN() ? got.isNaN() : got.bitwiseIsEqual(expected))
          << name << " " << x.convertToDouble() << " " << y.convertToDouble()
          << " " << got.convertToDouble();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SmallFloatsTest, testing::ValuesIn(kSmall),
                         [](const testing::TestParamInfo<Small> &info)
                             -> std::string { return info.param.name; });
