//===- Verification.h - Native results checked by the reference -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program itself determines the error bound of native results. The
// reference runs without rounding, with rounding of each op, and with random
// rounding (D. S. Parker, "Monte Carlo arithmetic", 1997). The bound is a
// multiple of the largest difference between these runs
// (docs/ReferenceInterpreter.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_VERIFICATION_H
#define SG_INTERPRETER_VERIFICATION_H

#include "sg/Interpreter/Interpreter.h"

namespace sg::interpreter {

/// Ratio of an element's error bound to the element's largest change between
/// reference runs. Native math functions err by several units in the last place
/// (docs/Accuracy.md), the reference by one.
inline constexpr double kRoundingFactor = 32;
/// Number of units in the last place that are added to an element's bound.
inline constexpr double kMaxUlps = 8;
/// Number of runs with random rounding before a result is reported as wrong.
inline constexpr unsigned kRandomRuns = 10;

/// The result element with the largest ratio of `distance` to `bound`.
struct Difference {
  llvm::SmallVector<int64_t> index;
  /// The values as text, rounded to the type of the result.
  std::string native, reference;
  /// |native - reference| and the error bound. For integers, the bound is 0 and
  /// the distance is 0 or 1.
  double distance = 0, bound = 0;
};

/// The outcome of the comparison of one result.
struct ResultVerdict {
  int64_t numElements = 0;
  /// Number of elements whose comparison proves nothing. An integer, NaN or
  /// infinity is undecided if rounding changes the element. A finite float is
  /// undecided if the error bound is at least the float's magnitude.
  int64_t numUndecided = 0;
  /// The shapes as text. Empty if the shapes are equal.
  std::string nativeShape, referenceShape;
  std::optional<Difference> difference;
  bool isWrong = false;
};

/// Runs the reference with and without rounding, to check another executor.
class ReferenceRuns {
public:
  /// Runs the reference. Returns a Fault if the run without rounding fails.
  /// `function` and `arguments` must outlive the object. The rounding mode in
  /// `options` is ignored.
  static llvm::Expected<ReferenceRuns> make(mlir::func::FuncOp function,
                                            llvm::ArrayRef<Tensor> arguments,
                                            InterpreterOptions options);

  /// Compares `results`, which another executor computed. If a result is wrong,
  /// repeats the reference with other seeds to widen the bounds.
  llvm::Expected<std::vector<ResultVerdict>>
  compare(llvm::ArrayRef<Array> results);

private:
  /// The values of one result element in all runs.
  struct ElementRuns {
    Element exact;
    /// The value in each run with rounding. std::nullopt if the run failed or
    /// its result has a different shape.
    llvm::SmallVector<std::optional<Element>> roundedValues;
  };

  ReferenceRuns(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
                InterpreterOptions options)
      : function(function), arguments(arguments), options(options) {}

  void addRoundedRun(Rounding rounding);
  ElementRuns getElement(unsigned result, int64_t position) const;
  llvm::Expected<ResultVerdict> compareResult(unsigned result,
                                              const Array &native) const;

  mlir::func::FuncOp function;
  llvm::ArrayRef<Tensor> arguments;
  InterpreterOptions options;
  std::vector<Tensor> exact;
  /// The results of the runs with rounding. std::nullopt for a run that failed.
  std::vector<std::optional<std::vector<Tensor>>> roundedRuns;
};

/// Compares `results`, which another executor computed for `function` and
/// `arguments`, with the reference. Returns a Fault if the reference fails.
llvm::Expected<std::vector<ResultVerdict>>
verifyResults(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
              llvm::ArrayRef<Array> results, InterpreterOptions options);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_VERIFICATION_H
