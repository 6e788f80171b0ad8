//===- Interpreter.h - The reference interpreter ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a function on scalars, tensors and vectors element by element. The
// interpreter neither rewrites the program nor uses code generation
// (docs/ReferenceInterpreter.md).
//
//   llvm::Expected<std::vector<Tensor>> results =
//       interpret(function, arguments, InterpreterOptions());
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_INTERPRETER_H
#define SG_INTERPRETER_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Interpreter/Machine/Elements.h"
#include "sg/Interpreter/Machine/Fault.h"
#include "sg/Interpreter/Machine/InterpreterOptions.h"
#include "sg/Runtime/Array.h"
#include <vector>

namespace sg::interpreter {

/// Interprets `function` on `arguments`, which must match the argument types,
/// and returns the results. Scalars are tensors of rank 0. The body and the
/// callees must not contain requests for derivatives (see
/// --grad-expand-derivatives). Returns a Fault if the interpreter fails or an
/// element of a result is unset. Several threads may interpret one module.
llvm::Expected<std::vector<Tensor>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
          const InterpreterOptions &options);

/// Interprets the entry point `entry`, which --sg-export-functions created for
/// a function of type `type`, with the name prefix kInnerPrefix
/// (sg/Runtime/NativeTypes.h). `entry` may be bufferized. Accesses out of
/// bounds or after deallocation, and writes to read-only arguments, are Faults
/// too.
llvm::Expected<std::vector<Tensor>>
interpretEntryPoint(mlir::func::FuncOp entry, mlir::FunctionType type,
                    llvm::ArrayRef<Tensor> arguments,
                    const InterpreterOptions &options);

/// Copies an array to a tensor, without rounding.
llvm::Expected<Tensor> toTensor(const Array &array);

/// Copies a tensor to an array. Elements are rounded to the type `element`.
llvm::Expected<Array> toArray(const Tensor &tensor, mlir::Type element);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_INTERPRETER_H
