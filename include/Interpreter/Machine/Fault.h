//===- Fault.h - Errors of the reference interpreter ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_FAULT_H
#define SG_INTERPRETER_MACHINE_FAULT_H

#include "mlir/IR/Location.h"
#include "llvm/Support/Error.h"

namespace sg::interpreter {

/// An error that the interpreter reports at an op.
class Fault : public llvm::ErrorInfo<Fault> {
public:
  static char ID;

  enum Kind {
    /// An error of the program: a failed assertion, an index out of range, or a
    /// result that depends on an unset element.
    Finding,
    /// An op or a type that the interpreter does not support.
    Unknown,
    /// The program needs too much memory or recurses too deeply.
    Limit
  };

  Fault(Kind kind, mlir::Location location, const llvm::Twine &message)
      : kind(kind), location(location), text(message.str()) {}

  Kind getKind() const { return kind; }
  mlir::Location getLocation() const { return location; }

  /// Prints the error, for example "model.mlir:3:5: 'tensor.extract': an index
  /// is out of range".
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind kind;
  mlir::Location location;
  std::string text;
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_FAULT_H
