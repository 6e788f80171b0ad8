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

/// What the reference gives for `function` and `arguments`, without rounding
/// and with it.
class ReferenceRuns {
public:
  /// Fails with a Fault if the run without rounding does. The function and the
  /// arguments have to live as long as this. Rounding is not read from
  /// `options`.
  static llvm::Expected<ReferenceRuns> make(mlir::func::FuncOp function,
                                            llvm::ArrayRef<Tensor> arguments,
                                            InterpreterOptions options);

  /// Compares results from elsewhere. Runs the reference more often if that
  /// leaves a difference.
  llvm::Expected<std::vector<ResultVerdict>>
  compare(llvm::ArrayRef<Array> results);

private:
  /// An element of a result in all runs.
  struct ElementRuns {
    Element exact;
    /// Nothing where the run failed or the result has other sizes.
    llvm::SmallVector<std::optional<Element>> rounded;
  };

  ReferenceRuns(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
                InterpreterOptions options)
      : function(function), arguments(arguments), options(options) {}

  void addRounded(Rounding rounding);
  ElementRuns getElement(unsigned result, int64_t position) const;
  llvm::Expected<ResultVerdict> compareResult(unsigned result,
                                              const Array &native) const;

  mlir::func::FuncOp function;
  llvm::ArrayRef<Tensor> arguments;
  InterpreterOptions options;
  std::vector<Tensor> exact;
  /// Those that fail have no results.
  std::vector<std::optional<std::vector<Tensor>>> rounded;
};

/// Compares what `function` has returned for `arguments` when it was run
/// elsewhere. Fails with a Fault if the reference itself does.
llvm::Expected<std::vector<ResultVerdict>>
verifyResults(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
              llvm::ArrayRef<Array> results, InterpreterOptions options);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_VERIFICATION_H
