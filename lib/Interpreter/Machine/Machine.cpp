//===- Machine.cpp - Steps, values and frames of a run --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Machine.h"
#include "sg/Interpreter/Machine/Scope.h"

using namespace mlir;
using namespace sg::interpreter;

FailureOr<const Body::Exit *> Body::run(Frame &frame) const {
  const Block *block = &blocks.front();
  while (true) {
    for (const Step &step : block->steps)
      if (failed(step(frame)))
        return failure();
    if (block->edges.empty())
      return &block->exit;
    FailureOr<unsigned> choice = block->selectSuccessor(frame);
    if (failed(choice))
      return failure();
    const Edge &edge = block->edges[*choice];
    block = &blocks[edge.block];
    frame.set(block->arguments, frame.take(edge.operands));
  }
}

FailureOr<Element> Body::runAt(Frame &frame, ArrayRef<int64_t> index) const {
  for (auto [slot, i] : llvm::zip_equal(getArguments(), index))
    frame.scalar(slot) = Element::ofBits(i);
  FailureOr<const Exit *> exit = run(frame);
  if (failed(exit))
    return failure();
  return frame.scalar((*exit)->getSlot(0));
}

/// Returns an address in or near the caller's stack frame.
LLVM_ATTRIBUTE_NOINLINE static const char *getStackAddress() {
  return static_cast<const char *>(__builtin_frame_address(0));
}

Machine::Machine(const InterpreterOptions &options, const OpTable &ops)
    : options(options), ops(ops), rounder(options.rounding, options.seed),
      budget(std::make_shared<MemoryBudget>()), stackBase(getStackAddress()) {
  budget->limit = options.memoryLimit;
}

llvm::raw_ostream &Machine::getOutput() {
  return options.output ? *options.output : llvm::nulls();
}

LogicalResult Machine::failWithoutOpName(Location location,
                                         const llvm::Twine &message,
                                         Fault::Kind kind) {
  fault.emplace(kind, location, message);
  return failure();
}

LogicalResult Machine::fail(Operation *op, const llvm::Twine &message,
                            Fault::Kind kind) {
  return failWithoutOpName(
      op->getLoc(), "'" + op->getName().getStringRef() + "': " + message, kind);
}

llvm::Error Machine::takeFault() {
  return llvm::make_error<Fault>(*std::exchange(fault, std::nullopt));
}

FailureOr<const Function *> Machine::getFunction(func::FuncOp function) {
  std::unique_ptr<Function> &cached = functions[function];
  if (cached)
    return cached.get();
  FailureOr<std::unique_ptr<Function>> compiled = compile(function, *this);
  if (failed(compiled))
    return failure();
  cached = std::move(*compiled);
  return cached.get();
}

FailureOr<SmallVector<RuntimeValue>>
Machine::call(Operation *op, func::FuncOp callee,
              SmallVector<RuntimeValue> arguments) {
  if (uint64_t(std::abs(stackBase - getStackAddress())) > options.stackLimit)
    return fail(op, "the stack is exhausted: the program recurses too deeply",
                Fault::Limit);
  FailureOr<const Function *> function = getFunction(callee);
  if (failed(function))
    return failure();
  Frame frame(*this, **function);
  frame.set((*function)->body->getArguments(), std::move(arguments));
  FailureOr<const Body::Exit *> exit = (*function)->body->run(frame);
  if (failed(exit))
    return failure();
  return frame.take((*exit)->operands);
}

FailureOr<Tensor> Frame::allocate(Operation *op, ArrayRef<int64_t> shape) {
  for (int64_t size : shape)
    if (size < 0)
      return machine.fail(op,
                          "a tensor would have the size " + llvm::Twine(size));
  std::optional<Tensor> tensor = Tensor::allocate(shape, machine.getBudget());
  if (tensor)
    return std::move(*tensor);
  std::string sizes;
  llvm::raw_string_ostream os(sizes);
  llvm::interleave(shape, os, "x");
  return machine.fail(
      op, "out of memory for a tensor of " + sizes + " elements", Fault::Limit);
}

FailureOr<Element *> Frame::edit(Operation *op, Tensor &tensor) {
  if (Element *elements = tensor.edit())
    return elements;
  return machine.fail(op, "out of memory for a copy of a tensor", Fault::Limit);
}

LogicalResult Frame::require(Operation *op, const Element &element) {
  if (!element.unset)
    return success();
  std::string origin;
  llvm::raw_string_ostream os(origin);
  if (auto file = element.unset->getLoc()->findInstanceOf<FileLineColLoc>())
    os << " at " << file.getFilename().getValue() << ":" << file.getLine()
       << ":" << file.getColumn();
  return machine.fail(op, "depends on an element that '" +
                              element.unset->getName().getStringRef() + "'" +
                              origin + " leaves unset");
}

FailureOr<int64_t> Frame::getIndex(Operation *op, Slot slot, unsigned width) {
  const Element &element = scalar(slot);
  if (failed(require(op, element)))
    return failure();
  return llvm::SignExtend64(element.bits, width);
}

FailureOr<SmallVector<int64_t>> Frame::getIndices(Operation *op,
                                                  ArrayRef<Slot> slots) {
  SmallVector<int64_t> indices;
  for (Slot slot : slots) {
    FailureOr<int64_t> index = getIndex(op, slot);
    if (failed(index))
      return failure();
    indices.push_back(*index);
  }
  return indices;
}

FailureOr<SmallVector<int64_t>> Frame::getIndices(Operation *op,
                                                  ArrayRef<Number> numbers) {
  SmallVector<int64_t> indices;
  for (const Number &number : numbers) {
    FailureOr<int64_t> index =
        number.constant ? *number.constant : getIndex(op, number.slot);
    if (failed(index))
      return failure();
    indices.push_back(*index);
  }
  return indices;
}

FailureOr<bool> Frame::getCondition(Operation *op, Slot slot) {
  const Element &element = scalar(slot);
  if (failed(require(op, element)))
    return failure();
  return element.bits != 0;
}
