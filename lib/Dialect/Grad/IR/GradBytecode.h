//===- GradBytecode.h - Bytecode version of the dialect ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_GRADBYTECODE_H
#define SG_DIALECT_GRAD_IR_GRADBYTECODE_H

namespace sg::grad {
class GradDialect;

/// Registers the bytecode interface, which writes the version of the dialect
/// and rejects unknown versions.
void addBytecodeInterface(GradDialect &dialect);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_GRADBYTECODE_H
