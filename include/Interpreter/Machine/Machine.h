//===- Machine.h - Steps, values and frames of a run ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region is compiled once, to a list of steps over slots (Scope.h). Each SSA
// value of a function has a slot in the frame of a call. A step reads the slots
// of its operands and writes the slots of its results.
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_MACHINE_H
#define SG_INTERPRETER_MACHINE_MACHINE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Interpreter/Machine/Fault.h"
#include "sg/Interpreter/Machine/InterpreterOptions.h"
#include "sg/Interpreter/Machine/Memory.h"
#include "sg/Interpreter/Machine/Rounding.h"
#include <functional>
#include <variant>

namespace sg::interpreter {

class Frame;
class OpTable;

/// A function that executes one op. On failure, the machine holds the fault.
using Step = std::function<llvm::LogicalResult(Frame &)>;

/// The index of an SSA value in the frame's scalars, tensors or views.
struct Slot {
  unsigned index;
  bool isTensor; ///< True for vectors too.
  bool isView = false;
};

/// A read of a slot by an op. The last use of a tensor moves the tensor
/// out of the slot, which avoids a copy on write.
struct Use {
  Slot slot;
  bool isLast;
};

/// An integer: `constant` if set, otherwise the value in `slot`.
struct Number {
  std::optional<int64_t> constant;
  Slot slot = {};
};

/// The run-time value of an SSA value.
using RuntimeValue = std::variant<Element, Tensor, View>;

/// A compiled region.
class Body {
public:
  /// The operands of a terminator without successors, for example scf.yield.
  struct Exit {
    llvm::SmallVector<Use> operands;
    Slot getSlot(unsigned i) const { return operands[i].slot; }
  };
  struct Edge {
    unsigned block;
    llvm::SmallVector<Use> operands;
  };
  struct Block {
    std::vector<Step> steps;
    llvm::SmallVector<Slot> arguments;
    Exit exit;
    /// The successors of the terminator.
    std::vector<Edge> edges;
    std::function<llvm::FailureOr<unsigned>(Frame &)> selectSuccessor;
  };

  std::vector<Block> blocks;

  llvm::ArrayRef<Slot> getArguments() const { return blocks.front().arguments; }
  /// Returns the exit of a region with one block.
  const Exit &getExit() const { return blocks.front().exit; }

  /// Runs the region, whose arguments must be set. Returns the executed exit.
  llvm::FailureOr<const Exit *> run(Frame &frame) const;
  /// Runs the region on the arguments `index`. Returns the yielded element.
  llvm::FailureOr<Element> runAt(Frame &frame,
                                 llvm::ArrayRef<int64_t> index) const;
};

using SharedBody = std::shared_ptr<const Body>;

/// A compiled function and the number of slots that a call needs.
struct Function {
  SharedBody body;
  unsigned numScalars = 0, numTensors = 0, numViews = 0;
};

/// The state of an interpreter run, except the frames of the calls.
class Machine {
public:
  Machine(const InterpreterOptions &options, const OpTable &ops);

  const OpTable &getOps() const { return ops; }
  Rounder &getRounder() { return rounder; }
  const std::shared_ptr<MemoryBudget> &getBudget() { return budget; }
  /// Returns the stream to which vector.print prints.
  llvm::raw_ostream &getOutput();

  /// Records a fault at `op`, for example "'tensor.extract': an index is out of
  /// range".
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message,
                           Fault::Kind kind = Fault::Finding);
  /// Records a fault without the name of an op.
  llvm::LogicalResult failWithoutOpName(mlir::Location location,
                                        const llvm::Twine &message,
                                        Fault::Kind kind = Fault::Finding);
  llvm::Error takeFault();

  /// Returns the compiled `function`. Compiles each function once.
  llvm::FailureOr<const Function *> getFunction(mlir::func::FuncOp function);

  /// Calls `callee` from `op`.
  llvm::FailureOr<llvm::SmallVector<RuntimeValue>>
  call(mlir::Operation *op, mlir::func::FuncOp callee,
       llvm::SmallVector<RuntimeValue> arguments);

  /// The results of an entry point. Empty for other functions.
  std::vector<View> entryResults;

private:
  InterpreterOptions options;
  const OpTable &ops;
  Rounder rounder;
  std::shared_ptr<MemoryBudget> budget;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Function>> functions;
  std::optional<Fault> fault;
  const char *stackBase;
};

/// The values of one call, by slot.
class Frame {
public:
  Frame(Machine &machine, const Function &function)
      : machine(machine), scalars(function.numScalars),
        tensors(function.numTensors), views(function.numViews) {}

  Machine &machine;

  Element &scalar(Slot slot) { return scalars[slot.index]; }
  Tensor &tensor(Slot slot) { return tensors[slot.index]; }
  View &view(Slot slot) { return views[slot.index]; }

  RuntimeValue get(Slot slot) const {
    if (slot.isView)
      return views[slot.index];
    return slot.isTensor ? RuntimeValue(tensors[slot.index])
                         : RuntimeValue(scalars[slot.index]);
  }
  RuntimeValue take(Use use) {
    return use.slot.isTensor ? RuntimeValue(takeTensor(use)) : get(use.slot);
  }
  Tensor takeTensor(Use use) {
    Tensor &tensor = tensors[use.slot.index];
    return use.isLast ? std::exchange(tensor, Tensor()) : tensor;
  }
  llvm::SmallVector<RuntimeValue> take(llvm::ArrayRef<Use> uses) {
    return llvm::map_to_vector(uses, [&](Use use) { return take(use); });
  }
  void set(Slot slot, RuntimeValue datum) {
    if (slot.isView)
      view(slot) = std::get<View>(std::move(datum));
    else if (slot.isTensor)
      tensor(slot) = std::get<Tensor>(std::move(datum));
    else
      scalar(slot) = std::get<Element>(datum);
  }
  void set(llvm::ArrayRef<Slot> slots, llvm::SmallVector<RuntimeValue> data) {
    for (auto [slot, datum] : llvm::zip_equal(slots, data))
      set(slot, std::move(datum));
  }

  /// Allocates a tensor of zeros for a result of `op`. Fails if a size is
  /// negative or memory runs out.
  llvm::FailureOr<Tensor> allocate(mlir::Operation *op,
                                   llvm::ArrayRef<int64_t> shape);
  /// Returns the elements of `tensor` for writing.
  llvm::FailureOr<Element *> edit(mlir::Operation *op, Tensor &tensor);

  /// Fails if `element`, on which the behavior of `op` depends, is unset.
  llvm::LogicalResult require(mlir::Operation *op, const Element &element);
  /// Returns the signed `width`-bit integer in `slot`. Fails if it is unset.
  llvm::FailureOr<int64_t> getIndex(mlir::Operation *op, Slot slot,
                                    unsigned width = 64);
  llvm::FailureOr<llvm::SmallVector<int64_t>>
  getIndices(mlir::Operation *op, llvm::ArrayRef<Slot> slots);
  llvm::FailureOr<llvm::SmallVector<int64_t>>
  getIndices(mlir::Operation *op, llvm::ArrayRef<Number> numbers);
  llvm::FailureOr<bool> getCondition(mlir::Operation *op, Slot slot);

private:
  std::vector<Element> scalars;
  std::vector<Tensor> tensors;
  std::vector<View> views;
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_MACHINE_H
