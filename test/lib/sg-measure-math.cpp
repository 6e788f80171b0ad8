//===- sg-measure-math.cpp - Measures the accuracy of functions -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sg-measure-math points TYPE COUNT PREFIX
//     writes the operands PREFIX.x.npy, PREFIX.y.npy and PREFIX.n.npy: special
//     values, and COUNT random numbers of all magnitudes
//   sg-measure-math compare FUNCTION TYPE PREFIX RESULT.npy
//     compares the results with the C library in long double, and prints the
//     largest error in units in the last place, with its position
//
// TYPE is f32 or f64. Exits with 1 if a result is wrongly zero, infinite or
// NaN, or has the wrong sign.
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Exact = long double;
static_assert(std::numeric_limits<Exact>::digits >= 64,
              "the reference needs more digits than f64");

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

template <typename T>
static void write(const std::string &path, const char *descriptor,
                  const std::vector<T> &values) {
  std::string header = std::string("{'descr': '") + descriptor +
                       "', 'fortran_order': False, 'shape': (" +
                       std::to_string(values.size()) + ",), }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  file.put(static_cast<char>(header.size() & 0xff));
  file.put(static_cast<char>(header.size() >> 8));
  file << header;
  file.write(reinterpret_cast<const char *>(values.data()),
             values.size() * sizeof(T));
}

template <typename T>
static std::vector<T> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream stream;
  stream << file.rdbuf();
  std::string bytes = stream.str();
  if (bytes.size() < 10) {
    fprintf(stderr, "sg-measure-math: cannot read '%s'\n", path.c_str());
    exit(2);
  }
  size_t start = 10 + uint8_t(bytes[8]) + 256 * uint8_t(bytes[9]);
  std::vector<T> values((bytes.size() - start) / sizeof(T));
  memcpy(values.data(), bytes.data() + start, values.size() * sizeof(T));
  return values;
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Returns points at or near which functions change their behaviour.
template <typename T>
static std::vector<T> getSpecialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {
      T(0.5), T(1), T(1.5), T(2), T(3), T(4), T(10), T(100), T(1000),
      T(0.84375), T(1.25), T(2.857142), T(0.4375), T(0.6875), T(1.1875),
      T(2.4375), T(0.35), T(M_PI), T(M_PI_2), T(M_PI_4), T(M_E), T(M_SQRT2),
      T(M_SQRT1_2), T(8), T(27), T(1e10), T(1e22), T(65536), T(1073741824),
      T(88.72283), T(709.782712893384), T(103.97208), T(745.1332191019411),
      T(128), T(1024), T(1075),
      // The f64 and the f32 closest to a multiple of pi/2.
      T(6381956970095103.0 * 0x1p797), T(16367173.0 * 0x1p72)};
  std::vector<T> all = {T(0),
                        Limits::infinity(),
                        Limits::quiet_NaN(),
                        Limits::denorm_min(),
                        Limits::min(),
                        Limits::max(),
                        Limits::epsilon(),
                        Limits::min() - Limits::denorm_min()};
  for (T value : values)
    for (T near : {value, std::nextafter(value, T(0)),
                   std::nextafter(value, Limits::infinity())})
      all.push_back(near);
  size_t count = all.size();
  for (size_t i = 0; i < count; ++i)
    all.push_back(-all[i]);
  return all;
}

template <typename T, typename Bits>
static void writePoints(const std::string &prefix, const char *descriptor,
                        size_t count) {
  std::vector<T> special = getSpecialValues<T>(), x, y;
  std::vector<int64_t> n;
  std::mt19937_64 random(1);
  auto fraction = [&] { return T(random() >> 11) * T(0x1p-53); };
  // Draw a number of any magnitude, between -size and size, or close to 1.
  auto draw = [&]() -> T {
    static const double sizes[] = {1, 2, 10, 100, 800, 1e4, 1e8};
    unsigned kind = random() % 10;
    if (kind < 2) {
      Bits bits = static_cast<Bits>(random());
      T value;
      memcpy(&value, &bits, sizeof value);
      // The C library returns NaN for the power of 1 and a signaling NaN, so
      // use quiet NaNs.
      return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value;
    }
    if (kind == 2)
      return T(1) + std::ldexp(fraction() - T(0.5), -int(random() % 52));
    return (2 * fraction() - 1) * T(sizes[kind - 3]);
  };
  auto drawInteger = [&]() -> int64_t {
    switch (random() % 4) {
    case 0:
      return static_cast<int64_t>(random());
    case 1:
      return static_cast<int32_t>(random());
    default:
      return static_cast<int64_t>(random() % 201) - 100;
    }
  };
  for (T a : special)
    for (T b : special) {
      x.push_back(a);
      y.push_back(b);
      n.push_back(drawInteger());
    }
  for (size_t i = 0; i < count; ++i) {
    x.push_back(draw());
    y.push_back(draw());
    n.push_back(drawInteger());
  }
  for (int64_t value : {int64_t(0), int64_t(1), int64_t(-1), int64_t(2),
                        int64_t(3), INT64_MAX, INT64_MIN})
    for (T a : special) {
      x.push_back(a);
      y.push_back(static_cast<T>(value));
      n.push_back(value);
    }
  write(prefix + ".x.npy", descriptor, x);
  write(prefix + ".y.npy", descriptor, y);
  write(prefix + ".n.npy", "<i8", n);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

using Function = std::function<Exact(Exact, Exact, int64_t)>;

/// Computes a power. The sign of an infinite base is removed for even
/// exponents, because glibc returns an infinite power of -inf for the exponent
/// -2^63.
static Exact power(Exact x, Exact y) {
  return powl(std::isinf(x) && fmodl(y, 2) == 0 ? fabsl(x) : x, y);
}

static std::map<std::string, Function> getFunctions() {
  std::map<std::string, Function> functions;
  auto add = [&](const char *name, Exact (*function)(Exact)) {
    functions[name] = [=](Exact x, Exact, int64_t) { return function(x); };
  };
  add("acos", acosl);
  add("acosh", acoshl);
  add("asin", asinl);
  add("asinh", asinhl);
  add("atan", atanl);
  add("atanh", atanhl);
  add("cbrt", cbrtl);
  add("cos", cosl);
  add("cosh", coshl);
  add("erf", erfl);
  add("erfc", erfcl);
  add("exp", expl);
  add("exp2", exp2l);
  add("expm1", expm1l);
  add("log", logl);
  add("log10", log10l);
  add("log1p", log1pl);
  add("log2", log2l);
  add("rsqrt", [](Exact x) { return 1 / sqrtl(x); });
  add("sin", sinl);
  add("sinh", sinhl);
  add("sqrt", sqrtl);
  add("tan", tanl);
  add("tanh", tanhl);
  functions["atan2"] = [](Exact x, Exact y, int64_t) { return atan2l(x, y); };
  functions["powf"] = [](Exact x, Exact y, int64_t) { return power(x, y); };
  functions["fpowi"] = [](Exact x, Exact, int64_t n) {
    return power(x, static_cast<Exact>(n));
  };
  functions["remf"] = [](Exact x, Exact y, int64_t) { return fmodl(x, y); };
  return functions;
}

/// Returns the error in units in the last place of T; infinite if the value is
/// wrongly zero, infinite or NaN.
template <typename T>
static double getError(Exact expected, T actual) {
  using Limits = std::numeric_limits<T>;
  T nearest = static_cast<T>(expected);
  if (std::isnan(nearest) || std::isnan(actual))
    return std::isnan(nearest) == std::isnan(actual) ? 0 : INFINITY;
  if (nearest == actual && std::signbit(nearest) != std::signbit(actual))
    return INFINITY;
  if (std::isinf(expected) || expected == 0)
    return nearest == actual ? 0 : INFINITY;
  // Treat infinity as the successor of the largest number.
  auto widen = [](T value) {
    return std::isinf(value) ? copysignl(ldexpl(1, Limits::max_exponent), value)
                             : static_cast<Exact>(value);
  };
  int exponent = std::max(ilogbl(expected), Limits::min_exponent - 1);
  exponent = std::min(exponent, Limits::max_exponent - 1);
  Exact unit = ldexpl(1, exponent - Limits::digits + 1);
  if (std::isinf(nearest) && std::isinf(actual))
    return 0;
  return static_cast<double>(fabsl(widen(actual) - expected) / unit);
}

template <typename T>
static int compare(const std::string &name, const std::string &type,
                   const std::string &prefix, const std::string &path) {
  auto functions = getFunctions();
  auto it = functions.find(name);
  if (it == functions.end()) {
    fprintf(stderr, "sg-measure-math: there is no '%s'\n", name.c_str());
    return 2;
  }
  auto x = read<T>(prefix + ".x.npy"), y = read<T>(prefix + ".y.npy"),
       results = read<T>(path);
  auto n = read<int64_t>(prefix + ".n.npy");
  if (results.size() != x.size()) {
    fprintf(stderr, "sg-measure-math: %zu results of %zu points\n",
            results.size(), x.size());
    return 2;
  }
  double largest = 0;
  size_t where = 0, wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double error = getError<T>(it->second(x[i], y[i], n[i]), results[i]);
    if (std::isinf(error) && ++wrong <= 10)
      printf("%s %s: at %a (%a, %lld) %a and not %La\n", name.c_str(),
             type.c_str(), double(x[i]), double(y[i]), (long long)n[i],
             double(results[i]), it->second(x[i], y[i], n[i]));
    if (!std::isinf(error) && error > largest) {
      largest = error;
      where = i;
    }
  }
  printf("%s %s: %.2f ulp at %a", name.c_str(), type.c_str(), largest,
         double(x[where]));
  if (name == "fpowi")
    printf(", %lld", (long long)n[where]);
  else if (name == "atan2" || name == "powf" || name == "remf")
    printf(", %a", double(y[where]));
  printf(", of %zu points\n", x.size());
  return wrong ? 1 : 0;
}

int main(int argc, char **argv) {
  std::string command = argc > 1 ? argv[1] : "";
  if (command == "points" && argc == 5) {
    size_t count = strtoull(argv[3], nullptr, 10);
    if (!strcmp(argv[2], "f32"))
      writePoints<float, uint32_t>(argv[4], "<f4", count);
    else
      writePoints<double, uint64_t>(argv[4], "<f8", count);
    return 0;
  }
  if (command == "compare" && argc == 6)
    return !strcmp(argv[3], "f32")
               ? compare<float>(argv[2], argv[3], argv[4], argv[5])
               : compare<double>(argv[2], argv[3], argv[4], argv[5]);
  fprintf(stderr, "usage: sg-measure-math points TYPE COUNT PREFIX\n"
                  "       sg-measure-math compare FUNCTION TYPE PREFIX "
                  "RESULT.npy\n");
  return 2;
}
