//===- GradBytecode.h - The dialect's version in bytecode -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_GRADBYTECODE_H
#define SG_DIALECT_GRAD_IR_GRADBYTECODE_H

namespace sg::grad {
class GradDialect;

/// Bytecode says which version of the dialect has written it, and is refused
/// if that is not known here.
void addBytecodeInterface(GradDialect &dialect);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_GRADBYTECODE_H
