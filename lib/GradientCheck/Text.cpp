//===- Text.cpp - Print the result of a check -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "Point.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace sg::gradcheck;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static auto toText(double value) { return llvm::format("%.7g", value); }

/// Returns a text such as "3 of 4 directions".
static std::string countOf(ArrayRef<DirectionalResult> results,
                           DirectionalResult::Kind kind) {
  size_t all = results.size();
  size_t count = llvm::count_if(results, [&](const DirectionalResult &result) {
    return result.kind == kind;
  });
  if (all == 1)
    return "1 direction";
  return (count == all ? "all " + Twine(count)
                       : Twine(count) + " of " + Twine(all))
             .str() +
         " directions";
}

static bool isZero(const DirectionalResult &result) {
  return result.forward == 0 && result.reverse == 0;
}

/// Prints the outcome of the check of an argument.
static void printOutcome(raw_ostream &os, ArrayRef<DirectionalResult> results,
                         const DirectionalResult &worst, Precision precision) {
  std::string count = countOf(results, worst.kind);
  switch (worst.kind) {
  case DirectionalResult::Agrees:
    os << "agrees in " << count;
    if (llvm::all_of(results, isZero))
      os << ": the derivative is 0";
    else if (worst.isRounding)
      os << ": the derivative is 0 up to rounding";
    else
      os << ", relative difference " << llvm::format("%.1e", worst.distance);
    if (llvm::any_of(results, [](auto &result) { return result.isNearKink; }))
      os << "; larger steps cross a kink";
    break;
  case DirectionalResult::NotFinite:
    os << "cannot be compared in " << count << ": the results are not finite";
    break;
  case DirectionalResult::Unclear:
    os << "undecided in " << count << ": both modes " << toText(worst.forward)
       << ", differences " << toText(worst.differences)
       << " with an error of up to " << llvm::format("%.1e", worst.uncertainty);
    break;
  case DirectionalResult::NotDifferentiable:
    os << (worst.left || precision.isDouble() ? "not differentiable here in "
                                              : "undecided in ")
       << count << ": both modes " << toText(worst.forward) << ", ";
    if (worst.left)
      os << "differences " << toText(*worst.left) << " to one side and "
         << toText(*worst.right) << " to the other";
    else
      os << "differences do not settle";
    break;
  case DirectionalResult::Disagrees:
    os << "DISAGREES in " << count << ": forward mode " << toText(worst.forward)
       << ", reverse mode " << toText(worst.reverse) << ", differences "
       << toText(worst.differences);
    break;
  }
  os << "\n";
}

static void printArgument(raw_ostream &os, const ArgumentCheck &check,
                          Precision precision) {
  os << "  input " << check.argument;
  if (!check.name.empty())
    os << " (" << check.name << ")";
  os << ", " << check.type << ": ";
  const DirectionalResult &worst = check.getWorst();
  ArrayRef<double> direction = worst.direction;
  if (direction.empty()) {
    os << "has no elements\n";
    return;
  }
  printOutcome(os, check.directions, worst, precision);
  if (worst.kind == DirectionalResult::Disagrees &&
      (!std::isfinite(worst.forward) || !std::isfinite(worst.reverse)))
    os << "    run a function that requests this derivative with --trace-nan "
          "to find the first value that is not finite\n";
  if (worst.kind == DirectionalResult::Agrees ||
      worst.kind == DirectionalResult::NotFinite)
    return;
  constexpr size_t maxCoefficients = 12;
  os << "    in the direction";
  for (double coefficient : direction.take_front(maxCoefficients))
    os << " " << toText(coefficient);
  os << (direction.size() > maxCoefficients ? " ...\n" : "\n");
}

void sg::gradcheck::printArguments(raw_ostream &os,
                                   const FunctionCheck &check) {
  for (const ArgumentCheck &argument : check.arguments)
    printArgument(os, argument, check.precision);
}

//===----------------------------------------------------------------------===//
// Headings
//===----------------------------------------------------------------------===//

/// Prints a text such as "input 1 = 3, input 2 = 2".
static void printIntegers(raw_ostream &os, ArrayRef<IntegerInput> integers) {
  llvm::interleaveComma(integers, os, [&](const IntegerInput &integer) {
    os << "input " << integer.argument << " = " << integer.value;
  });
}

std::string sg::gradcheck::describeInputs(const FunctionCheck &check) {
  if (!check.random)
    return "at the given inputs";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "at random inputs from "
     << llvm::format("%g to %g", check.random->low, check.random->high);
  if (!check.hasChosenSizes && check.integers.empty())
    return text;
  os << " (";
  if (check.hasChosenSizes)
    os << "dynamic sizes: " << kRandomSize
       << (check.integers.empty() ? "" : "; ");
  printIntegers(os, check.integers);
  os << ")";
  return text;
}

void sg::gradcheck::printHeading(raw_ostream &os, const FunctionCheck &check) {
  if (check.kind != FunctionCheck::Function) {
    bool isForward = check.kind == FunctionCheck::ForwardDerivative;
    os << "its derivative in " << (isForward ? "forward" : "reverse")
       << " mode:\n";
    return;
  }
  os << "@" << check.name << " in " << check.type;
  if (!check.whyNotWider.empty())
    os << ", not in f64, as " << check.whyNotWider << ",";
  os << " " << describeInputs(check) << ", seed " << check.seed << ":\n";
  for (const FailedIntegers &failed : check.failedIntegers) {
    os << "  not checked with ";
    printIntegers(os, failed.integers);
    os << ": " << failed.reason << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Wrong ops
//===----------------------------------------------------------------------===//

std::string WrongOp::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!function.empty())
    os << "the rule of '@" << function << "' contradicts its body";
  else
    os << "the derivative of '" << name << "' is wrong: forward mode "
       << toText(forward) << ", reverse mode " << toText(reverse)
       << ", differences " << toText(differences);
  return text;
}

InFlightDiagnostic WrongOp::emitError() const {
  InFlightDiagnostic error = mlir::emitError(location) << describe();
  for (const Note &note : notes)
    error.attachNote(note.location) << note.text;
  return error;
}

/// Prints a location such as "model.mlir:3:8: ". Prints nothing if unknown.
static void printLocation(raw_ostream &os, Location location) {
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
}

void sg::gradcheck::print(raw_ostream &os, const Localization &localization) {
  if (!localization.reason.empty())
    os << "the op that is wrong is not known: " << localization.reason << "\n";
  if (!localization.op)
    return;
  const WrongOp &op = *localization.op;
  printLocation(os, op.location);
  os << "error: " << op.describe() << "\n";
  for (const WrongOp::Note &note : op.notes) {
    printLocation(os, note.location.value_or(op.location));
    os << "note: " << note.text << "\n";
  }
}

void sg::gradcheck::print(raw_ostream &os, const Result &result) {
  for (const FunctionCheck &check : result.functions) {
    printHeading(os, check);
    printArguments(os, check);
  }
  for (const Localization &localization : result.localizations)
    print(os, localization);
}
