//===- Activations.cpp - Activations of neural networks -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "Terms.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::array;

static Arrays relu(const ArrayOpCall &call) {
  // The derivative at 0 is 0, not that of maximum at a tie.
  return buildScalar(
      call, "relu", [](Term x) { return maximum(x, 0.0); },
      [](Term x, Term) { return select(x > 0.0, x.like(1.0), 0.0); });
}

static Arrays silu(const ArrayOpCall &call) {
  return buildFormula(call, [](Term x) { return x * logistic(x); });
}

static Arrays gelu(const ArrayOpCall &call) {
  bool isApproximate = call.flag("approximate");
  return buildFormula(call, [&](Term x) {
    if (!isApproximate)
      return 0.5 * x * erfc(-x * std::sqrt(0.5));
    double scale = std::sqrt(2 / llvm::numbers::pi);
    Term cube = x * x * x;
    return 0.5 * x * (1.0 + tanh(scale * (x + 0.044715 * cube)));
  });
}

/// x for positive x, otherwise alpha (exp(x) - 1).
static Term buildElu(const Term &x, double alpha) {
  Term isPositive = x > 0.0;
  // The argument of expm1 is replaced where it would overflow, because zero
  // times infinity is NaN in the derivative.
  return select(isPositive, x, alpha * expm1(select(isPositive, 0.0, x)));
}

static Arrays elu(const ArrayOpCall &call) {
  double alpha = call.get<double>("alpha");
  return buildFormula(call, [&](Term x) { return buildElu(x, alpha); });
}

static Arrays selu(const ArrayOpCall &call) {
  // Klambauer et al. 2017, "Self-normalizing neural networks", equation 14.
  constexpr double kAlpha = 1.6732632423543772848170429916717;
  constexpr double kScale = 1.0507009873554804934193349852946;
  return buildFormula(call,
                      [](Term x) { return kScale * buildElu(x, kAlpha); });
}

static Arrays leakyRelu(const ArrayOpCall &call) {
  double slope = call.get<double>("negative_slope");
  return buildFormula(call,
                      [&](Term x) { return select(x >= 0.0, x, slope * x); });
}

static Arrays relu6(const ArrayOpCall &call) {
  return buildScalar(
      call, "relu6", [](Term x) { return minimum(maximum(x, 0.0), 6.0); },
      [](Term x, Term) {
        return select(x > 0.0 && x < 6.0, x.like(1.0), 0.0);
      });
}

static Arrays logSigmoid(const ArrayOpCall &call) {
  return buildFormula(call,
                      [](Term x) { return -Term::apply("softplus", {-x}); });
}

static Arrays softsign(const ArrayOpCall &call) {
  // The derivative of the quotient would cancel.
  return buildScalar(
      call, "softsign", [](Term x) { return x / (abs(x) + 1.0); },
      [](Term x, Term) { return square(1.0 / (abs(x) + 1.0)); });
}

static constexpr ArrayOp kRows[] = {
    {"elu(x, *, alpha: float = 1)",
     "x where x > 0, otherwise alpha (exp(x) - 1).",
     "dx where x > 0, otherwise alpha exp(x) dx.", elu},
    {"gelu(x, *, approximate: bool = True)",
     "x times the standard normal distribution function of x, approximated by "
     "tanh unless `approximate` is false.",
     "The derivative of the formula.", gelu},
    {"leaky_relu(x, *, negative_slope: float = 0.01)",
     "x where x >= 0, otherwise negative_slope x.",
     "dx where x >= 0, otherwise negative_slope dx.", leakyRelu},
    {"log_sigmoid(x)", "log(logistic(x)), without overflow.", "logistic(-x) dx",
     logSigmoid},
    {"relu(x)", "maximum(x, 0).", "dx where x > 0, otherwise 0.", relu},
    {"relu6(x)", "minimum(maximum(x, 0), 6).",
     "dx where 0 < x < 6, otherwise 0.", relu6},
    {"selu(x)",
     "The scaled elu of self-normalizing networks, with alpha 1.6733 and the "
     "scale 1.0507.",
     "The derivative of the formula.", selu},
    {"silu(x)", "x logistic(x).", "The derivative of the formula.", silu},
    {"softsign(x)", "x / (1 + |x|).", "dx / (1 + |x|)^2", softsign},
};

ArrayRef<ArrayOp> sg::array::getActivationOps() { return kRows; }
