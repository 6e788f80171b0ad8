//===- GradientCheck.h - Check derivatives against differences --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the derivatives of a function in both modes with finite differences,
// for which values at stops are constants (docs/CheckingGradients.md):
//
//   sg::gradcheck::Result result;
//   llvm::Error error =
//       sg::gradcheck::checkGradients(function, {}, {}, result);
//   if (!error && !result.agrees())
//     sg::gradcheck::print(llvm::errs(), result);
//
// sg-run --check-gradients, the C library and the Python package use this
// check, which prints nothing itself.
//
//===----------------------------------------------------------------------===//

#ifndef SG_GRADIENTCHECK_GRADIENTCHECK_H
#define SG_GRADIENTCHECK_GRADIENTCHECK_H

#include "sg/Compiler/Compiler.h"
#include "sg/GradientCheck/Results.h"
#include "sg/GradientCheck/Runner.h"

namespace sg::gradcheck {

/// Receives progress events, whose arguments are valid only during the call.
class Listener {
public:
  virtual ~Listener();
  enum class Phase { Compiling, Running, Localizing };
  virtual void enter(Phase phase) {}
  /// Called before a function is checked. `check` has no results yet.
  virtual void begin(const FunctionCheck &check) {}
  virtual void end(const FunctionCheck &check) {}
  virtual void end(const Localization &localization) {}
};

struct Options {
  /// The differentiated arguments. If empty, all arguments of differentiable
  /// type are differentiated.
  llvm::SmallVector<unsigned> wrt;
  /// Order of the checked derivatives: 1, or 2 to check second derivatives too.
  unsigned order = 1;
  /// Number of random directions per argument, at least 1.
  unsigned directions = 4;
  /// Seed of the random numbers, which are the same on every machine.
  uint64_t seed = 1;
  /// Time limit of a run in seconds, possibly infinity. By default, the first
  /// run at a random point is limited to 10 s, the first run at given inputs is
  /// unlimited, and later runs are limited to 10 s plus 20 times the duration
  /// of the longest first run.
  std::optional<double> timeLimit;
  CompilerOptions compiler;
  /// Makes the runner of the program. If null, the program runs in this
  /// process, without a time limit.
  RunnerFactory makeRunner;
  /// Makes the runner for first runs at random integers, at which the function
  /// may crash or not terminate. If null, `makeRunner` makes the runner.
  RunnerFactory makeTrialRunner;
  Listener *listener = nullptr;
};

/// The reason why a check could not be completed.
class CheckError : public llvm::ErrorInfo<CheckError> {
public:
  enum Kind {
    /// An option is invalid. The message begins with the option's name.
    Option,
    /// The function or a derivative cannot be checked.
    Unsupported,
    /// The function has no finite results at the inputs, or the inputs do not
    /// match the function's arguments.
    Inputs,
    /// A run has failed, for example at an assertion (see getStatus).
    Run,
    /// A run has taken too long.
    Time,
    /// The program is not deterministic, or a derivative fails.
    Program
  };
  static char ID;

  CheckError(Kind kind, std::string text) : kind(kind), text(std::move(text)) {}

  Kind getKind() const { return kind; }
  /// Returns true if the inputs were random, so that explicit inputs may help.
  bool isAtRandom() const { return isRandom; }
  /// Returns the status of a failed run (enum sg_status).
  int32_t getStatus() const { return status; }
  /// Returns true if a diagnostic has already been emitted.
  bool hasDiagnostic() const { return isDiagnosed; }

  CheckError &atRandom(bool yes = true) { return isRandom = yes, *this; }
  CheckError &withStatus(int32_t value) { return status = value, *this; }
  CheckError &diagnosed() { return isDiagnosed = true, *this; }

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Kind kind;
  std::string text;
  bool isRandom = false, isDiagnosed = false;
  int32_t status = 0;
};

/// Checks the derivatives of `function` at `inputs`, one per argument, or, if
/// `inputs` is empty, at random points. A function that reads integer arguments
/// is checked at several random points, with odd and even integers. The check
/// ends after the first point with a wrong derivative. Results are added to
/// `result` even if an error is returned. The error is a CheckError or an error
/// of the compiler. The module is not changed.
llvm::Error checkGradients(mlir::func::FuncOp function,
                           llvm::ArrayRef<Array> inputs, const Options &options,
                           Result &result);

//===----------------------------------------------------------------------===//
// Parts of the check
//===----------------------------------------------------------------------===//

/// Returns `wrt` or, if empty, the indices of all differentiable arguments.
/// Returns an error if no argument or no result is differentiable.
llvm::Expected<llvm::SmallVector<unsigned>>
chooseArguments(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> wrt);

/// Returns an error if an argument or result cannot be passed to native code.
llvm::Error checkTypes(mlir::func::FuncOp function);

/// Returns an error unless the argument at `position`, which has type `type`,
/// accepts arrays with element type `element` and sizes `sizes`.
llvm::Error checkInput(unsigned position, mlir::Type type, mlir::Type element,
                       llvm::ArrayRef<int64_t> sizes);

/// Returns random inputs for a function of type `type`: floats in `range`, and
/// the given `integers`. Other integers are small, since they may be indices or
/// trip counts: scalars are 2; booleans and elements of tensors are 0 or 1.
llvm::Expected<llvm::SmallVector<Array>>
makeRandomInputs(mlir::FunctionType type, Bounds range, uint64_t seed,
                 llvm::ArrayRef<IntegerInput> integers = {});

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_GRADIENTCHECK_H
