//===- Scope.cpp - Compiling regions to steps -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Scope.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "sg/Interpreter/Machine/OpTable.h"

using namespace mlir;
using namespace sg::interpreter;

/// Returns true if values of this type are views.
static bool isViewType(Type type) {
  return isa<MemRefType, LLVM::LLVMPointerType, LLVM::LLVMStructType>(type);
}

/// Returns true if the interpreter supports values of this type.
static bool isSupported(Type type) {
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return false;
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getEncoding())
    return false;
  if (auto memref = dyn_cast<MemRefType>(type); memref && !memref.isStrided())
    return false;
  if (isa<LLVM::LLVMPointerType, LLVM::LLVMStructType>(type))
    return true;
  if (isa<TensorType, VectorType, MemRefType>(type))
    type = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64;
  return isa<FloatType, IndexType>(type);
}

Slot Scope::slotOf(Value value) {
  auto [entry, isNew] = slots.try_emplace(value);
  if (isNew) {
    bool isView = isViewType(value.getType());
    bool isTensor = !isView && isa<ShapedType>(value.getType());
    unsigned &count = isView ? numViews : (isTensor ? numTensors : numScalars);
    entry->second = {count++, isTensor, isView};
  }
  return entry->second;
}

SmallVector<Slot> Scope::slotsOf(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return slotOf(value); });
}

/// Returns true if `operand` is the last use of its value. Returns false if the
/// user is in another block, which may be executed repeatedly.
static bool isLastUse(OpOperand &operand) {
  Value value = operand.get();
  Block *block = value.getParentBlock();
  Operation *user = operand.getOwner();
  if (user->getBlock() != block)
    return false;
  return llvm::all_of(value.getUses(), [&](OpOperand &other) {
    if (&other == &operand)
      return true;
    Operation *op = block->findAncestorOpInBlock(*other.getOwner());
    return op && op != user && op->isBeforeInBlock(user);
  });
}

Use Scope::useOf(OpOperand &operand) {
  return {slotOf(operand.get()),
          isa<TensorType, VectorType>(operand.get().getType()) &&
              isLastUse(operand)};
}

SmallVector<Use> Scope::usesOf(MutableArrayRef<OpOperand> operands) {
  return llvm::map_to_vector(
      operands, [&](OpOperand &operand) { return useOf(operand); });
}

SmallVector<Use> Scope::usesOf(MutableOperandRange operands) {
  SmallVector<Use> uses;
  for (OpOperand &operand : operands)
    uses.push_back(useOf(operand));
  return uses;
}

SmallVector<Number> Scope::numbersOf(ArrayRef<OpFoldResult> mixed) {
  return llvm::map_to_vector(mixed, [&](OpFoldResult number) -> Number {
    if (auto value = dyn_cast<Value>(number))
      return {std::nullopt, slotOf(value)};
    return {cast<IntegerAttr>(cast<Attribute>(number)).getInt()};
  });
}

SmallVector<Number> Scope::sizesOf(ShapedType type, ValueRange dynamic) {
  return numbersOf(getMixedValues(type.getShape(), dynamic, type.getContext()));
}

ArrayRef<Slot> Scope::getLoopIndices(Operation *structuredOp, unsigned count) {
  SmallVector<Slot> &indices = loopIndices[structuredOp];
  while (indices.size() < count)
    indices.push_back(makeScalar());
  return indices;
}

LogicalResult Scope::checkTypes(Operation &op) {
  auto check = [&](TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (!isSupported(type)) {
        std::string name;
        llvm::raw_string_ostream(name) << type;
        return machine.fail(
            &op, "the reference does not support values of type " + name,
            Fault::Unknown);
      }
    return success();
  };
  if (failed(check(op.getOperandTypes())) || failed(check(op.getResultTypes())))
    return failure();
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (failed(check(block.getArgumentTypes())))
        return failure();
  return success();
}

/// Returns true if `type` has a static dimension or is a memref.
static bool needsSizeCheck(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getNumDynamicDims() != tensor.getShape().size();
  return isa<MemRefType>(type);
}

/// Fails if the sizes, strides or offset of `view` differ from `type`.
static LogicalResult checkView(Operation *op, Frame &frame, MemRefType type,
                               const View &view) {
  auto check = [&](ArrayRef<int64_t> expectedValues, ArrayRef<int64_t> values,
                   StringRef property) -> LogicalResult {
    for (auto [dim, expected, value] : llvm::enumerate(expectedValues, values))
      // The stride of a dimension of size 1 is unused.
      if (!ShapedType::isDynamic(expected) && expected != value &&
          (property == "size" || view.sizes[dim] > 1))
        return frame.machine.fail(op, "the " + property + " of dimension " +
                                          Twine(dim) + " is not " +
                                          Twine(expected));
    return success();
  };
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return failure(); // all supported layouts are strided
  if (failed(check(type.getShape(), view.sizes, "size")))
    return failure();
  if (llvm::is_contained(view.sizes, 0))
    return success();
  if (!ShapedType::isDynamic(offset) && offset != view.offset)
    return frame.machine.fail(op, "the offset is not " + Twine(offset));
  return check(strides, view.strides, "stride");
}

/// Returns a step that executes `step` and checks the sizes of the results.
static Step addSizeCheck(Operation *op, SmallVector<Slot> results, Step step) {
  return [=](Frame &frame) -> LogicalResult {
    if (failed(step(frame)))
      return failure();
    for (auto [type, slot] : llvm::zip_equal(op->getResultTypes(), results)) {
      if (!needsSizeCheck(type))
        continue;
      if (slot.isView) {
        if (failed(
                checkView(op, frame, cast<MemRefType>(type), frame.view(slot))))
          return failure();
        continue;
      }
      auto tensor = cast<RankedTensorType>(type);
      for (auto [dim, size] : llvm::enumerate(frame.tensor(slot).getShape()))
        if (!tensor.isDynamicDim(dim) && size != tensor.getDimSize(dim))
          return frame.machine.fail(op, "dimension " + Twine(dim) + " is not " +
                                            Twine(tensor.getDimSize(dim)));
    }
    return success();
  };
}

FailureOr<Step> Scope::compile(Operation &op) {
  const OpTable::Compile *compileOp = machine.getOps().find(&op);
  if (!compileOp)
    return machine.failWithoutOpName(op.getLoc(),
                                     "the reference does not support '" +
                                         op.getName().getStringRef() + "'",
                                     Fault::Unknown);
  if (failed(checkTypes(op)))
    return failure();
  FailureOr<Step> step = (*compileOp)(&op, *this);
  if (succeeded(step) && llvm::any_of(op.getResultTypes(), needsSizeCheck))
    return addSizeCheck(&op, slotsOf(op.getResults()), std::move(*step));
  return step;
}

/// Returns a function that selects the successor of a terminator.
static FailureOr<std::function<FailureOr<unsigned>(Frame &)>>
compileSelector(Operation *op, Scope &scope) {
  if (isa<cf::BranchOp>(op))
    return {[](Frame &) -> FailureOr<unsigned> { return 0; }};
  if (auto branch = dyn_cast<cf::CondBranchOp>(op))
    return {[=, slot = scope.slotOf(branch.getCondition())](
                Frame &frame) -> FailureOr<unsigned> {
      FailureOr<bool> condition = frame.getCondition(op, slot);
      if (failed(condition))
        return failure();
      return *condition ? 0 : 1;
    }};
  if (auto branch = dyn_cast<cf::SwitchOp>(op)) {
    SmallVector<uint64_t> cases; // successor 0 is the default
    if (std::optional<DenseIntElementsAttr> values = branch.getCaseValues())
      for (const APInt &value : values->getValues<APInt>())
        cases.push_back(value.getZExtValue());
    return {[=, slot = scope.slotOf(branch.getFlag())](
                Frame &frame) -> FailureOr<unsigned> {
      const Element &flag = frame.scalar(slot);
      if (failed(frame.require(op, flag)))
        return failure();
      auto found = llvm::find(cases, flag.bits);
      return found == cases.end() ? 0 : 1 + (found - cases.begin());
    }};
  }
  return scope.machine.failWithoutOpName(op->getLoc(),
                                         "the reference does not support '" +
                                             op->getName().getStringRef() + "'",
                                         Fault::Unknown);
}

LogicalResult Scope::compile(Block &block, Body::Block &code,
                             ArrayRef<Block *> order) {
  code.arguments = slotsOf(block.getArguments());
  for (Operation &op : block.without_terminator()) {
    FailureOr<Step> step = compile(op);
    if (failed(step))
      return failure();
    code.steps.push_back(std::move(*step));
  }
  Operation *last = block.getTerminator();
  if (isa<ub::UnreachableOp>(last))
    code.steps.push_back(
        [=](Frame &frame) { return frame.machine.fail(last, "is reached"); });
  if (last->getNumSuccessors() == 0) {
    code.exit.operands = usesOf(last->getOpOperands());
    return success();
  }
  auto selector = compileSelector(last, *this);
  if (failed(selector))
    return failure();
  code.selectSuccessor = std::move(*selector);
  auto branch = cast<BranchOpInterface>(last);
  for (auto [i, successor] : llvm::enumerate(last->getSuccessors()))
    code.edges.push_back(
        {unsigned(llvm::find(order, successor) - order.begin()),
         usesOf(branch.getSuccessorOperands(i).getMutableForwardedOperands())});
  return success();
}

FailureOr<SharedBody> Scope::compile(Region &region) {
  SmallVector<Block *> order;
  for (Block &block : region)
    order.push_back(&block);
  auto body = std::make_shared<Body>();
  body->blocks.resize(order.size());
  for (auto [block, code] : llvm::zip_equal(order, body->blocks))
    if (failed(compile(*block, code, order)))
      return failure();
  return SharedBody(std::move(body));
}

FailureOr<std::unique_ptr<Function>>
sg::interpreter::compile(func::FuncOp op, Machine &machine) {
  Scope scope(machine);
  if (op.isExternal())
    return machine.failWithoutOpName(op.getLoc(),
                                     "the reference cannot call @" +
                                         op.getName() + ", which has no body",
                                     Fault::Unknown);
  if (failed(scope.checkTypes(*op)))
    return failure();
  FailureOr<SharedBody> body = scope.compile(op.getBody());
  if (failed(body))
    return failure();
  auto function = std::make_unique<Function>();
  function->body = std::move(*body);
  function->numScalars = scope.numScalars;
  function->numTensors = scope.numTensors;
  function->numViews = scope.numViews;
  return function;
}
