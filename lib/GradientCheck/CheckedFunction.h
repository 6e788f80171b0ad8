//===- CheckedFunction.h - A function with its derivatives ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_CHECKEDFUNCTION_H
#define SG_LIB_GRADIENTCHECK_CHECKEDFUNCTION_H

#include "Differences.h"
#include "NativeProgram.h"

namespace sg::gradcheck {

/// Returns the name of the function that requests the JVP or VJP of `function`.
std::string jvpName(llvm::StringRef function);
std::string vjpName(llvm::StringRef function);

/// Adds functions with the JVP and VJP requests for `function` to the module.
llvm::Error addRequests(mlir::ModuleOp module, llvm::StringRef function,
                        llvm::ArrayRef<unsigned> wrt);

/// A function with its JVP and VJP, and variants that record and replay values
/// at stops.
class CheckedFunction {
public:
  CheckedFunction(std::string name, mlir::FunctionType type,
                  llvm::ArrayRef<unsigned> wrt);

  /// Adds the recording and replaying variants to `module`, whose requests must
  /// be expanded.
  llvm::Error freeze(mlir::ModuleOp module);

  /// Sets the native code and the current point. Runs the recording variant
  /// to keep the values at stops. Returns the outcome if the run fails.
  std::optional<CallOutcome> setPoint(const NativeProgram &program,
                                      llvm::ArrayRef<Array> arguments);

  /// Runs the recording variant at a point in a trial runner, if `program` has
  /// one. Returns the outcome if the run fails.
  std::optional<CallOutcome> tryPoint(const NativeProgram &program,
                                      llvm::ArrayRef<Array> arguments) const;

  // Doubles of results and tangents concatenate all differentiable results.

  /// Returns the results, with frozen stops, at the moved point: the current
  /// point, with `argument` moved by `distance` along `direction`. Returns
  /// std::nullopt if the run fails.
  std::optional<Doubles> resultsAt(unsigned argument,
                                   llvm::ArrayRef<double> direction,
                                   double distance);
  /// Returns the forward-mode derivative along `direction` at the moved point.
  /// Stops are not frozen.
  std::optional<Doubles> tangents(unsigned argument,
                                  llvm::ArrayRef<double> direction,
                                  double distance = 0);
  /// Returns the reverse-mode derivatives, in the order of `wrt`.
  std::optional<std::vector<Doubles>>
  gradients(llvm::ArrayRef<double> cotangents);
  /// Returns the reverse-mode derivative in `argument` at the moved point.
  std::optional<Doubles> gradient(llvm::ArrayRef<double> cotangents,
                                  unsigned argument,
                                  llvm::ArrayRef<double> direction,
                                  double distance);
  /// Compares the derivatives of both modes along `direction` with finite
  /// differences. `tangents` is the forward-mode derivative, `gradients` holds
  /// the reverse-mode derivatives of `cotangents` in all differentiated
  /// arguments. `resultsAt` replaces the member function `resultsAt`, for
  /// example to cache results.
  using ResultsAt = llvm::function_ref<std::optional<Doubles>(double)>;
  DirectionalResult compare(unsigned argument, llvm::ArrayRef<double> direction,
                            llvm::ArrayRef<double> cotangents,
                            llvm::ArrayRef<double> tangents,
                            llvm::ArrayRef<Doubles> gradients,
                            Precision precision, ResultsAt resultsAt = nullptr);

  llvm::ArrayRef<unsigned> getWrt() const { return wrt; }
  /// Returns the arguments at the current point.
  llvm::ArrayRef<Array> getArguments() const { return arguments; }
  llvm::ArrayRef<Array> getResults() const { return results; }
  mlir::FunctionType getType() const { return type; }
  const std::string &getName() const { return name; }

private:
  Doubles flatten(llvm::ArrayRef<Array> arrays) const;
  /// Returns the arguments with `argument` moved along `direction`, or
  /// std::nullopt if memory runs out.
  std::optional<llvm::SmallVector<Array>>
  moveArguments(unsigned argument, llvm::ArrayRef<double> direction,
                double distance) const;
  std::optional<std::vector<Doubles>>
  gradientsAt(llvm::SmallVector<Array> inputs,
              llvm::ArrayRef<double> cotangents);
  std::optional<DirectionalDerivatives>
  derivativesAt(llvm::ArrayRef<double> cotangents, unsigned argument,
                llvm::ArrayRef<double> direction, double distance);
  size_t positionOf(unsigned argument) const {
    return llvm::find(wrt, argument) - wrt.begin();
  }

  std::string name;
  mlir::FunctionType type, recordType;
  llvm::SmallVector<unsigned> wrt;
  /// Indices of the results of differentiable type.
  llvm::SmallVector<unsigned> differentiableResults;
  const NativeProgram *program = nullptr;
  llvm::SmallVector<Array> arguments, results, stopValues;
};

size_t countElements(llvm::ArrayRef<Array> arrays);

/// Splits `flat` into arrays with the types and shapes of `results`.
llvm::Expected<llvm::SmallVector<Array>>
splitLike(llvm::ArrayRef<double> flat, llvm::ArrayRef<Array> results);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_CHECKEDFUNCTION_H
