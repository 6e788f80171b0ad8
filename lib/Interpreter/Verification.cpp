//===- Verification.cpp - Check of native results by the reference --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Verification.h"
#include "sg/Interpreter/Machine/Rounding.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

void ReferenceRuns::addRounded(Rounding rounding) {
  options.rounding = rounding;
  llvm::Expected<std::vector<Tensor>> results =
      interpret(function, arguments, options);
  if (results)
    rounded.push_back(std::move(*results));
  else
    rounded.push_back(std::nullopt);
  llvm::consumeError(results.takeError());
}

ReferenceRuns::ElementRuns ReferenceRuns::getElement(unsigned result,
                                                     int64_t position) const {
  ElementRuns runs;
  runs.exact = exact[result][position];
  for (const std::optional<std::vector<Tensor>> &run : rounded)
    if (run && (*run)[result].getShape() == exact[result].getShape())
      runs.rounded.push_back((*run)[result][position]);
    else
      runs.rounded.push_back(std::nullopt);
  return runs;
}

namespace {
/// The outcome of the comparison of one element.
struct ElementVerdict {
  /// True if rounding changes an integer or the kind of a float (finite,
  /// infinite or NaN). The element is then not compared.
  bool isUndecided = false;
  /// True if the bound is as large as the value.
  bool isNoise = false;
  double distance = 0, bound = 0;
  /// Returns `distance` / `bound`. The element is wrong if the ratio exceeds 1.
  double getRatio() const {
    if (isUndecided || distance == 0)
      return 0;
    return bound == 0 ? HUGE_VAL : distance / bound;
  }
};
} // namespace

using Runs = ArrayRef<std::optional<Element>>;

static ElementVerdict compareIntegers(uint64_t native, uint64_t exact,
                                      Runs rounded) {
  ElementVerdict answer;
  answer.isUndecided = llvm::any_of(rounded, [&](auto &element) {
    return !element || element->bits != exact;
  });
  answer.distance = native != exact;
  return answer;
}

/// Returns true if `a` equals `b` or both are NaN.
static bool areSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

static ElementVerdict compareFloats(FloatType type, double native, double exact,
                                    Runs rounded) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double moved = 0;
  ElementVerdict answer;
  for (const std::optional<Element> &run : rounded) {
    bool isKnown =
        run && (std::isfinite(exact) == std::isfinite(run->number) &&
                (std::isfinite(exact) || areSame(exact, run->number)));
    answer.isUndecided |= !isKnown;
    if (isKnown && std::isfinite(exact))
      moved = std::max(moved, std::abs(run->number - exact));
  }
  if (!std::isfinite(native) || !std::isfinite(exact)) {
    answer.distance = areSame(native, exact) ? 0 : HUGE_VAL;
    return answer;
  }
  double lastPlace =
      std::ldexp(1.0, 1 - int(std::min(type.getFPMantissaWidth(), 53u)));
  double least = toDouble(llvm::APFloat::getSmallestNormalized(semantics));
  answer.distance = std::abs(native - exact);
  answer.bound = kRoundingFactor * moved +
                 kLastPlaces * lastPlace * std::abs(exact) + least;
  answer.isNoise = moved > 0 && answer.bound >= std::abs(exact) + least;
  return answer;
}

static std::string print(const Array &array, int64_t position) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printElement(os, array, position);
  return text;
}

static std::string print(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(shape, os);
  os << ']';
  return text;
}

llvm::Expected<ResultVerdict>
ReferenceRuns::compareResult(unsigned result, const Array &native) const {
  ResultVerdict verdict;
  const Tensor &expected = exact[result];
  verdict.numElements = expected.getNumElements();
  llvm::Expected<Tensor> got = toTensor(native);
  if (!got)
    return got.takeError();
  if (native.getShape() != expected.getShape()) {
    bool isUndecided = llvm::any_of(rounded, [&](auto &run) {
      return !run || (*run)[result].getShape() != expected.getShape();
    });
    verdict.nativeShape = print(native.getShape());
    verdict.referenceShape = print(expected.getShape());
    verdict.numUndecided = isUndecided ? verdict.numElements : 0;
    verdict.isWrong = !isUndecided;
    return verdict;
  }
  auto floating = dyn_cast<FloatType>(native.getElementType());
  double worstRatio = -1;
  int64_t worstPosition = 0;
  ElementVerdict worstAnswer;
  for (int64_t i = 0; i < verdict.numElements; ++i) {
    ElementRuns runs = getElement(result, i);
    ElementVerdict answer =
        floating
            ? compareFloats(floating, (*got)[i].number, runs.exact.number,
                            runs.rounded)
            : compareIntegers((*got)[i].bits, runs.exact.bits, runs.rounded);
    verdict.numUndecided += answer.isUndecided || answer.isNoise;
    if (answer.isUndecided || answer.getRatio() <= worstRatio)
      continue;
    worstRatio = answer.getRatio();
    worstPosition = i;
    worstAnswer = answer;
  }
  verdict.isWrong = worstRatio > 1;
  if (worstRatio < 0)
    return verdict;
  llvm::Expected<Array> array = toArray(expected, native.getElementType());
  if (!array)
    return array.takeError();
  verdict.difference = {findIndex(expected.getShape(), worstPosition),
                        print(native, worstPosition),
                        print(*array, worstPosition), worstAnswer.distance,
                        worstAnswer.bound};
  return verdict;
}

llvm::Expected<ReferenceRuns> ReferenceRuns::make(func::FuncOp function,
                                                  ArrayRef<Tensor> arguments,
                                                  InterpreterOptions options) {
  ReferenceRuns runs(function, arguments, options);
  runs.options.rounding = Rounding::None;
  llvm::Expected<std::vector<Tensor>> exact =
      interpret(function, arguments, runs.options);
  if (!exact)
    return exact.takeError();
  runs.exact = std::move(*exact);
  runs.options.output = nullptr; // print only in the first run
  runs.addRounded(Rounding::EachOp);
  runs.addRounded(Rounding::Random);
  return runs;
}

llvm::Expected<std::vector<ResultVerdict>>
ReferenceRuns::compare(ArrayRef<Array> results) {
  while (true) {
    std::vector<ResultVerdict> verdicts;
    bool isWrong = false;
    for (auto [i, native] : llvm::enumerate(results)) {
      llvm::Expected<ResultVerdict> verdict = compareResult(i, native);
      if (!verdict)
        return verdict.takeError();
      isWrong |= verdict->isWrong;
      verdicts.push_back(std::move(*verdict));
    }
    if (!isWrong || rounded.size() > kRandomRuns)
      return verdicts;
    while (rounded.size() <= kRandomRuns) {
      ++options.seed;
      addRounded(Rounding::Random);
    }
  }
}

llvm::Expected<std::vector<ResultVerdict>> sg::interpreter::verifyResults(
    func::FuncOp function, ArrayRef<Tensor> arguments, ArrayRef<Array> results,
    InterpreterOptions options) {
  llvm::Expected<ReferenceRuns> runs =
      ReferenceRuns::make(function, arguments, options);
  if (!runs)
    return runs.takeError();
  return runs->compare(results);
}
