//===- TermEmitter.cpp - Emit terms as IR ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermNode.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::approximate;

Value TermEmitter::emit(const Term &term) {
  const TermNode *node = term.node.get();
  auto it = emitted.find(node);
  if (it == emitted.end())
    it = emitted.try_emplace(node, createValues(*node)).first;
  return it->second[term.resultIndex];
}

Type TermEmitter::withShape(Type element) const {
  if (auto vector = dyn_cast<VectorType>(shape))
    return vector.clone(element);
  return element;
}

TermEmitter::Values TermEmitter::createValues(const TermNode &node) {
  if (node.leaf)
    return {node.leaf};
  if (node.constant) {
    Value &value = constants[node.constant];
    if (!value) {
      TypedAttr attribute = node.constant;
      if (auto vector = dyn_cast<VectorType>(withShape(node.type)))
        attribute = DenseElementsAttr::get(vector, attribute);
      value = arith::ConstantOp::create(b, loc, attribute);
    }
    return {value};
  }
  if (!node.condition.empty())
    return createLoop(node);
  if (!node.body.empty())
    return createBranch(node);
  OperationState state(loc, node.op);
  for (const Term &operand : node.operands)
    state.addOperands(emit(operand));
  SmallVector<Type, 2> types(node.numResults, withShape(node.type));
  state.addTypes(types);
  state.addAttributes(node.attributes);
  return llvm::to_vector_of<Value, 1>(b.create(state)->getResults());
}

/// Returns an i1 that is true if `condition` holds for at least one element.
static Value createAny(OpBuilder &b, Location loc, Value condition) {
  if (!isa<VectorType>(condition.getType()))
    return condition;
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR,
                                     condition);
}

/// Emits an scf.if. For vectors, the body is executed if the condition holds
/// for at least one element. A select keeps the values of the other elements.
TermEmitter::Values TermEmitter::createBranch(const TermNode &node) {
  Values operands;
  for (const Term &operand : node.operands)
    operands.push_back(emit(operand));
  ValueRange defaults = ValueRange(operands).slice(1, node.numResults);
  ValueRange inputs = ValueRange(operands).drop_front(1 + node.numResults);
  Value any = createAny(b, loc, operands[0]);
  auto branch = scf::IfOp::create(
      b, loc, any,
      [&](OpBuilder &inner, Location) {
        TermEmitter emitter(inner, loc, shape);
        for (auto [parameter, input] : llvm::zip_equal(node.parameters, inputs))
          emitter.emitted[parameter.node.get()] = {input};
        SmallVector<Value> results;
        for (auto [term, defaultValue] : llvm::zip_equal(node.body, defaults)) {
          Value result = emitter.emit(term);
          if (isa<VectorType>(shape))
            result = arith::SelectOp::create(inner, loc, operands[0], result,
                                             defaultValue);
          results.push_back(result);
        }
        scf::YieldOp::create(inner, loc, results);
      },
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, defaults);
      });
  return llvm::to_vector_of<Value, 1>(branch->getResults());
}

/// Emits an scf.while. For vectors, the loop iterates until the condition is
/// false for all elements. A select keeps the values of finished elements.
TermEmitter::Values TermEmitter::createLoop(const TermNode &node) {
  Values operands;
  for (const Term &operand : node.operands)
    operands.push_back(emit(operand));
  // Emits terms for one iteration, with the loop-carried value `value`.
  auto emitIn = [&](OpBuilder &inner, Value value, auto emitTerms) {
    TermEmitter emitter(inner, loc, shape);
    operands[0] = value;
    for (auto [parameter, operand] : llvm::zip_equal(node.parameters, operands))
      emitter.emitted[parameter.node.get()] = {operand};
    emitTerms(emitter);
  };
  Value first = operands[0];
  auto loop = scf::WhileOp::create(
      b, loc, first.getType(), first,
      [&](OpBuilder &inner, Location, ValueRange values) {
        emitIn(inner, values[0], [&](TermEmitter &emitter) {
          Value condition = emitter.emit(node.condition[0]);
          Value any = createAny(inner, loc, condition);
          scf::ConditionOp::create(inner, loc, any, values);
        });
      },
      [&](OpBuilder &inner, Location, ValueRange values) {
        emitIn(inner, values[0], [&](TermEmitter &emitter) {
          Value result = emitter.emit(node.body[0]);
          if (isa<VectorType>(shape)) {
            Value condition = emitter.emit(node.condition[0]);
            result = arith::SelectOp::create(inner, loc, condition, result,
                                             values[0]);
          }
          scf::YieldOp::create(inner, loc, result);
        });
      });
  return llvm::to_vector_of<Value, 1>(loop->getResults());
}
