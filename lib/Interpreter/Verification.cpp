//===- Verification.cpp - Native results beside the reference -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Verification.h"
#include "Rounding.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

using Results = std::vector<Tensor>;

namespace {
/// The runs of the reference.
struct References {
  Results exact;
  /// With rounding, one way or another; those that fail have no results.
  std::vector<std::optional<Results>> rounded;
};

/// An element of a result in all runs.
struct ElementRuns {
  Element exact;
  /// Nothing where the run failed or the result has other sizes.
  SmallVector<std::optional<Element>> rounded;
};
} // namespace

static void addRounded(References &references, func::FuncOp function,
                       ArrayRef<Tensor> arguments,
                       const InterpreterOptions &options) {
  llvm::Expected<Results> results = interpret(function, arguments, options);
  if (results)
    references.rounded.push_back(std::move(*results));
  else
    references.rounded.push_back(std::nullopt);
  llvm::consumeError(results.takeError());
}

static ElementRuns getElement(const References &references, unsigned result,
                              int64_t position) {
  ElementRuns runs;
  const Tensor &exact = references.exact[result];
  runs.exact = exact[position];
  for (const std::optional<Results> &rounded : references.rounded)
    if (rounded && (*rounded)[result].getShape() == exact.getShape())
      runs.rounded.push_back((*rounded)[result][position]);
    else
      runs.rounded.push_back(std::nullopt);
  return runs;
}

namespace {
/// How an element compares.
struct Answer {
  /// It is of another kind in another run, and not compared.
  bool isUndecided = false;
  /// Its bound is as large as itself.
  bool isNoise = false;
  double distance = 0, bound = 0;
  /// More than 1 if it is wrong.
  double getRatio() const {
    if (isUndecided || distance == 0)
      return 0;
    return bound == 0 ? HUGE_VAL : distance / bound;
  }
};
} // namespace

static Answer compareIntegers(uint64_t native, const ElementRuns &runs) {
  Answer answer;
  answer.isUndecided = llvm::any_of(runs.rounded, [&](auto &element) {
    return !element || element->bits != runs.exact.bits;
  });
  answer.distance = native != runs.exact.bits;
  return answer;
}

/// Infinities and NaNs are equal to themselves only.
static bool areSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

static Answer compareFloats(FloatType type, double native,
                            const ElementRuns &runs) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double exact = runs.exact.number, moved = 0;
  Answer answer;
  for (const std::optional<Element> &rounded : runs.rounded) {
    bool isKnown =
        rounded && (std::isfinite(exact) == std::isfinite(rounded->number) &&
                    (std::isfinite(exact) || areSame(exact, rounded->number)));
    answer.isUndecided |= !isKnown;
    if (isKnown && std::isfinite(exact))
      moved = std::max(moved, std::abs(rounded->number - exact));
  }
  if (!std::isfinite(native) || !std::isfinite(exact)) {
    answer.distance = areSame(native, exact) ? 0 : HUGE_VAL;
    return answer;
  }
  double place =
      std::ldexp(1.0, 1 - int(std::min(type.getFPMantissaWidth(), 53u)));
  double least = toDouble(llvm::APFloat::getSmallestNormalized(semantics));
  answer.distance = std::abs(native - exact);
  answer.bound =
      kRoundingFactor * moved + kLastPlaces * place * std::abs(exact) + least;
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

static llvm::Expected<ResultVerdict> compareResult(const References &references,
                                                   unsigned result,
                                                   const Array &native) {
  ResultVerdict verdict;
  const Tensor &exact = references.exact[result];
  verdict.numElements = exact.getNumElements();
  llvm::Expected<Tensor> got = toTensor(native);
  if (!got)
    return got.takeError();
  if (native.getShape() != exact.getShape()) {
    bool isUndecided = llvm::any_of(references.rounded, [&](auto &rounded) {
      return !rounded || (*rounded)[result].getShape() != exact.getShape();
    });
    verdict.nativeShape = print(native.getShape());
    verdict.referenceShape = print(exact.getShape());
    verdict.numUndecided = isUndecided ? verdict.numElements : 0;
    verdict.isWrong = !isUndecided;
    return verdict;
  }
  auto floating = dyn_cast<FloatType>(native.getElementType());
  double worst = -1;
  int64_t place = 0;
  Answer answerThere;
  for (int64_t i = 0; i < verdict.numElements; ++i) {
    ElementRuns runs = getElement(references, result, i);
    Answer answer = floating ? compareFloats(floating, (*got)[i].number, runs)
                             : compareIntegers((*got)[i].bits, runs);
    verdict.numUndecided += answer.isUndecided || answer.isNoise;
    if (answer.isUndecided || answer.getRatio() <= worst)
      continue;
    worst = answer.getRatio();
    place = i;
    answerThere = answer;
  }
  verdict.isWrong = worst > 1;
  if (worst < 0)
    return verdict;
  llvm::Expected<Array> expected = toArray(exact, native.getElementType());
  if (!expected)
    return expected.takeError();
  verdict.difference = {findIndex(exact.getShape(), place),
                        print(native, place), print(*expected, place),
                        answerThere.distance, answerThere.bound};
  return verdict;
}

llvm::Expected<std::vector<ResultVerdict>> sg::interpreter::verifyResults(
    func::FuncOp function, ArrayRef<Tensor> arguments, ArrayRef<Array> results,
    InterpreterOptions options) {
  References references;
  options.rounding = Rounding::None;
  llvm::Expected<Results> exact = interpret(function, arguments, options);
  if (!exact)
    return exact.takeError();
  references.exact = std::move(*exact);
  options.output = nullptr; // once is enough
  options.rounding = Rounding::EachOp;
  addRounded(references, function, arguments, options);
  options.rounding = Rounding::Random;
  std::vector<ResultVerdict> verdicts;
  for (unsigned run = 0; run < kRandomRuns; ++run, ++options.seed) {
    addRounded(references, function, arguments, options);
    if (run > 0 && run + 1 < kRandomRuns)
      continue;
    verdicts.clear();
    for (auto [i, native] : llvm::enumerate(results)) {
      llvm::Expected<ResultVerdict> verdict =
          compareResult(references, i, native);
      if (!verdict)
        return verdict.takeError();
      verdicts.push_back(std::move(*verdict));
    }
    if (llvm::none_of(verdicts, [](const ResultVerdict &verdict) {
          return verdict.isWrong;
        }))
      break;
  }
  return verdicts;
}
