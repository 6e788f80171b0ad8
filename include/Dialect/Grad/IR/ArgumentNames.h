//===- ArgumentNames.h - Names of arguments ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_ARGUMENTNAMES_H
#define SG_DIALECT_GRAD_IR_ARGUMENTNAMES_H

#include "mlir/IR/Value.h"
#include <string>

namespace sg::grad {

/// Returns the name of an argument in the program from which a frontend made
/// the module, for example "parameters['w']", or an empty string. The name is
/// that of the argument's location.
std::string getArgumentName(mlir::BlockArgument argument);

/// Returns " (name)", or an empty string if the argument has no name.
std::string getArgumentSuffix(mlir::BlockArgument argument);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_ARGUMENTNAMES_H
