//===- Interpreter.h - The reference interpreter ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes what a function on scalars, tensors and vectors means, element by
// element, from the program as it is written: nothing is rewritten, and nothing
// of code generation is used. docs/ReferenceInterpreter.md tells the rules.
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

/// The results of `function`, whose body and callees have no requests for
/// derivatives any more (--grad-expand-derivatives), for arguments of its
/// types; scalars have rank 0. Each element of the results is set. Errors are
/// of the class Fault. The module is not changed, and may be used by several
/// threads at once.
llvm::Expected<std::vector<Tensor>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
          const InterpreterOptions &options);

/// The same for what --sg-export-functions and the passes behind it have made
/// of a function of that type, on tensors and on memory: the function with
/// kInnerPrefix (sg/Runtime/NativeTypes.h). It is a Fault, too, if it reads or
/// writes outside of memory or what has been freed, or writes to an argument
/// that is only to be read.
llvm::Expected<std::vector<Tensor>>
interpretEntryPoint(mlir::func::FuncOp entry, mlir::FunctionType type,
                    llvm::ArrayRef<Tensor> arguments,
                    const InterpreterOptions &options);

/// The elements of an array, without rounding.
llvm::Expected<Tensor> toTensor(const Array &array);

/// Elements as an array of `element`, to which floats are rounded.
llvm::Expected<Array> toArray(const Tensor &tensor, mlir::Type element);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_INTERPRETER_H
