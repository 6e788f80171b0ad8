//===- ChoosePoints.cpp - Choose points with finite results ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoosePoints.h"
#include "Text.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;
using llvm::Error, llvm::Expected;

static Error failInputs(const Twine &text, bool isRandom) {
  return llvm::make_error<CheckError>(
      CheckError(CheckError::Inputs, text.str()).atRandom(isRandom));
}

Error gradcheck::makeRunError(const CallOutcome &outcome) {
  return llvm::make_error<CheckError>(
      CheckError(CheckError::Run, outcome.message).withStatus(outcome.status));
}

TimeLimit gradcheck::makeLimit(double seconds, const Twine &subject,
                               const Twine &suffix, bool isRandom) {
  TimeLimit limit{seconds, {}, isRandom};
  llvm::raw_string_ostream(limit.message)
      << subject << " does not end within " << llvm::format("%g", seconds)
      << " s" << suffix;
  return limit;
}

static bool isFinite(ArrayRef<Array> arrays) {
  return llvm::all_of(arrays, [](const Array &array) {
    return llvm::all_of(toDoubles(array),
                        [](double value) { return std::isfinite(value); });
  });
}

std::optional<CallOutcome> PointChooser::runAt(ArrayRef<Array> point) {
  bool isRandom = check.random.has_value();
  double allowed = options.timeLimit.value_or(
      isRandom ? kTimeLimit : std::numeric_limits<double>::infinity());
  limit = makeLimit(allowed, "@" + check.name + " " + describeInputs(check), "",
                    isRandom);
  program.setLimit(limit);
  if (!check.integers.empty())
    if (std::optional<CallOutcome> failure = function.tryPoint(program, point))
      return failure;
  auto start = std::chrono::steady_clock::now();
  std::optional<CallOutcome> failure = function.setPoint(program, point);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  runSeconds = std::max(runSeconds, seconds.count());
  return failure;
}

Expected<SmallVector<Array>> PointChooser::widenPoint(ArrayRef<Array> narrow) {
  SmallVector<Array> point(narrow);
  for (Array &array : point) {
    if (function.getType() == type)
      break;
    Expected<Array> wide = widen(array);
    if (!wide)
      return failInputs(llvm::toString(wide.takeError()), /*isRandom=*/false);
    array = std::move(*wide);
  }
  return point;
}

/// Adds the point, or sets `problem` to the reason why the point cannot be
/// checked. If the user gave the inputs, returns the reason as an error.
Error PointChooser::tryPoint(ArrayRef<Array> inputs) {
  problem.clear();
  Expected<SmallVector<Array>> point = widenPoint(inputs);
  if (!point)
    return point.takeError();
  std::optional<CallOutcome> failure = runAt(*point);
  if (Error error = program.checkRunner())
    return error;
  if (failure && !check.random)
    return makeRunError(*failure);
  if (failure && failure->message == limit.message && ++numTimeouts == 2 &&
      points.empty())
    return llvm::make_error<CheckError>(
        CheckError(CheckError::Time, failure->message).atRandom());
  if (failure)
    problem = failure->message;
  else if (!isFinite(function.getResults()))
    problem = "its results are not finite";
  else
    points.push_back({std::move(*point), check});
  return Error::success();
}

/// Tries two ranges of floats. The second range is positive, for functions that
/// take the logarithm or the square root of an argument.
Error PointChooser::tryRanges(ArrayRef<IntegerInput> integers) {
  check.integers = integers;
  check.hasChosenSizes = llvm::any_of(type.getInputs(), [](Type type) {
    return llvm::is_contained(shapeOf(type), ShapedType::kDynamic);
  });
  for (Bounds range : {Bounds{-1, 1}, Bounds{0.125, 0.875}}) {
    check.random = range;
    Expected<SmallVector<Array>> random =
        makeRandomInputs(type, range, options.seed, integers);
    if (!random)
      return failInputs(llvm::toString(random.takeError()), /*isRandom=*/false);
    if (Error error = tryPoint(*random))
      return error;
    if (problem.empty() || problem == limit.message)
      break;
  }
  return Error::success();
}

/// Tries the drawn integers, then the smallest ones: an integer may be an index
/// or a size for which large values are invalid.
Error PointChooser::tryIntegers(const IntegerPoint &candidates) {
  if (Error error = tryRanges(candidates.drawn))
    return error;
  if (problem.empty() || candidates.drawn.empty())
    return Error::success();
  failedIntegers.push_back({candidates.drawn, problem});
  if (candidates.smallest == candidates.drawn)
    return Error::success();
  if (Error error = tryRanges(candidates.smallest))
    return error;
  if (!problem.empty())
    failedIntegers.push_back({candidates.smallest, problem});
  return Error::success();
}

Expected<std::vector<CheckedPoint>> PointChooser::takePoints() {
  if (points.empty())
    return failInputs("@" + check.name + " " + describeInputs(check) + ": " +
                          problem,
                      check.random.has_value());
  points.front().checkTemplate.failedIntegers = std::move(failedIntegers);
  return std::move(points);
}

Expected<std::vector<CheckedPoint>>
PointChooser::takeInputs(ArrayRef<Array> inputs) {
  if (Error error = tryPoint(inputs))
    return error;
  return takePoints();
}

Expected<std::vector<CheckedPoint>>
PointChooser::drawPoints(func::FuncOp source) {
  for (const IntegerPoint &candidates : chooseIntegers(source, options.seed)) {
    if (Error error = tryIntegers(candidates))
      return error;
    // Give up: each further run would probably take the full time limit too.
    if (numTimeouts >= 2)
      break;
  }
  return takePoints();
}
