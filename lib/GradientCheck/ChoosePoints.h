//===- ChoosePoints.h - Points with finite results --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_CHOOSEPOINTS_H
#define SG_LIB_GRADIENTCHECK_CHOOSEPOINTS_H

#include "CheckedFunction.h"
#include "Point.h"

namespace sg::gradcheck {

/// In seconds, for a run at random inputs. Where nobody says what a program is
/// made for, a loop may have no end.
inline constexpr double kTimeLimit = 10;

/// The limit of a run of `what`, with the message of a run that exceeds it.
TimeLimit makeLimit(double seconds, const llvm::Twine &what,
                    const llvm::Twine &where, bool isRandom);

llvm::Error failedRun(const CallOutcome &outcome);

/// A point at which a function has finite results.
struct CheckedPoint {
  llvm::SmallVector<Array> inputs;
  /// The check at this point, without its results.
  FunctionCheck unchecked;
};

/// Chooses the points at which the derivatives of a function are checked.
class PointChooser {
public:
  /// `type` is that of the function as it was written; in `function` it may be
  /// widened to f64. `check` has what is equal at all points.
  PointChooser(NativeProgram &program, CheckedFunction &function,
               mlir::FunctionType type, const Options &options,
               const FunctionCheck &check)
      : program(program), function(function), type(type), options(options),
        check(check) {}

  /// The point that a user gave. Returns an error if derivatives cannot be
  /// checked there.
  llvm::Expected<std::vector<CheckedPoint>>
  takeInputs(llvm::ArrayRef<Array> inputs);

  /// Random points, at which the integers that `source` reads have different
  /// parities. Returns an error if derivatives can be checked at none of them.
  llvm::Expected<std::vector<CheckedPoint>>
  drawPoints(mlir::func::FuncOp source);

  /// The seconds that the function took at the point where it took longest.
  double getRunSeconds() const { return runSeconds; }

private:
  std::optional<CallOutcome> runAt(llvm::ArrayRef<Array> point);
  llvm::Expected<llvm::SmallVector<Array>> widenPoint(llvm::ArrayRef<Array>);
  llvm::Error tryPoint(llvm::ArrayRef<Array> inputs);
  llvm::Error tryRanges(llvm::ArrayRef<IntegerInput> integers);
  llvm::Error tryIntegers(const IntegerPoint &candidates);
  llvm::Expected<std::vector<CheckedPoint>> takePoints();

  NativeProgram &program;
  CheckedFunction &function;
  mlir::FunctionType type;
  const Options &options;
  FunctionCheck check;
  std::vector<CheckedPoint> points;
  std::vector<FailedIntegers> failedIntegers;
  /// Why derivatives cannot be checked at the last point that was tried, or
  /// empty.
  std::string problem;
  unsigned numEndless = 0; ///< trials that took too long
  double runSeconds = 0;
  TimeLimit limit;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_CHOOSEPOINTS_H
