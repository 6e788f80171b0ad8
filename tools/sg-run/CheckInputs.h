//===- CheckInputs.h - Where gradients are checked --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_CHECKINPUTS_H
#define SG_TOOLS_SG_RUN_CHECKINPUTS_H

#include "Directions.h"
#include "Options.h"
#include "mlir/IR/BuiltinTypes.h"

namespace sg::run {

/// The bounds of random numbers.
struct Range {
  double low, high;
};

/// The size of random tensors where their type does not say it.
inline constexpr int64_t kRandomSize = 3;

/// Whether what the function takes and returns can be passed to native code.
/// Prints what cannot and returns an exit code.
int checkTypes(llvm::StringRef function, mlir::FunctionType type);

/// The arguments that --input gives, or random ones. Prints what is wrong and
/// returns an exit code.
int makeInputs(const Options &options, mlir::FunctionType type, Range range,
               llvm::SmallVectorImpl<Array> &inputs);

/// Floats in f64.
llvm::Expected<Array> widen(const Array &array);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_CHECKINPUTS_H
