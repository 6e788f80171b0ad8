//===- Verification.h - Native results beside the reference -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far native results may be from those of the reference is asked of the
// program itself: the reference runs without rounding, rounding each op, and
// rounding at random (D. S. Parker, "Monte Carlo arithmetic", 1997). What these
// differ by, times a factor, is the bound (docs/ReferenceInterpreter.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_VERIFICATION_H
#define SG_INTERPRETER_VERIFICATION_H

#include "sg/Interpreter/Interpreter.h"

namespace sg::interpreter {

/// The bound of an element is this times the most that rounding has moved it in
/// the reference. Native functions err by some units in the last place
/// (docs/Accuracy.md), the reference by one.
inline constexpr double kRoundingFactor = 32;
/// In addition, so many units in the last place of the element.
inline constexpr double kLastPlaces = 8;
/// How often the reference rounds at random: once, and so often before a
/// result is said to be wrong.
inline constexpr unsigned kRandomRuns = 10;

/// Where the difference is largest in proportion to the bound.
struct Difference {
  llvm::SmallVector<int64_t> index;
  /// As text, in the type of the result.
  std::string native, reference;
  /// Of floats.
  double distance = 0, bound = 0;
};

/// What is found of one result.
struct ResultVerdict {
  int64_t numElements = 0;
  /// Elements of which rounding leaves nothing: an integer, a NaN or an
  /// infinity that is another one if ops round, which is not compared, or a
  /// float whose bound is as large as itself.
  int64_t numUndecided = 0;
  /// The sizes, if they differ.
  std::string nativeShape, referenceShape;
  std::optional<Difference> difference;
  bool isWrong = false;
};

/// Compares what `function` has returned for `arguments` when it was run
/// elsewhere. Fails with a Fault if the reference itself does.
llvm::Expected<std::vector<ResultVerdict>>
verifyResults(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
              llvm::ArrayRef<Array> results, InterpreterOptions options);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_VERIFICATION_H
