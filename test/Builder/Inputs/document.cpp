// The code of docs/Cpp.md and docs/StopGradient.md.
#include "sg/Builder.h"
#include <iostream>

using sg::Array;
using sg::DType;

static void writeDerivatives() {
  sg::Builder builder;
  sg::ArrayType scalar{DType::Float64, {}};
  // begin derivatives
  auto cube = [](Array x) { return x * x * x; };
  builder.function("derivatives", {scalar}, [&](Array x) {
    auto [value, first] = sg::valueAndGrad(cube)(x);
    Array second = sg::grad(sg::grad(cube))(x);
    auto [same, tangent] = sg::jvp(cube)(std::tuple(x), std::tuple(2 * x));
    auto [y, pullback] = sg::vjp(cube)(x);
    return std::tuple(value, first, second, tangent, pullback(x));
  });
  // end
  sg::Executable f = builder.finish().compile("derivatives");
  for (const sg::Tensor &result : f({2.0}))
    std::cout << result.getItem<double>() << " ";
  std::cout << "\n";
}

static void writeControlFlow() {
  sg::Builder builder;
  sg::ArrayType scalar{DType::Float64, {}};
  // begin control flow
  builder.function("newton", {scalar}, [](Array square) {
    auto improve = [&](Array, Array root) {
      return (root + square / root) / 2;
    };
    Array root = sg::forLoop(0, 6, square, improve);
    return sg::cond(
        square > 0, [&] { return root; },
        [&] { return sg::fullLike(root, 0); });
  });
  // end
  sg::Executable f = builder.finish().compile("newton");
  std::cout << f({9.0})[0].getItem<double>() << "\n";
}

static void writeContainers() {
  sg::Builder builder;
  // begin containers
  using Parameters = std::pair<Array, Array>; // weights and bias
  sg::Size n = builder.getSymbol("n");
  auto loss = [](const Parameters &p, Array x, Array y) {
    return sg::mean(sg::square(sg::matmul(x, p.first) + p.second - y));
  };
  builder.function("step",
                   {{DType::Float32, {3}},
                    {DType::Float32, {}},
                    {DType::Float32, {n, 3}},
                    {DType::Float32, {n}}},
                   [&](Array w, Array b, Array x, Array y) {
                     auto [value, gradient] =
                         sg::valueAndGrad(loss)(Parameters(w, b), x, y);
                     return std::tuple(value, w - 0.1 * gradient.first,
                                       b - 0.1 * gradient.second);
                   });
  sg::Executable step = builder.finish().compile("step");
  std::vector<float> w(3), x = {1, 2, 3, 4, 5, 6}, y = {1, 2};
  auto results = step({w, 0.0f, sg::TensorView(x.data(), {2, 3}), y});
  std::cout << results[1].getVector<float>()[0] << "\n";
  // end
}

static void writeErrors() {
  sg::Builder builder;
  // begin errors
  try {
    builder.function("f", {{DType::Float64, {3}}, {DType::Float64, {4}}},
                     [](Array x, Array y) { return sg::exp(x + y); });
  } catch (const sg::Error &error) {
    std::cout << error.what() << "\n";
  }
  // end
}

static void writeStop() {
  sg::Builder builder;
  builder.function("f", {{DType::Float64, {2}}}, [](Array x) {
    auto loss = [](Array x) {
      // begin stop
      auto y = x * sg::stopGradient(x, "w");
      // end
      return sg::sum(y);
    };
    return sg::grad(loss)(x);
  });
  auto gradient = builder.finish().compile("f")({std::vector{3.0, 4.0}});
  std::cout << gradient[0].getVector<double>()[1] << "\n";
}

int main() {
  writeDerivatives();
  writeControlFlow();
  writeContainers();
  writeErrors();
  writeStop();
}
