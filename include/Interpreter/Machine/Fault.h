//===- Fault.h - Why the reference gives no results -------------*- C++ -*-===//
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

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_FAULT_H
