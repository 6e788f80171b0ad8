//===- OperandProbes.h - What ops are run with ------------------*- C++ -*-===//
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

/// Lets a program tell the runtime what its ops are run with
/// (sg/Runtime/ProbeRuntime.h).
class OperandProbes {
public:
  explicit OperandProbes(mlir::ModuleOp module);

  /// In front of `op`, under that number.
  void add(mlir::Operation *op, int64_t number, mlir::ValueRange operands);

private:
  mlir::LLVM::LLVMFuncOp begin, word;
};

/// Reads an operand of what a probe has been told, and drops it from `words`.
llvm::Expected<Array> readOperand(mlir::Type type,
                                  llvm::ArrayRef<int64_t> &words);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_OPERANDPROBES_H
