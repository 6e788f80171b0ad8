//===- OpTable.h - The ops that the reference knows -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_OPTABLE_H
#define SG_INTERPRETER_OPTABLE_H

#include "Scope.h"
#include "llvm/ADT/StringMap.h"

namespace sg::interpreter {

/// How ops are compiled, by their names.
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

  /// Null for an op that is not known.
  const Compile *find(llvm::StringRef name) const {
    auto found = compilers.find(name);
    return found == compilers.end() ? nullptr : &found->second;
  }

private:
  llvm::StringMap<Compile> compilers;
};

/// All ops but those of linalg that have a region and indexing maps.
const OpTable &getOpTable();

/// Those.
llvm::FailureOr<Step> compileStructuredOp(mlir::Operation *op, Scope &scope);

void addArithFloatOps(OpTable &table);
void addArithIntegerOps(OpTable &table);
void addCallOps(OpTable &table);
void addCastOps(OpTable &table);
void addBranchOps(OpTable &table);
void addComplexOps(OpTable &table);
void addConstantOps(OpTable &table);
void addEntryOps(OpTable &table);
void addIndexOps(OpTable &table);
void addLoopOps(OpTable &table);
void addMathOps(OpTable &table);
void addMemoryOps(OpTable &table);
void addMemoryViewOps(OpTable &table);
void addPackOps(OpTable &table);
void addParallelLoopOps(OpTable &table);
void addSoftmaxOp(OpTable &table);
void addTensorOps(OpTable &table);
void addTensorShapeOps(OpTable &table);
void addTensorSliceOps(OpTable &table);
void addVectorMemoryOps(OpTable &table);
void addVectorOps(OpTable &table);
void addVectorRearrangementOps(OpTable &table);
void addVectorReductionOps(OpTable &table);
void addVectorTransferOps(OpTable &table);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_OPTABLE_H
