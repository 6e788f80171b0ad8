//===- Point.h - Inputs at which gradients are checked ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_POINT_H
#define SG_LIB_GRADIENTCHECK_POINT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/GradientCheck/Results.h"
#include "sg/Runtime/Array.h"

namespace sg::gradcheck {

/// Size of the dynamic dimensions of random tensors.
inline constexpr int64_t kRandomSize = 3;

/// The values of the integer arguments at one point.
struct IntegerPoint {
  /// Random integers from 1 to 4.
  std::vector<IntegerInput> drawn;
  /// The smallest positive integers with the same parities. Small integers are
  /// more often valid as indices and sizes.
  std::vector<IntegerInput> smallest;
};

/// Chooses values for the integer arguments that `function` reads. All values
/// are even at the first point and odd at the second point, since the error of
/// a rule may cancel for an even trip count. If several integers are read,
/// their parities are mixed at two more points. If none is read, returns one
/// point without integers.
std::vector<IntegerPoint> chooseIntegers(mlir::func::FuncOp function,
                                         uint64_t seed);

/// Returns an error if the function does not accept the inputs.
llvm::Error checkInputs(mlir::FunctionType type, llvm::ArrayRef<Array> inputs);

/// Returns the array with floats widened to f64.
llvm::Expected<Array> widen(const Array &array);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_POINT_H
