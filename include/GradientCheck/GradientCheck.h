//===- GradientCheck.h - Whether derivatives are right ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the derivatives of a function, in both modes, with differences of it
// in which the values at stops are frozen (docs/CheckingGradients.md):
//
//   sg::gradcheck::Result result;
//   llvm::Error error =
//       sg::gradcheck::checkGradients(function, {}, {}, result);
//   if (!error && !result.agrees())
//     sg::gradcheck::print(llvm::errs(), result);
//
// sg-run --check-gradients, the library for C and the package for Python are
// made of it. Nothing is printed but by the program that is checked.
//
//===----------------------------------------------------------------------===//

#ifndef SG_GRADIENTCHECK_GRADIENTCHECK_H
#define SG_GRADIENTCHECK_GRADIENTCHECK_H

#include "sg/Compiler/Compiler.h"
#include "sg/GradientCheck/Results.h"
#include "sg/GradientCheck/Runner.h"

namespace sg::gradcheck {

/// Is told what goes on. Nothing that it is handed lives longer than the call.
class Listener {
public:
  virtual ~Listener();
  enum class Phase { Compiling, Running, Localizing };
  virtual void enter(Phase phase) {}
  /// A function is about to be checked: nothing is known of its arguments yet.
  virtual void begin(const FunctionCheck &check) {}
  virtual void end(const FunctionCheck &check) {}
  virtual void end(const Localization &localization) {}
};

struct Options {
  /// The arguments; none is all of differentiable type.
  llvm::SmallVector<unsigned> wrt;
  /// 1, or 2 to check second derivatives too.
  unsigned order = 1;
  /// Along how many directions per argument: at least 1.
  unsigned directions = 4;
  /// What random numbers begin with; with the same they are the same, on every
  /// machine.
  uint64_t seed = 1;
  /// How long a run may take, in seconds, infinity for any time. If not given,
  /// 10 at random inputs, any time at inputs that are given, and 10 more than
  /// 20 times as long for each run after that.
  std::optional<double> timeLimit;
  /// How code is made.
  CompilerOptions compiler;
  /// How it is run; if not given, in this process, where nothing can end a run
  /// that takes too long.
  RunnerFactory makeRunner;
  /// How the function is run first at integers that were drawn, where it may
  /// crash or not end. If not given, as later.
  RunnerFactory makeTrialRunner;
  Listener *listener = nullptr;
};

/// Why a check could not be made.
class CheckError : public llvm::ErrorInfo<CheckError> {
public:
  enum Kind {
    /// What was asked for in Options: the message begins with its name, as
    /// "wrt" or "order".
    Option,
    /// The function, or a derivative, is of a kind that cannot be checked.
    Unsupported,
    /// It has no finite results at the inputs, or they do not fit.
    Inputs,
    /// A run has failed, by an assertion for one (getStatus).
    Run,
    /// A run has taken too long.
    Time,
    /// The program does not do the same twice, or its derivative fails.
    Program
  };
  static char ID;

  CheckError(Kind kind, std::string text) : kind(kind), text(std::move(text)) {}

  Kind getKind() const { return kind; }
  /// Whether inputs were random, so that it may help to give some.
  bool isAtRandom() const { return isRandom; }
  /// Of a run: enum sg_status.
  int32_t getStatus() const { return status; }
  /// Whether a diagnostic has told what is wrong and where.
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

/// Checks the derivatives of `function` at `inputs`, one for each argument, or
/// at random points, of which there are several if the function reads integer
/// arguments: these are odd at some points and even at others. The check ends
/// after the first point at which something disagrees. What is found goes to
/// `result`, up to the error if one is returned: a CheckError, or one of the
/// compiler. The module stays as it is.
llvm::Error checkGradients(mlir::func::FuncOp function,
                           llvm::ArrayRef<Array> inputs, const Options &options,
                           Result &result);

//===----------------------------------------------------------------------===//
// The parts of that which are of use without it
//===----------------------------------------------------------------------===//

/// The arguments that are differentiated: those of `wrt`, or all of
/// differentiable type. An error if there is none, or no result.
llvm::Expected<llvm::SmallVector<unsigned>>
chooseArguments(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> wrt);

/// An error if the function takes or returns what cannot be passed to native
/// code.
llvm::Error checkTypes(mlir::func::FuncOp function);

/// An error unless the function takes an array of these elements and sizes as
/// the argument at `position`, which is of `type`.
llvm::Error checkInput(unsigned position, mlir::Type type, mlir::Type element,
                       llvm::ArrayRef<int64_t> sizes);

/// Returns random inputs of these types: floats in `range`, and the given
/// integers. Other integers are small, since they may be indices or trip
/// counts: 2 without dimensions, else elements of 0 and 1.
llvm::Expected<llvm::SmallVector<Array>>
makeRandomInputs(mlir::FunctionType type, Bounds range, uint64_t seed,
                 llvm::ArrayRef<IntegerInput> integers = {});

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_GRADIENTCHECK_H
