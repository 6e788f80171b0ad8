//===- Interpreter.h - The reference ----------------------------*- C++ -*-===//
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
#include "sg/Interpreter/Elements.h"
#include "sg/Runtime/Array.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace sg::interpreter {

/// What becomes of the result of an op on floats.
enum class Rounding {
  /// It stays as it is in f64.
  None,
  /// It is rounded to the op's own type, to nearest.
  EachOp,
  /// It is rounded up or down at random, unless it is exact.
  Random
};

struct InterpreterOptions {
  Rounding rounding = Rounding::None;
  /// What random rounding begins with.
  uint64_t seed = 1;
  /// How much tensors may take, in bytes.
  uint64_t memoryLimit = UINT64_MAX;
  /// How much of the stack calls may take, in bytes.
  uint64_t stackLimit = uint64_t(4) << 20;
  /// Where vector.print prints to; null for nowhere.
  llvm::raw_ostream *output = &llvm::outs();
};

/// Why there are no results: an error at an op.
class Fault : public llvm::ErrorInfo<Fault> {
public:
  static char ID;

  enum Kind {
    /// The program's own: an assertion that does not hold, an index out of
    /// range, an element that was never set.
    Finding,
    /// An op or a type that the interpreter does not know.
    Unknown,
    /// It takes too much memory, or calls itself too deeply.
    Limit
  };

  Fault(Kind kind, mlir::Location location, const llvm::Twine &message)
      : kind(kind), location(location), text(message.str()) {}

  Kind getKind() const { return kind; }
  mlir::Location getLocation() const { return location; }

  /// "model.mlir:3:5: 'tensor.extract': an index is out of range".
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind kind;
  mlir::Location location;
  std::string text;
};

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
