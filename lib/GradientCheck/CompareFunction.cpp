//===- CompareFunction.cpp - Compare derivatives with differences ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompareFunction.h"
#include <cmath>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

static llvm::Error fail(const Twine &text) {
  return llvm::make_error<CheckError>(CheckError::Program, text.str());
}

/// Returns true if the variant with frozen stops reproduces the results.
static bool isRepeatable(CheckedFunction &checked, Precision precision) {
  unsigned argument = checked.getWrt().front();
  Doubles zeros(checked.getArguments()[argument].getNumElements());
  std::optional<Doubles> replayed = checked.resultsAt(argument, zeros, 0);
  Doubles recorded;
  for (const Array &result : checked.getResults())
    llvm::append_range(recorded, toDoubles(result));
  if (!replayed || replayed->size() != recorded.size())
    return false;
  double largest = 0, distance = 0;
  for (auto [a, b] : llvm::zip_equal(recorded, *replayed)) {
    if (!std::isfinite(a) || !std::isfinite(b))
      continue;
    largest = std::max(largest, std::abs(a));
    distance = std::max(distance, std::abs(a - b));
  }
  return distance <= precision.differenceTolerance() * largest;
}

llvm::Error sg::gradcheck::compareFunction(
    CheckedFunction &checked, FunctionType type, const Options &options,
    FunctionCheck &check,
    llvm::SmallSetVector<unsigned, 4> &separateArguments) {
  if (!isRepeatable(checked, check.precision))
    return fail("@" + checked.getName() +
                " gives other results when it is run again; it may read "
                "uninitialized memory" +
                (check.random ? " at random inputs" : ""));
  ArrayRef<unsigned> arguments = checked.getWrt();
  std::vector<ArgumentCheck> argumentChecks;
  for (unsigned argument : arguments)
    argumentChecks.push_back({argument, type.getInput(argument), {}});
  Random random(options.seed + 1);
  for (unsigned d = 0; d < options.directions; ++d) {
    Doubles cotangents =
        makeDirection(random, countElements(checked.getResults()));
    std::optional<std::vector<Doubles>> gradients =
        checked.gradients(cotangents);
    if (!gradients)
      return fail("@" + vjpName(checked.getName()) + " fails");
    for (ArgumentCheck &argument : argumentChecks) {
      unsigned i = argument.argument;
      Doubles direction =
          makeDirection(random, checked.getArguments()[i].getNumElements());
      std::optional<Doubles> tangents = checked.tangents(i, direction);
      if (!tangents)
        return fail("@" + jvpName(checked.getName()) + " fails");
      DirectionalResult result = checked.compare(
          i, direction, cotangents, *tangents, *gradients, check.precision);
      // Zero tangents of other arguments times infinite derivatives are NaN.
      if (arguments.size() > 1 && !std::isfinite(result.forward) &&
          std::isfinite(result.reverse))
        separateArguments.insert(i);
      argument.directions.push_back(std::move(result));
    }
  }
  llvm::copy_if(argumentChecks, std::back_inserter(check.arguments),
                [&](const ArgumentCheck &argument) {
                  return !separateArguments.contains(argument.argument);
                });
  return llvm::Error::success();
}
