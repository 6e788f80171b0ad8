//===- Scope.h - Compiling regions to steps ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_SCOPE_H
#define SG_INTERPRETER_MACHINE_SCOPE_H

#include "mlir/IR/OpDefinition.h"
#include "sg/Interpreter/Machine/Machine.h"

namespace sg::interpreter {

/// Compiles one function to steps and assigns a slot to each SSA value.
class Scope {
public:
  explicit Scope(Machine &machine) : machine(machine) {}

  Machine &machine;

  /// Returns the slot of `value` and creates it on first use.
  Slot slotOf(mlir::Value value);
  llvm::SmallVector<Slot> slotsOf(mlir::ValueRange values);
  Slot makeScalar() { return {numScalars++, false}; }

  Use useOf(mlir::OpOperand &operand);
  llvm::SmallVector<Use>
  usesOf(llvm::MutableArrayRef<mlir::OpOperand> operands);
  llvm::SmallVector<Use> usesOf(mlir::MutableOperandRange operands);

  llvm::SmallVector<Number> numbersOf(llvm::ArrayRef<mlir::OpFoldResult> mixed);
  /// Returns the sizes of `type`, with `dynamicSizes` for the dynamic ones.
  llvm::SmallVector<Number> sizesOf(mlir::ShapedType type,
                                    mlir::ValueRange dynamicSizes);

  llvm::FailureOr<SharedBody> compile(mlir::Region &region);

  /// Returns the slots of a structured op's loop indices, which linalg.index
  /// reads. Creates the slots on first use.
  llvm::ArrayRef<Slot> getLoopIndices(mlir::Operation *structuredOp,
                                      unsigned count);

private:
  friend llvm::FailureOr<std::unique_ptr<Function>>
  compile(mlir::func::FuncOp function, Machine &machine);

  llvm::FailureOr<Step> compile(mlir::Operation &op);
  llvm::LogicalResult compile(mlir::Block &block, Body::Block &code,
                              llvm::ArrayRef<mlir::Block *> order);
  llvm::LogicalResult checkTypes(mlir::Operation &op);

  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Slot>> loopIndices;
  unsigned numScalars = 0, numTensors = 0, numViews = 0;
};

/// Compiles `function`. Fails if an op or a type is not supported.
llvm::FailureOr<std::unique_ptr<Function>> compile(mlir::func::FuncOp function,
                                                   Machine &machine);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_SCOPE_H
