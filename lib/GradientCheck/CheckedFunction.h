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

/// The names of the functions that ask for the derivatives of `function`.
std::string jvpName(llvm::StringRef function);
std::string vjpName(llvm::StringRef function);

/// Adds them to a module.
llvm::Error addRequests(mlir::ModuleOp module, llvm::StringRef function,
                        llvm::ArrayRef<unsigned> wrt);

/// A function of a module, its derivatives in both modes, and the function with
/// its stops frozen.
class CheckedFunction {
public:
  CheckedFunction(std::string name, mlir::FunctionType type,
                  llvm::ArrayRef<unsigned> wrt);

  /// Adds the frozen function to the module, which has no requests any more.
  llvm::Error freeze(mlir::ModuleOp module);

  /// From here on `program` is the module's native code. Runs the function
  /// there and keeps what its stops meet. If it fails, says why.
  std::optional<CallOutcome> setPoint(const NativeProgram &program,
                                      llvm::ArrayRef<Array> arguments);

  /// Runs the function in a trial, if `program` makes some. If it fails, says
  /// why.
  std::optional<CallOutcome> tryPoint(const NativeProgram &program,
                                      llvm::ArrayRef<Array> arguments) const;

  // Elements of all results of differentiable type are one after another.

  /// The results with stops frozen, `distance` along a direction from the point
  /// in one of the differentiated arguments; nothing if it fails.
  std::optional<Doubles> resultsAt(unsigned argument,
                                   llvm::ArrayRef<double> direction,
                                   double distance);
  /// The derivative along that direction, there. Stops are not frozen.
  std::optional<Doubles> tangents(unsigned argument,
                                  llvm::ArrayRef<double> direction,
                                  double distance = 0);
  /// The derivatives in the differentiated arguments, in the order of `wrt`.
  std::optional<std::vector<Doubles>>
  gradients(llvm::ArrayRef<double> cotangents);
  /// That in `argument`, at a distance from the point.
  std::optional<Doubles> gradient(llvm::ArrayRef<double> cotangents,
                                  unsigned argument,
                                  llvm::ArrayRef<double> direction,
                                  double distance);
  /// Compares what both modes say of the derivative along the direction with
  /// differences: `tangents` and, of all the differentiated arguments,
  /// `gradients`, of `cotangents`. `resultsAt` may remember.
  using ResultsAt = llvm::function_ref<std::optional<Doubles>(double)>;
  DirectionalResult compare(unsigned argument, llvm::ArrayRef<double> direction,
                            llvm::ArrayRef<double> cotangents,
                            llvm::ArrayRef<double> tangents,
                            llvm::ArrayRef<Doubles> gradients,
                            Precision precision, ResultsAt resultsAt = nullptr);

  llvm::ArrayRef<unsigned> getWrt() const { return wrt; }
  /// What there is at the point.
  llvm::ArrayRef<Array> getArguments() const { return arguments; }
  llvm::ArrayRef<Array> getResults() const { return results; }
  mlir::FunctionType getType() const { return type; }
  const std::string &getName() const { return name; }

private:
  Doubles flatten(llvm::ArrayRef<Array> arrays) const;
  /// The arguments, one of them moved; nothing if that cannot be.
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
  /// The results of differentiable type.
  llvm::SmallVector<unsigned> differentiable;
  const NativeProgram *program = nullptr;
  llvm::SmallVector<Array> arguments, results, stopped;
};

size_t countElements(llvm::ArrayRef<Array> arrays);

/// Arrays for the cotangents of `results`, of which `flat` has the elements.
llvm::Expected<llvm::SmallVector<Array>>
splitLike(llvm::ArrayRef<double> flat, llvm::ArrayRef<Array> results);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_CHECKEDFUNCTION_H
