//===- Regions.cpp - Branches, loops and checkpoints ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::array;

size_t ArrayBuilder::getRegionCount() const {
  return functions.back()->regions.size();
}

void ArrayBuilder::abandonRegions(size_t count) {
  FunctionScope &scope = *functions.back();
  while (scope.regions.size() > count) {
    RegionScope &region = scope.regions.back();
    SmallVector<unsigned> erased;
    for (auto [symbol, value] : scope.symbolValues)
      if (region.op->isAncestor(value.getParentBlock()->getParentOp()))
        erased.push_back(symbol);
    for (unsigned symbol : erased)
      scope.symbolValues.erase(symbol);
    builder.restoreInsertionPoint(region.outer);
    region.op->erase();
    scope.regions.pop_back();
  }
}

ArrayBuilder::RegionScope *ArrayBuilder::getRegion() {
  if (functions.empty() || functions.back()->regions.empty())
    return nullptr;
  return &functions.back()->regions.back();
}

/// Returns true if all arrays are the results of operations that succeeded.
static bool areValid(ArrayRef<Array> arrays) {
  return llvm::all_of(arrays, [](const Array &array) { return bool(array); });
}

Arrays ArrayBuilder::wrapAll(ValueRange values, ArrayRef<ArrayType> types) {
  Arrays arrays;
  for (auto [value, type] : llvm::zip(values, types))
    arrays.push_back({value, type});
  return arrays;
}

FailureOr<SmallVector<Value>>
ArrayBuilder::castToCarry(ArrayRef<Array> next, ArrayRef<ArrayType> carry) {
  if (next.size() != carry.size()) {
    fail("the carry of the loop has " + Twine(carry.size()) +
         " arrays, but its body returns " + Twine(next.size()));
    return failure();
  }
  SmallVector<Value> values;
  for (auto [position, array] : llvm::enumerate(next)) {
    if (!array)
      return failure();
    const ArrayType &type = carry[position];
    bool fits =
        array.getDType() == type.dtype && array.getRank() == type.getRank();
    for (int64_t axis = 0; fits && axis < type.getRank(); ++axis)
      fits = static_cast<bool>(
          unify(type.sizes[axis], array.getSize(axis), "loop"));
    if (!fits) {
      fail("array " + Twine(position) + " of the loop's carry is " +
           print(type) + ", but its body returns " + print(array.type) +
           "; convert one to the type of the other");
      return failure();
    }
    Value value = use(array);
    if (!value)
      return failure();
    values.push_back(wrap(value, type).value);
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

LogicalResult ArrayBuilder::beginIf(const Array &condition) {
  if (!condition)
    return failure();
  if (condition.type != ArrayType{DType::Bool, {}}) {
    fail("the condition of a branch must be bool[], not " +
         print(condition.type));
    return failure();
  }
  Value isTrue = getElement(condition);
  if (!isTrue)
    return failure();
  auto branch = scf::IfOp::create(builder, loc, TypeRange(), isTrue,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  functions.back()->regions.push_back(
      {RegionScope::Kind::Then, branch, builder.saveInsertionPoint(), {}, {}});
  builder.setInsertionPointToStart(branch.thenBlock());
  return success();
}

LogicalResult ArrayBuilder::beginElse(ArrayRef<Array> results) {
  RegionScope *region = getRegion();
  if (!region || region->kind != RegionScope::Kind::Then) {
    fail("no branch has begun here");
    return failure();
  }
  if (!areValid(results))
    return failure();
  for (const Array &result : results) {
    Value value = use(result);
    if (!value)
      return failure();
    region->thenResults.push_back({value, result.type});
  }
  region->kind = RegionScope::Kind::Else;
  builder.setInsertionPointToStart(cast<scf::IfOp>(region->op).elseBlock());
  return success();
}

FailureOr<Arrays> ArrayBuilder::endBranches(ArrayRef<Array> elseResults) {
  RegionScope &region = *getRegion();
  ArrayRef<Array> thenResults = region.thenResults;
  if (thenResults.size() != elseResults.size()) {
    fail("one branch returns " + Twine(thenResults.size()) +
         " arrays, the other " + Twine(elseResults.size()));
    return failure();
  }
  SmallVector<ArrayType> types;
  SmallVector<Value> thenValues, elseValues;
  for (auto [position, first, second] :
       llvm::enumerate(thenResults, elseResults)) {
    if (first.getDType() != second.getDType() ||
        first.getRank() != second.getRank()) {
      fail("result " + Twine(position) + " is " + print(first.type) +
           " in one branch and " + print(second.type) +
           " in the other; convert one to the type of the other");
      return failure();
    }
    // A size that differs between the branches is dynamic.
    SmallVector<int64_t> shape;
    for (auto [one, other] : llvm::zip(first.getSizes(), second.getSizes()))
      shape.push_back(one == other
                          ? getConstant(one).value_or(ShapedType::kDynamic)
                          : ShapedType::kDynamic);
    types.push_back(first.type);
    Value value = use(second);
    if (!value)
      return failure();
    thenValues.push_back(first.value);
    elseValues.push_back(value);
    auto type = RankedTensorType::get(
        shape, getElementType(getContext(), first.getDType()));
    auto branch = cast<scf::IfOp>(region.op);
    for (auto [values, block] : {std::pair(&thenValues, branch.thenBlock()),
                                 std::pair(&elseValues, branch.elseBlock())}) {
      if (values->back().getType() == type)
        continue;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(block);
      values->back() =
          tensor::CastOp::create(builder, loc, type, values->back());
    }
  }
  auto branch = cast<scf::IfOp>(region.op);
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, branch.getLoc(), thenValues);
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, branch.getLoc(), elseValues);
  builder.restoreInsertionPoint(region.outer);
  auto typed = scf::IfOp::create(builder, branch.getLoc(),
                                 ValueRange(thenValues).getTypes(),
                                 branch.getCondition());
  typed.getThenRegion().takeBody(branch.getThenRegion());
  typed.getElseRegion().takeBody(branch.getElseRegion());
  branch.erase();
  Arrays thenArrays(thenResults);
  functions.back()->regions.pop_back();
  Arrays results;
  for (auto [value, type, first, second] :
       llvm::zip(typed.getResults(), types, thenArrays, elseResults)) {
    ArrayType common = type;
    for (auto [axis, size] : llvm::enumerate(common.sizes))
      if (first.getSize(axis) != second.getSize(axis))
        size = addSymbol(tensor::DimOp::create(builder, loc, value, axis));
    results.push_back(nameUnknownSizes({value, common}));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<Arrays> ArrayBuilder::beginFor(const Array &begin, const Array &end,
                                         ArrayRef<Array> carry) {
  if (!begin || !end || !areValid(carry))
    return failure();
  if (begin.type != end.type || begin.getRank() != 0 ||
      !isInteger(begin.getDType())) {
    fail("the bounds of a loop must be integers of rank 0 and one type, not " +
         print(begin.type) + " and " + print(end.type));
    return failure();
  }
  Value lower = getIndexElement(begin);
  Value upper = getIndexElement(end);
  SmallVector<Value> values;
  for (const Array &array : carry)
    values.push_back(use(array));
  if (!lower || !upper || llvm::is_contained(values, Value()))
    return failure();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, lower, upper, one, values);
  functions.back()->regions.push_back({RegionScope::Kind::For,
                                       loop,
                                       builder.saveInsertionPoint(),
                                       getTypes(carry),
                                       {}});
  if (values.empty())
    loop.getBody()->clear(); // its terminator; endRegion adds one
  builder.setInsertionPointToStart(loop.getBody());
  Value induction = loop.getInductionVar();
  Type type = getElementType(getContext(), begin.getDType());
  if (!type.isIndex())
    induction = arith::IndexCastOp::create(builder, loc, type, induction);
  Arrays arrays = {wrapElement(induction, begin.getDType())};
  arrays.append(wrapAll(loop.getRegionIterArgs(), getTypes(carry)));
  return arrays;
}

FailureOr<Arrays> ArrayBuilder::beginWhile(ArrayRef<Array> carry) {
  if (!areValid(carry))
    return failure();
  SmallVector<Value> values;
  for (const Array &array : carry)
    values.push_back(use(array));
  if (llvm::is_contained(values, Value()))
    return failure();
  TypeRange types = ValueRange(values).getTypes();
  SmallVector<Location> locs(values.size(), loc);
  auto loop = scf::WhileOp::create(builder, loc, types, values);
  functions.back()->regions.push_back({RegionScope::Kind::WhileCondition,
                                       loop,
                                       builder.saveInsertionPoint(),
                                       getTypes(carry),
                                       {}});
  builder.createBlock(&loop.getAfter(), {}, types, locs);
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, locs);
  return wrapAll(before->getArguments(), getTypes(carry));
}

FailureOr<Arrays> ArrayBuilder::beginWhileBody(const Array &condition) {
  RegionScope *region = getRegion();
  if (!region || region->kind != RegionScope::Kind::WhileCondition) {
    fail("no loop has begun here");
    return failure();
  }
  if (!condition)
    return failure();
  if (condition.type != ArrayType{DType::Bool, {}}) {
    fail("the condition of a loop must be bool[], not " +
         print(condition.type));
    return failure();
  }
  Value isTrue = getElement(condition);
  if (!isTrue)
    return failure();
  auto loop = cast<scf::WhileOp>(region->op);
  scf::ConditionOp::create(builder, loc, isTrue, loop.getBeforeArguments());
  region->kind = RegionScope::Kind::WhileBody;
  builder.setInsertionPointToStart(loop.getAfterBody());
  return wrapAll(loop.getAfterArguments(), region->carry);
}

FailureOr<Arrays> ArrayBuilder::endLoop(ArrayRef<Array> next) {
  RegionScope &region = *getRegion();
  FailureOr<SmallVector<Value>> values = castToCarry(next, region.carry);
  if (failed(values))
    return failure();
  scf::YieldOp::create(builder, region.op->getLoc(), *values);
  builder.restoreInsertionPoint(region.outer);
  Arrays results = wrapAll(region.op->getResults(), region.carry);
  functions.back()->regions.pop_back();
  return results;
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

LogicalResult ArrayBuilder::beginCheckpoint() {
  auto checkpoint = sg::grad::CheckpointOp::create(builder, loc, TypeRange());
  functions.back()->regions.push_back({RegionScope::Kind::Checkpoint,
                                       checkpoint,
                                       builder.saveInsertionPoint(),
                                       {},
                                       {}});
  builder.createBlock(&checkpoint.getBody());
  return success();
}

FailureOr<Arrays> ArrayBuilder::endCheckpoint(ArrayRef<Array> results) {
  RegionScope &region = *getRegion();
  SmallVector<Value> values;
  for (const Array &result : results)
    values.push_back(use(result));
  if (llvm::is_contained(values, Value()))
    return failure();
  auto checkpoint = cast<sg::grad::CheckpointOp>(region.op);
  sg::grad::YieldOp::create(builder, checkpoint.getLoc(), values);
  builder.restoreInsertionPoint(region.outer);
  auto typed = sg::grad::CheckpointOp::create(builder, checkpoint.getLoc(),
                                              ValueRange(values).getTypes());
  typed.getBody().takeBody(checkpoint.getBody());
  checkpoint.erase();
  functions.back()->regions.pop_back();
  Arrays arrays;
  for (auto [value, result] : llvm::zip(typed.getResults(), results))
    arrays.push_back(nameUnknownSizes({value, result.type}));
  return arrays;
}

FailureOr<Arrays> ArrayBuilder::endRegion(ArrayRef<Array> results) {
  RegionScope *region = getRegion();
  if (!region) {
    fail("no branch, loop or checkpoint has begun here");
    return failure();
  }
  if (!areValid(results))
    return failure();
  switch (region->kind) {
  case RegionScope::Kind::Then:
    fail("the other branch is missing");
    return failure();
  case RegionScope::Kind::Else:
    return endBranches(results);
  case RegionScope::Kind::WhileCondition:
    fail("the body of the loop is missing");
    return failure();
  case RegionScope::Kind::For:
  case RegionScope::Kind::WhileBody:
    return endLoop(results);
  case RegionScope::Kind::Checkpoint:
    return endCheckpoint(results);
  }
  llvm_unreachable("all kinds are handled");
}
