//===- OpTable.h - The ops that the reference supports ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_OPTABLE_H
#define SG_INTERPRETER_MACHINE_OPTABLE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sg/Interpreter/Machine/Scope.h"
#include "llvm/ADT/StringMap.h"

namespace sg::interpreter {

/// The functions that compile ops, by op name.
class OpTable {
public:
  using Compile =
      std::function<llvm::FailureOr<Step>(mlir::Operation *, Scope &)>;

  template <typename Op>
  void add(llvm::FailureOr<Step> (*compile)(Op, Scope &)) {
    compilers[Op::getOperationName()] = [=](mlir::Operation *op, Scope &scope) {
      return compile(llvm::cast<Op>(op), scope);
    };
  }
  void add(llvm::StringRef name, Compile compile) {
    compilers[name] = std::move(compile);
  }

  /// Sets the function that compiles all other ops of linalg.
  void addStructured(Compile compile) { structured = std::move(compile); }

  /// Returns the function that compiles `op`, or null if there is none.
  const Compile *find(mlir::Operation *op) const {
    auto entry = compilers.find(op->getName().getStringRef());
    if (entry != compilers.end())
      return &entry->second;
    return llvm::isa<mlir::linalg::LinalgOp>(op) ? &structured : nullptr;
  }

private:
  llvm::StringMap<Compile> compilers;
  Compile structured;
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_OPTABLE_H
