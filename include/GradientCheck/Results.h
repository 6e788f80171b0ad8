//===- Results.h - Results of a gradient check ------------------*- C++ -*-===//
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

/// The tolerances for values of a float type with machine epsilon `epsilon`.
struct Precision {
  double epsilon = std::numeric_limits<double>::epsilon();

  bool isDouble() const {
    return epsilon == std::numeric_limits<double>::epsilon();
  }
  /// Tolerance of the difference between the modes, relative to the summed
  /// magnitudes of the terms of the directional derivative. For narrow types,
  /// covers about 256 roundings, whose errors add up like a random walk.
  double modeTolerance() const { return isDouble() ? 1e-8 : 16 * epsilon; }
  /// Like modeTolerance, between a mode and the finite differences.
  double differenceTolerance() const {
    return isDouble() ? 1e-6 : 32 * epsilon;
  }
  /// Relative noise below which a difference quotient is usable.
  double resolution() const { return std::clamp(64 * epsilon, 1e-2, 0.5); }
  /// Relative noise below which agreement with the modes is accepted: in narrow
  /// types `resolution`, because no step has less noise.
  double acceptedNoise() const {
    return isDouble() ? differenceTolerance() : resolution();
  }
};

/// The result of the check along one direction in one argument.
struct DirectionalResult {
  enum Kind {
    Agrees,
    Unclear,           ///< The modes agree; the differences do not converge.
    NotDifferentiable, ///< The modes agree.
    NotFinite,         ///< The results are not finite.
    Disagrees
  } kind = Agrees;
  /// One coefficient per element.
  Doubles direction = {};
  /// The directional derivative in both modes.
  double forward = 0, reverse = 0;
  /// The directional derivative by finite differences, and the larger distance
  /// of a mode from `differences`, relative as in Precision::modeTolerance.
  double differences = 0, distance = 0;
  /// Error bound of `differences`.
  double uncertainty = 0;
  /// The step of the differences, and whether larger steps cross a kink.
  double step = 0;
  bool isNearKink = false;
  /// True if rounding error dominates the derivatives.
  bool isRounding = false;
  /// The one-sided derivatives at a kink.
  std::optional<double> left = {}, right = {};
};

/// The result of the check of one argument, in at least one direction.
struct ArgumentCheck {
  unsigned argument;
  mlir::Type type;
  std::vector<DirectionalResult> directions;
  /// The name in the frontend's program. Empty if there is none.
  std::string name = {};

  /// Returns the worst direction, by kind and then by distance.
  const DirectionalResult &getWorst() const;
};

/// The bounds of random numbers.
struct Bounds {
  double low, high;
};

/// The value of an integer argument that is a scalar or has one element.
struct IntegerInput {
  unsigned argument;
  int64_t value;

  bool operator==(const IntegerInput &other) const {
    return argument == other.argument && value == other.value;
  }
};

/// Integers for which the function fails at random floats, and the reason.
struct FailedIntegers {
  std::vector<IntegerInput> integers;
  std::string reason;
};

/// The result of checking one function at one point: the function given by the
/// user or, at order 2, one of its derivatives.
struct FunctionCheck {
  enum Kind { Function, ReverseDerivative, ForwardDerivative } kind = Function;
  /// Name of the function given by the user.
  std::string name;
  /// The float type of the computation, and the reason if it is not f64.
  std::string type, whyNotWider;
  Precision precision;
  /// The range of the random inputs. std::nullopt if the inputs were given.
  std::optional<Bounds> random;
  /// True if dynamic sizes were chosen.
  bool hasChosenSizes = false;
  /// The chosen integers. Empty if the inputs were given.
  std::vector<IntegerInput> integers;
  /// Integers that failed before the first valid point.
  std::vector<FailedIntegers> failedIntegers;
  uint64_t seed = 0;
  /// The checks of the arguments that can be checked together.
  std::vector<ArgumentCheck> arguments;

  bool agrees() const;
};

/// An op whose derivative is wrong.
struct WrongOp {
  mlir::Location location;
  std::string name;
  /// Name of the function whose custom rule contradicts its body, or empty. If
  /// set, the derivatives below are 0.
  std::string function = {};
  /// The derivatives in a direction in which the check fails.
  double forward = 0, reverse = 0, differences = 0;
  struct Note {
    std::string text;
    /// The location of the note. If not set, the location of the op.
    std::optional<mlir::Location> location = {};
  };
  /// Notes on the callee, the operands, or the enclosing loop.
  std::vector<Note> notes = {};

  /// Returns a text such as "the derivative of 'math.exp' is wrong: ...".
  std::string describe() const;
  mlir::InFlightDiagnostic emitError() const;
};

/// The result of the search for the op that causes a disagreement.
struct Localization {
  std::optional<WrongOp> op;
  /// The reason why `op` is unknown. Empty if a diagnostic states the reason.
  std::string reason;
};

struct Result {
  /// The checks of the function and its derivatives at each point. Arguments
  /// that must be checked separately have further entries.
  std::vector<FunctionCheck> functions;
  std::vector<Localization> localizations;

  /// Returns true if no result is Disagrees, even if results are Unclear.
  bool agrees() const;
};

/// Prints the result as text: for each function a heading and the arguments,
/// then the wrong ops, with locations as in "model.mlir:3:8: error: ...".
void print(llvm::raw_ostream &os, const Result &result);

void printHeading(llvm::raw_ostream &os, const FunctionCheck &check);
void printArguments(llvm::raw_ostream &os, const FunctionCheck &check);
void print(llvm::raw_ostream &os, const Localization &localization);

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_RESULTS_H
