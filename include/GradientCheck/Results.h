//===- Results.h - What a check of gradients finds --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_GRADIENTCHECK_RESULTS_H
#define SG_GRADIENTCHECK_RESULTS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sg::gradcheck {

using Doubles = std::vector<double>;

/// What can be told from values of a float type with that epsilon.
struct Precision {
  double epsilon = std::numeric_limits<double>::epsilon();

  bool isDouble() const {
    return epsilon == std::numeric_limits<double>::epsilon();
  }
  /// Between the two modes, relative to the terms that are summed: a program
  /// in a narrow type rounds some hundred times, about as often either way.
  double modeTolerance() const { return isDouble() ? 1e-8 : 16 * epsilon; }
  /// Between them and differences.
  double differenceTolerance() const {
    return isDouble() ? 1e-6 : 32 * epsilon;
  }
  /// What can be noise in a derivative that still tells something.
  double resolution() const { return std::clamp(64 * epsilon, 1e-2, 0.5); }
  /// What can be noise in a derivative that the modes are said to agree with.
  /// In a narrow type there is no step with less.
  double acceptedNoise() const {
    return isDouble() ? differenceTolerance() : resolution();
  }
};

/// What is found along one direction in one argument.
struct DirectionalResult {
  enum Kind {
    Agrees,
    Unclear,           ///< and the modes agree
    NotDifferentiable, ///< and the modes agree
    NotFinite,         ///< the results are not; nothing can be said
    Disagrees
  } kind = Agrees;
  /// A coefficient for each element.
  Doubles direction = {};
  /// The directional derivative along it, as both modes say.
  double forward = 0, reverse = 0;
  /// The same by finite differences, and how far the modes are from it,
  /// relative to the terms that are summed.
  double differences = 0, distance = 0;
  /// How far `differences` may be off.
  double uncertainty = 0;
  /// The step with which that was seen, and whether larger ones cross a kink.
  double step = 0;
  bool isNearKink = false;
  /// Whether what the modes say is nothing but rounding.
  bool isRounding = false;
  /// If not differentiable: the one-sided derivatives, if there are any.
  std::optional<double> left = {}, right = {};
};

/// What is found of one argument: at least one direction.
struct ArgumentCheck {
  unsigned argument;
  mlir::Type type;
  std::vector<DirectionalResult> directions;

  /// By kind, in their order, and by distance.
  const DirectionalResult &getWorst() const;
};

/// The bounds of random numbers.
struct Bounds {
  double low, high;
};

/// The value of an integer argument without dimensions, or with one element.
struct IntegerInput {
  unsigned argument;
  int64_t value;

  bool operator==(const IntegerInput &other) const {
    return argument == other.argument && value == other.value;
  }
};

/// Integers with which the function fails at random inputs, and its message.
struct FailedIntegers {
  std::vector<IntegerInput> integers;
  std::string reason;
};

/// The result of a check of one function at one point. The function is the one
/// that is checked, or with order 2 a derivative of it.
struct FunctionCheck {
  enum Kind { Function, ReverseDerivative, ForwardDerivative } kind = Function;
  /// Of the function that was asked for.
  std::string name;
  /// The float type that is computed in, and why it is not f64 if it is not.
  std::string type, whyNotWider;
  Precision precision;
  /// Where: nothing if the inputs were given.
  std::optional<Bounds> random;
  /// Whether sizes were chosen, too.
  bool hasChosenSizes = false;
  /// Integers that were chosen. Empty if the inputs were given.
  std::vector<IntegerInput> integers;
  /// Integers that were tried in vain before the first point.
  std::vector<FailedIntegers> failedIntegers;
  uint64_t seed = 0;
  /// Those that could be checked together.
  std::vector<ArgumentCheck> arguments;

  bool agrees() const;
};

/// An op whose derivative is wrong.
struct WrongOp {
  mlir::Location location;
  std::string name;
  /// If it is the function itself, whose own rule says otherwise than its body:
  /// the function. Then there are no derivatives.
  std::string function = {};
  /// In a direction with which that shows.
  double forward = 0, reverse = 0, differences = 0;
  struct Note {
    std::string text;
    /// If it is not about the op.
    std::optional<mlir::Location> location = {};
  };
  /// What it calls, with which operands, in which loop.
  std::vector<Note> notes = {};

  /// "the derivative of 'math.exp' is wrong: ...".
  std::string describe() const;
  /// As an error of the context, at the op.
  mlir::InFlightDiagnostic emitError() const;
};

/// What is found where something disagrees.
struct Localization {
  std::optional<WrongOp> op;
  /// Why it is not known. Empty if a diagnostic has said it.
  std::string reason;
};

struct Result {
  /// For each point a function, followed by its derivatives; again, for
  /// arguments that could not be checked together with others.
  std::vector<FunctionCheck> functions;
  std::vector<Localization> localizations;

  /// Whether nothing disagrees.
  bool agrees() const;
};

/// All of it as lines of text: for each function its heading and its arguments,
/// then what is wrong, with places as "model.mlir:3:8: error: ...".
void print(llvm::raw_ostream &os, const Result &result);

/// The parts of that.
void printHeading(llvm::raw_ostream &os, const FunctionCheck &check);
void printArguments(llvm::raw_ostream &os, const FunctionCheck &check);
void print(llvm::raw_ostream &os, const Localization &localization);

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_RESULTS_H
