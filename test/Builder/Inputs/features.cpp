// Functions with derivatives, control flow and containers (sg/Builder.h).
#include "check.h"

using sg::Array;
using sg::Arrays;
using sg::DType;
using sg::Tensor;

static void testOperators() {
  run("operators", {Tensor(std::vector{1.0, -2.0})}, [](const Arrays &args) {
    Array x = args[0];
    Array y = 1 - x / 2 + x * x;
    y += 1;
    y -= x;
    y *= 2.0f;
    y /= 4;
    return std::tuple(y, -x, x % 3,
                      sg::where((x > 0) & (x <= 1) & ~(x == 2), x, 7));
  });
  run("comparisons", {Tensor(std::vector{1.0, -2.0})}, [](const Arrays &args) {
    Array x = args[0];
    return sg::astype((x < 0) | ((x >= 1) ^ (x != x)), DType::Float64);
  });
  run("elements", {Tensor(std::vector{1.0, 2.0, 3.0, 4.0}, {2, 2})},
      [](const Arrays &args) {
        Array x = args[0];
        return std::array<Array, 2>{x[1], x[-1][0]};
      });
}

static void testOperations() {
  run("operations", {Tensor(std::vector{1.0, 2.0, 3.0, 4.0}, {2, 2})},
      [](const Arrays &args) {
        Array x = args[0];
        return Arrays{sg::sum(x, 0),
                      sg::max(x, {0, 1}),
                      sg::mean(x, {1}, /*keepdims=*/true),
                      sg::concat({x, x}, 1),
                      sg::einsum({x, x}, "ij,jk->ik"),
                      sg::dynamicSlice(x, {0, 1}, {2, 1}),
                      sg::take(x, 1, 1),
                      sg::pad(x, {0, 0, 1, 0}, 9),
                      sg::logsumexp(x),
                      sg::softmax(x, 0),
                      sg::logSoftmax(x),
                      sg::fullLike(x, 2)};
      });
}

static void testSymbolicSizes() {
  sg::Builder builder;
  sg::Size n = builder.getSymbol("n");
  sg::Function mean =
      builder.function("mean", {{DType::Float64, {n, 3}}}, [&](Array x) {
        sg::Size size = x.getSize(0);
        bool isKnown = size == n && size + 1 == n + 1 && x.getSize(-1) == 3;
        std::printf("sizes: %s %s %d\n", (2 * n - 1).str().c_str(),
                    (n / 2 + n % 2).str().c_str(), isKnown);
        return sg::sum(x, 0) / sg::astype(sg::sizeValue(size), DType::Float64);
      });
  builder.function("padded", {{DType::Float64, {n, 3}}}, [&](Array x) {
    Array row = mean({x})[0];
    return sg::concat({sg::broadcastTo(row, {1, 3}), x}, 0);
  });
  sg::Executable padded = builder.finish().compile("padded");
  std::vector<double> x = {1, 2, 3, 3, 4, 5};
  std::vector<Tensor> results = padded({sg::TensorView(x.data(), {2, 3})});
  print("symbolic", results);
  std::printf("shape: %d %d\n", static_cast<int>(results[0].getShape()[0]),
              static_cast<int>(results[0].getShape()[1]));
}

static void testControlFlow() {
  run("loops", {Tensor(std::vector{3.0}, {})}, [](const Arrays &args) {
    Array x = args[0];
    Array y = sg::forLoop(0, 2, x, [&](Array, Array y) { return y * x; });
    auto [z, i] = sg::whileLoop(
        std::pair(y, sg::fullLike(x, 0)),
        [](const std::pair<Array, Array> &carry) { return carry.first < 100; },
        [](const std::pair<Array, Array> &carry) {
          return std::pair(carry.first * 2, carry.second + 1);
        });
    Array chosen =
        sg::cond(x > 4, [&] { return y; }, [&, z = z] { return -z; });
    return Arrays{y, z, i, chosen};
  });
}

static void testDerivatives() {
  Tensor x(std::vector{1.0, 2.0}), v(std::vector{1.0, -1.0});
  auto cube = [](Array x) { return sg::sum(x * x * x); };
  run("grad", {x, v},
      [&](const Arrays &args) { return sg::grad(cube)(args[0]); });
  run("grad of a loop", {Tensor(std::vector{2.0}, {})}, [](const Arrays &args) {
    auto power = [](Array x) {
      Array one = sg::fullLike(x, 1);
      return sg::forLoop(0, 3, one, [&](Array, Array y) { return y * x; });
    };
    return Arrays{sg::grad(power)(args[0]), sg::grad(sg::grad(power))(args[0])};
  });
  run("two arguments", {x, v}, [](const Arrays &args) {
    auto product = [](Array x, Array y) { return sg::sum(x * x * y); };
    return std::tuple(sg::grad<1>(product)(args[0], args[1]),
                      sg::valueAndGrad<0, 1>(product)(args[0], args[1]));
  });
  run("containers", {x, v}, [](const Arrays &args) {
    using Layer = std::pair<Array, Array>;
    auto loss = [](const std::vector<Layer> &layers) {
      return std::pair(sg::sum(layers[0].first * layers[1].second),
                       layers[0].second);
    };
    std::vector<Layer> layers = {{args[0], args[1]}, {args[1], args[0]}};
    auto [value, gradient] = sg::valueAndGrad(loss)(layers);
    return std::tuple(value, gradient);
  });
  run("captured", {x, v}, [](const Arrays &args) {
    Array outer = args[1];
    auto inner = [&](Array x) { return sg::sum(sg::sin(x) * outer); };
    return sg::grad(inner)(args[0]) * outer;
  });
  run("jvp", {x, v}, [&](const Arrays &args) {
    return sg::jvp(cube)(std::tuple(args[0]), std::tuple(args[1]));
  });
  run("hessian-vector product", {x, v}, [&](const Arrays &args) {
    return sg::jvp(sg::grad(cube))(std::tuple(args[0]), std::tuple(args[1]))
        .second;
  });
  run("vjp", {x, v}, [&](const Arrays &args) {
    auto f = [](Array x, Array y) {
      return std::pair(x * y, sg::astype(x, DType::Int64));
    };
    auto [value, pullback] = sg::vjp(f)(args[0], args[1]);
    auto [dx, dy] = pullback(std::pair(args[0], value.second));
    return Arrays{value.first, dx, dy};
  });
  run("strong zero", {Tensor(std::vector{0.0})}, [](const Arrays &args) {
    auto f = [](Array x) { return sg::sum(0 * sg::log(x)); };
    sg::DerivativeOptions options;
    options.hasStrongZero = true;
    return std::pair(sg::where(sg::isnan(sg::grad(f)(args[0])), 1.0, 0.0),
                     sg::grad(f, options)(args[0]));
  });
  run("checkpoint", {x, v}, [&](const Arrays &args) {
    auto f = sg::checkpoint([](Array x) { return sg::exp(sg::sin(x)); });
    return sg::grad([&](Array x) { return sg::sum(f(x)); })(args[0]);
  });
}

static void testFunctions() {
  sg::Builder builder;
  sg::ArrayType scalar{DType::Float64, {}};
  auto identity = [](Array x) { return x; };
  sg::Function clip = builder.function("clip", {scalar}, identity);
  sg::Function forward = builder.function(
      "forward", {scalar}, [](Array x) { return std::pair(x, x); });
  sg::Function backward =
      builder.function("backward", {scalar, scalar},
                       [](Array, Array g) { return sg::clip(g, -1, 1); });
  clip.setVJP(forward, backward);
  sg::Function twice = builder.function("twice", {scalar}, identity);
  twice.setJVP(builder.function("jvp", {scalar, scalar}, [](Array x, Array dx) {
    return std::pair(x, 2 * dx);
  }));
  builder.function("rules", {scalar}, [&](Array x) {
    return std::tuple(sg::grad([&](Array x) { return clip({x})[0] * 5; })(x),
                      sg::grad(twice)(x), clip({3})[0]);
  });
  builder.function("nothing", [&] { return builder.constant(2.5); });
  sg::Module module = builder.finish();
  print("rules", module.compile("rules")({1.0}));
  print("nothing", module.compile("nothing")({}));
}

/// The derivative of x * stop(x) in each float type, and the other types.
static void testTypes() {
  for (DType dtype :
       {DType::Bool, DType::Int8, DType::Int16, DType::Int32, DType::Int64,
        DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64, DType::Index,
        DType::Float8E5M2, DType::Float8E4M3FN, DType::Float16, DType::BFloat16,
        DType::Float32, DType::Float64}) {
    sg::Builder builder;
    bool isFloat = dtype >= DType::Float8E5M2;
    builder.function("f", {{DType::Float64, {}}}, [&](Array x) {
      auto square = [&](Array x) {
        Array y = sg::astype(x, dtype);
        return sg::astype(isFloat ? y * sg::stopGradient(y)
                                  : sg::stopGradient(y),
                          DType::Float64);
      };
      return sg::valueAndGrad(square)(x);
    });
    builder.function("identity", {{dtype, {2}}},
                     [](Array x) { return sg::stopGradient(x); });
    sg::Module module = builder.finish();
    print(sg::getName(dtype), module.compile("f")({3.0}));
    Tensor zeros(dtype, {2});
    std::vector<Tensor> results = module.compile("identity")({zeros});
    if (results[0].getDType() != dtype || results[0].getElementCount() != 2)
      std::printf("another type\n");
  }
}

static void testComplexNumbers() {
  using Complex = std::complex<float>;
  sg::Builder builder;
  builder.function("f", {{DType::Complex64, {2}}}, [](Array x) {
    return sg::stopGradient(x, "z") * Complex(0, 1) + x;
  });
  Tensor z = std::move(builder.finish().compile("f")(
      {std::vector<Complex>{{1, 2}, {3, -1}}})[0]);
  for (Complex element : z.getVector<Complex>())
    std::printf("complex: %g %g\n", element.real(), element.imag());
}

static void testTensors() {
  sg::Builder builder;
  builder.function("f",
                   {{DType::Float16, {2}},
                    {DType::BFloat16, {}},
                    {DType::Bool, {1}},
                    {DType::Int32, {}},
                    {DType::Int64, {0}}},
                   [](Array a, Array b, Array c, Array d, Array e) {
                     return std::tuple(a + 1, b * 2, ~c, d + 1, sg::sum(e));
                   });
  std::vector<sg::Float16> half = {{0x3c00}, {0x4000}}; // 1 and 2
  Tensor isTrue(DType::Bool, {1});
  *isTrue.getData<bool>() = true;
  uint16_t three = 0x4040;
  std::vector<Tensor> results = builder.finish().compile("f")(
      {half, sg::TensorView(DType::BFloat16, {}, &three), isTrue, 41,
       std::vector<int64_t>()});
  std::printf("tensors: %x %x %x %d %d %d\n",
              results[0].getData<sg::Float16>()[0].bits,
              results[0].getData<sg::Float16>()[1].bits,
              results[1].getItem<sg::BFloat16>().bits,
              results[2].getItem<bool>(), results[3].getItem<int32_t>(),
              static_cast<int>(results[4].getItem<int64_t>()));
}

int main() {
  testOperators();
  testOperations();
  testSymbolicSizes();
  testControlFlow();
  testDerivatives();
  testFunctions();
  testTypes();
  testComplexNumbers();
  testTensors();
  return 0;
}
