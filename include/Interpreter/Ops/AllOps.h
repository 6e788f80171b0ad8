//===- AllOps.h - The ops that the reference supports -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_OPS_ALLOPS_H
#define SG_INTERPRETER_OPS_ALLOPS_H

#include "sg/Interpreter/Machine/OpTable.h"

namespace sg::interpreter {

/// Returns the table of all supported ops.
const OpTable &getAllOps();

} // namespace sg::interpreter

#endif // SG_INTERPRETER_OPS_ALLOPS_H
