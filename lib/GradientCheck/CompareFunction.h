//===- CompareFunction.h - Compare derivatives with differences -*- C++ -*-===//
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

/// Compares the derivatives of a function in all its differentiated arguments
/// with finite differences. Adds the results to `check`, whose `arguments` must
/// be empty. `type` is the type of the function in the source. Arguments that
/// can only be checked separately are added to `separateArguments` instead.
llvm::Error
compareFunction(CheckedFunction &checked, mlir::FunctionType type,
                const Options &options, FunctionCheck &check,
                llvm::SmallSetVector<unsigned, 4> &separateArguments);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_COMPAREFUNCTION_H
