//===- ChoosePoints.h - Choose points with finite results -------*- C++ -*-===//
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

/// Default time limit in seconds of a run at random inputs. A loop may not
/// terminate at inputs that the program does not expect.
inline constexpr double kTimeLimit = 10;

/// Returns a time limit with the message "<subject> does not end within
/// <seconds> s<suffix>".
TimeLimit makeLimit(double seconds, const llvm::Twine &subject,
                    const llvm::Twine &suffix, bool isRandom);

llvm::Error makeRunError(const CallOutcome &outcome);

/// A point at which a function has finite results.
struct CheckedPoint {
  llvm::SmallVector<Array> inputs;
  /// The check at this point, without results.
  FunctionCheck checkTemplate;
};

/// Chooses the points at which the derivatives of a function are checked.
class PointChooser {
public:
  /// `type` is the type of the function in the source, while `function` may be
  /// widened to f64. `check` holds the properties that all points share.
  PointChooser(NativeProgram &program, CheckedFunction &function,
               mlir::FunctionType type, const Options &options,
               const FunctionCheck &check)
      : program(program), function(function), type(type), options(options),
        check(check) {}

  /// Returns the point given by the user, or an error if derivatives cannot be
  /// checked at this point.
  llvm::Expected<std::vector<CheckedPoint>>
  takeInputs(llvm::ArrayRef<Array> inputs);

  /// Returns random points, at which the integer arguments that `source` reads
  /// have different parities. Returns an error if derivatives can be checked at
  /// no point.
  llvm::Expected<std::vector<CheckedPoint>>
  drawPoints(mlir::func::FuncOp source);

  /// Returns the longest run time of the function at a point, in seconds.
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
  /// The reason why the last point cannot be checked, or empty.
  std::string problem;
  unsigned numTimeouts = 0; ///< Number of runs that exceeded the limit.
  double runSeconds = 0;
  TimeLimit limit;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_CHOOSEPOINTS_H
