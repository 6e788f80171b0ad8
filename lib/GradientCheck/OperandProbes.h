//===- OperandProbes.h - Report operands of ops at run time -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_OPERANDPROBES_H
#define SG_LIB_GRADIENTCHECK_OPERANDPROBES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/Runtime/Array.h"

namespace sg::gradcheck {

/// Instruments a program to report operands of ops to the runtime
/// (sg/Runtime/ProbeRuntime.h).
class OperandProbes {
public:
  explicit OperandProbes(mlir::ModuleOp module);

  /// Inserts a probe with this id before `op`, which reports `operands`.
  void add(mlir::Operation *op, int64_t id, mlir::ValueRange operands);

private:
  mlir::LLVM::LLVMFuncOp begin, word;
};

/// Reads an operand from the words of a probe and drops these words.
llvm::Expected<Array> readOperand(mlir::Type type,
                                  llvm::ArrayRef<int64_t> &words);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_OPERANDPROBES_H
