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

void ReferenceRuns::addRoundedRun(Rounding rounding) {
  options.rounding = rounding;
  llvm::Expected<std::vector<Tensor>> results =
      interpret(function, arguments, options);
  if (results)
    roundedRuns.push_back(std::move(*results));
  else
    roundedRuns.push_back(std::nullopt);
  llvm::consumeError(results.takeError());
}

ReferenceRuns::ElementRuns ReferenceRuns::getElement(unsigned result,
                                                     int64_t position) const {
  ElementRuns runs;
  runs.exact = exact[result][position];
  for (const std::optional<std::vector<Tensor>> &run : roundedRuns)
    if (run && (*run)[result].getShape() == exact[result].getShape())
      runs.roundedValues.push_back((*run)[result][position]);
    else
      runs.roundedValues.push_back(std::nullopt);
  return runs;
}

namespace {
/// The outcome of the comparison of one element.
struct ElementVerdict {
  /// True if rounding changes an integer or the kind of a float (finite,
  /// infinite or NaN). `distance` is then ignored.
  bool changesKind = false;
  /// True if the rounding error bound is at least the magnitude of the exact
  /// value, so that the comparison proves nothing.
  bool isNoise = false;
  double distance = 0; ///< |native - exact|
  double bound = 0;    ///< the largest `distance` that rounding explains
  /// Returns `distance` / `bound`. The element is wrong if the ratio exceeds 1.
  double getRatio() const {
    if (changesKind || distance == 0)
      return 0;
    return bound == 0 ? HUGE_VAL : distance / bound;
  }
};
} // namespace

using RoundedValues = ArrayRef<std::optional<Element>>;

static ElementVerdict compareIntegers(uint64_t native, uint64_t exact,
                                      RoundedValues roundedValues) {
  ElementVerdict verdict;
  verdict.changesKind = llvm::any_of(roundedValues, [&](auto &element) {
    return !element || element->bits != exact;
  });
  verdict.distance = native != exact;
  return verdict;
}

/// Returns true if `a` equals `b` or both are NaN.
static bool areSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

static ElementVerdict compareFloats(FloatType type, double native, double exact,
                                    RoundedValues roundedValues) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double maxRoundingChange = 0;
  ElementVerdict verdict;
  for (const std::optional<Element> &rounded : roundedValues) {
    bool hasSameKind =
        rounded && (std::isfinite(exact) == std::isfinite(rounded->number) &&
                    (std::isfinite(exact) || areSame(exact, rounded->number)));
    verdict.changesKind |= !hasSameKind;
    if (hasSameKind && std::isfinite(exact))
      maxRoundingChange =
          std::max(maxRoundingChange, std::abs(rounded->number - exact));
  }
  if (!std::isfinite(native) || !std::isfinite(exact)) {
    verdict.distance = areSame(native, exact) ? 0 : HUGE_VAL;
    return verdict;
  }
  double epsilon =
      std::ldexp(1.0, 1 - int(std::min(type.getFPMantissaWidth(), 53u)));
  double smallestNormal =
      toDouble(llvm::APFloat::getSmallestNormalized(semantics));
  verdict.distance = std::abs(native - exact);
  verdict.bound = kRoundingFactor * maxRoundingChange +
                  kMaxUlps * epsilon * std::abs(exact) + smallestNormal;
  verdict.isNoise = maxRoundingChange > 0 &&
                    verdict.bound >= std::abs(exact) + smallestNormal;
  return verdict;
}

static ElementVerdict compareComplex(FloatType type, const Element &native,
                                     const Element &exact,
                                     RoundedValues roundedValues) {
  auto imaginaryPart = [](const Element &element) {
    return Element::ofNumber(element.imaginary);
  };
  SmallVector<std::optional<Element>> imaginaryValues;
  for (const std::optional<Element> &rounded : roundedValues)
    imaginaryValues.push_back(rounded ? std::optional(imaginaryPart(*rounded))
                                      : std::nullopt);
  ElementVerdict real =
      compareFloats(type, native.number, exact.number, roundedValues);
  ElementVerdict imaginary =
      compareFloats(type, native.imaginary, exact.imaginary, imaginaryValues);
  // The rounding error of a product or a quotient is relative to the magnitude
  // of the number, even in a part that is close to zero.
  return {real.changesKind || imaginary.changesKind,
          real.isNoise && imaginary.isNoise,
          std::max(real.distance, imaginary.distance),
          std::max(real.bound, imaginary.bound)};
}

/// Compares elements of type `type`.
static ElementVerdict compareElements(Type type, const Element &native,
                                      const Element &exact,
                                      RoundedValues roundedValues) {
  if (auto floating = dyn_cast<FloatType>(type))
    return compareFloats(floating, native.number, exact.number, roundedValues);
  if (auto complex = dyn_cast<ComplexType>(type))
    return compareComplex(cast<FloatType>(complex.getElementType()), native,
                          exact, roundedValues);
  return compareIntegers(native.bits, exact.bits, roundedValues);
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
  llvm::Expected<Tensor> nativeTensor = toTensor(native);
  if (!nativeTensor)
    return nativeTensor.takeError();
  if (native.getShape() != expected.getShape()) {
    bool isUndecided = llvm::any_of(roundedRuns, [&](auto &run) {
      return !run || (*run)[result].getShape() != expected.getShape();
    });
    verdict.nativeShape = print(native.getShape());
    verdict.referenceShape = print(expected.getShape());
    verdict.numUndecided = isUndecided ? verdict.numElements : 0;
    verdict.isWrong = !isUndecided;
    return verdict;
  }
  double worstRatio = -1;
  int64_t worstPosition = 0;
  ElementVerdict worstVerdict;
  for (int64_t i = 0; i < verdict.numElements; ++i) {
    ElementRuns runs = getElement(result, i);
    ElementVerdict elementVerdict =
        compareElements(native.getElementType(), (*nativeTensor)[i], runs.exact,
                        runs.roundedValues);
    verdict.numUndecided +=
        elementVerdict.changesKind || elementVerdict.isNoise;
    if (elementVerdict.changesKind || elementVerdict.getRatio() <= worstRatio)
      continue;
    worstRatio = elementVerdict.getRatio();
    worstPosition = i;
    worstVerdict = elementVerdict;
  }
  verdict.isWrong = worstRatio > 1;
  if (worstRatio < 0)
    return verdict;
  llvm::Expected<Array> array = toArray(expected, native.getElementType());
  if (!array)
    return array.takeError();
  verdict.difference = {findIndex(expected.getShape(), worstPosition),
                        print(native, worstPosition),
                        print(*array, worstPosition), worstVerdict.distance,
                        worstVerdict.bound};
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
  runs.addRoundedRun(Rounding::EachOp);
  runs.addRoundedRun(Rounding::Random);
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
    // The first of the rounded runs rounds to nearest, all others at random.
    if (!isWrong || roundedRuns.size() > kRandomRuns)
      return verdicts;
    while (roundedRuns.size() <= kRandomRuns) {
      ++options.seed;
      addRoundedRun(Rounding::Random);
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
