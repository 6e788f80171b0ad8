// Wrong uses of sg/Builder.h. Prints the message of each. The word "here"
// replaces the position if it is that of the wrong use.
#include "check.h"
#include <cmath>
#include <cstdint>
#include <optional>

using sg::Array;
using sg::Arrays;
using sg::DType;
using sg::Executable;
using sg::Tensor;
using sg::TensorView;

/// Prints the error that `use`, which begins at `line`, throws.
static void report(int line, const std::function<void()> &use) {
  try {
    use();
    std::printf("line %d: no error\n", line);
  } catch (const sg::Error &error) {
    std::string text = error.what();
    std::string here = std::string(__FILE__) + ":" + std::to_string(line);
    for (size_t at; (at = text.find(here)) != std::string::npos;)
      text.replace(at, here.size(), "here");
    std::printf("%d: %s\n", static_cast<int>(error.getKind()), text.c_str());
  }
}
#define WRONG(...) report(__LINE__, [&] { __VA_ARGS__; })

static const DType f64 = DType::Float64;

/// Wrong operations in a function that is otherwise right.
static void testOperations() {
  sg::Builder builder, other;
  Array stray, inRegion;
  sg::Size n = builder.getSymbol("n");
  sg::Size m = other.getSymbol("m");
  other.function("f", {{f64, {3}}}, [&](Array x) { return stray = x; });
  auto f = [&](Array x, Array y, Array i, Array b, Array z) {
    std::puts("-- operands");
    WRONG(x + y);
    WRONG(1.0 - x * y);
    WRONG(x + i);
    WRONG(i + 1.5);
    WRONG(i + 3000000000);
    WRONG(sg::astype(i, DType::UInt8) - -1);
    WRONG(b + 1);
    WRONG(x * true);
    WRONG(-b);
    WRONG(sg::exp(i));
    WRONG(x + Array());
    WRONG(x + stray);
    WRONG(sg::randomKey(1));
    WRONG(sg::concat({}));
    WRONG(sg::concat({x, b}));
    WRONG(x += y);
    WRONG(sg::sin(z));
    WRONG(sg::maximum(z, std::complex<float>(1, 2)));
    std::puts("-- parameters");
    WRONG(sg::sum(x, 1));
    WRONG(sg::sum(x, {0, 0}));
    WRONG(sg::einsum({x, x}, "ij,j"));
    WRONG(sg::einsum({x, x}, "?"));
    WRONG(sg::reshape(x, {2, 2}));
    WRONG(sg::reshape(x, {n, -1}));
    WRONG(sg::broadcastTo(x, {m}));
    WRONG(sg::broadcastTo(x, {-2}));
    WRONG(sg::iota(builder, {n}));
    WRONG(sg::permuteDims(x, {}));
    WRONG(sg::pad(x, {-4, 0}));
    WRONG(sg::gather(x, {i, i}, {0}));
    WRONG(sg::scatter(x, 1, {i}, {0}, "replace"));
    WRONG(sg::topK(x, 4));
    WRONG(sg::topK(x, -1));
    WRONG(sg::full(builder, {3, -1}, 0));
    WRONG(sg::reshape(x, {-3}));
    WRONG(sg::reduceWindow(x, {0}));
    WRONG(sg::sliceAxis(x, 0, 0, 3, 0));
    std::puts("-- sizes");
    WRONG(n + m);
    WRONG(n / 0);
    WRONG(n.getValue());
    WRONG((void)(n == 3));
    WRONG(sg::Size(3) + 1);
    WRONG(x.getSize(1));
    WRONG(Array().getShape());
    WRONG(sg::sizeValue(3));
    std::puts("-- constants");
    WRONG(builder.constant(TensorView(f64, {-1}, nullptr)));
    WRONG(builder.constant(TensorView(f64, {2}, nullptr)));
    WRONG(builder.constant(TensorView(f64, {INT64_MAX}, &f64)));
    std::puts("-- control flow");
    WRONG(sg::cond(x, [&] { return x; }, [&] { return x; }));
    WRONG(sg::forLoop(0, 1.5, x, [&](Array, Array y) { return y; }));
    WRONG(sg::forLoop(0, x, x, [&](Array, Array y) { return y; }));
    sg::cond(b[0], [&] { return inRegion = x + 1; }, [&] { return x; });
    WRONG(inRegion + 1);
    std::puts("-- derivatives");
    WRONG(sg::grad([](Array i) { return sg::sum(i); })(i));
    WRONG(sg::grad([](Array x) { return x + 1; })(x));
    WRONG(sg::grad([](Array x) { return sg::sum(x) > 0; })(x));
    WRONG(sg::vjp([](Array x) { return x; })(x).second(y));
    WRONG(sg::jvp([](Array x) { return x; })(std::tuple(x), std::tuple(y)));
    return x;
  };
  builder.function("f",
                   {{f64, {3}},
                    {f64, {4}},
                    {DType::Int32, {3}},
                    {DType::Bool, {3}},
                    {DType::Complex64, {3}}},
                   f);
}

/// Errors that end a function, and arrays and builders after their end.
static void testFunctions() {
  std::puts("-- functions");
  sg::ArrayType vector{f64, {3}};
  auto identity = [](Array x) { return x; };
  Array stray;
  sg::Builder other;
  sg::Size m = sg::Builder().getSymbol("m");
  std::optional<sg::Builder> builder(std::in_place);
  auto unfinished = [&](Array x) { return (builder->finish(), x); };
  auto outer = [&](Array x) {
    auto inner = [&](Array y) { return stray = y, x + sg::exp(y > 0); };
    WRONG(sg::grad(inner)(x));
    WRONG(x + stray);
    return x;
  };
  WRONG(builder->function("f", {vector}, unfinished));
  WRONG(builder->function("f", {{f64, {m}}}, identity));
  WRONG(builder->function("f", {{f64, {-1}}}, identity));
  WRONG(builder->function("f", {{DType(99), {}}}, identity));
  WRONG(builder->function("f", {vector}, [](Array) { return Array(); }));
  WRONG(builder->function("f", [&] { return stray; }));
  WRONG(builder->constant(1));
  sg::Function f = builder->function("f", {vector}, outer);
  WRONG(f({stray}));
  builder->function("g", {vector, {f64, {4}}}, [&](Array x, Array y) {
    WRONG(f({y}));
    WRONG(f({x, y}));
    WRONG(f({2}));
    stray = x;
    return f({x})[0];
  });
  WRONG(stray + 1);
  WRONG(f.setJVP(other.function("f", {vector}, identity)));
  f.setJVP(f);
  builder->function("strict", {vector}, [&](Array x) {
    auto stopped = [](Array x) { return sg::sum(sg::stopGradient(x)); };
    return sg::grad(stopped, {/*isStrict=*/true})(x);
  });
  builder->function("rule", {vector}, [&](Array x) {
    return sg::grad([&](Array x) { return sg::sum(f({x})[0]); })(x);
  });
  sg::Module module = builder->finish();
  WRONG(builder->finish());
  WRONG(builder->function("f", {vector}, identity));
  WRONG(stray + 1);
  WRONG(stray.getShape());
  builder.reset();
  WRONG(stray + 1);
  WRONG(module.compile("h"));
  WRONG(module.compile("rule"));
  WRONG(module.compile("strict"));
  WRONG(module.compile("f", {/*threads=*/-1, /*cache=*/""}));
}

static void testCalls() {
  std::puts("-- calls");
  sg::Builder builder;
  sg::Size n = builder.getSymbol("n");
  builder.function("f", {{f64, {n, 3}}, {DType::Int32, {n}}},
                   [](Array x, Array i) { return sg::take(x, i, 0); });
  builder.function("huge", [&] {
    return sg::full(builder, {INT64_C(1) << 40, INT64_C(1) << 40}, 1);
  });
  builder.function("wide", {{f64, {}}}, [&](Array x) {
    return sg::broadcastTo(x, {INT64_MAX, INT64_MAX, 3});
  });
  builder.function("nan", {{f64, {}}}, [](Array x) { return x * NAN; });
  sg::Module module = builder.finish();
  Executable f = module.compile("f");
  std::vector<double> x(6);
  std::vector<int32_t> i(2), tooLarge = {0, 2};
  TensorView matrix(x.data(), {2, 3});
  WRONG(f({matrix}));
  WRONG(f({i, i}));
  WRONG(f({matrix, std::vector<uint32_t>(2)}));
  WRONG(f({matrix, 1}));
  WRONG(f({TensorView(x.data(), {3, 2}), i}));
  WRONG(f({TensorView(x.data(), {1, 3}), i}));
  WRONG(f({TensorView(x.data(), {-2, 3}), i}));
  WRONG(f({TensorView(f64, {2, 3}, nullptr), i}));
  WRONG(f({matrix, tooLarge}));
  WRONG(module.compile("huge")({}));
  WRONG(module.compile("wide")({1.0}));
  WRONG(f({matrix, i})[0].getData<float>());
  WRONG(f({matrix, i})[0].getItem<double>());
  WRONG(Tensor(x, {2, 2}));
  WRONG(Tensor(f64, {-1}));
  WRONG(Tensor(f64, {INT64_MAX, INT64_MAX}));
  double nan = module.compile("nan")({1.0})[0].getItem<double>();
  std::printf("NaN: %d\n", nan != nan);
}

int main() {
  testOperations();
  testFunctions();
  testCalls();
  return 0;
}
