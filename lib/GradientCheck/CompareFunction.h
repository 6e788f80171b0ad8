//===- CompareFunction.h - Derivatives beside differences -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_COMPAREFUNCTION_H
#define SG_LIB_GRADIENTCHECK_COMPAREFUNCTION_H

#include "CheckedFunction.h"
#include "llvm/ADT/SetVector.h"

namespace sg::gradcheck {

/// Compares the derivatives of a function, in all its arguments that are
/// differentiated, with differences, and adds what it finds to `check`, whose
/// `arguments` are empty. `type` is that of the function as it was written.
/// Arguments that can only be checked without others go to `alone`, also those
/// that are there already.
llvm::Error compareFunction(CheckedFunction &checked, mlir::FunctionType type,
                            const Options &options, FunctionCheck &check,
                            llvm::SmallSetVector<unsigned, 4> &alone);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_COMPAREFUNCTION_H
