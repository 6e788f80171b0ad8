//===- TimeDependence.cpp - Dependence of run time on values --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeDependence.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace {

/// Determines whether the run time of a function depends on argument values.
class TimeDependence {
public:
  explicit TimeDependence(ModuleOp module) : module(module) {}
  bool dependsOnValues(func::FuncOp function);

private:
  bool dependsOnValues(Operation *op);
  bool loopDependsOnValues(LoopLikeOpInterface loop);
  bool calleesDependOnValues(Operation *op);
  bool dependsOnlyOnSizes(Value value);
  bool dependsOnlyOnSizes(BlockArgument argument);
  bool dependOnlyOnSizes(std::optional<SmallVector<OpFoldResult>> bounds);

  ModuleOp module;
  SmallPtrSet<Operation *, 8> activeFunctions, visitedFunctions;
  /// Values visited by the current query, since loop-carried values form
  /// cycles.
  SmallPtrSet<void *, 16> visitedValues;
};
} // namespace

/// Returns true if `argument`, an integer or index, depends only on sizes.
bool TimeDependence::dependsOnlyOnSizes(BlockArgument argument) {
  auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return false;
  if (std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
      variables && llvm::is_contained(*variables, Value(argument)))
    return true; // the bounds are checked with the loop
  OpOperand *init = loop.getTiedLoopInit(argument);
  OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
  return init && yielded && dependsOnlyOnSizes(init->get()) &&
         dependsOnlyOnSizes(yielded->get());
}

/// Returns true if `value`, an integer or index, depends only on sizes.
bool TimeDependence::dependsOnlyOnSizes(Value value) {
  if (!visitedValues.insert(value.getAsOpaquePointer()).second)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return dependsOnlyOnSizes(argument);
  Operation *op = value.getDefiningOp();
  if (isa<tensor::DimOp, memref::DimOp, linalg::IndexOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (!isa<arith::ArithDialect, affine::AffineDialect>(op->getDialect()) ||
      op->getNumRegions() != 0)
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return operand.getType().isIntOrIndex() && dependsOnlyOnSizes(operand);
  });
}

bool TimeDependence::dependOnlyOnSizes(
    std::optional<SmallVector<OpFoldResult>> bounds) {
  return bounds && llvm::all_of(*bounds, [&](OpFoldResult bound) {
           auto value = dyn_cast<Value>(bound);
           visitedValues.clear();
           return !value || dependsOnlyOnSizes(value);
         });
}

bool TimeDependence::loopDependsOnValues(LoopLikeOpInterface loop) {
  return !dependOnlyOnSizes(loop.getLoopLowerBounds()) ||
         !dependOnlyOnSizes(loop.getLoopUpperBounds()) ||
         !dependOnlyOnSizes(loop.getLoopSteps());
}

bool TimeDependence::calleesDependOnValues(Operation *op) {
  bool depends = false;
  op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    auto callee = module.lookupSymbol<func::FuncOp>(symbol.getRootReference());
    depends |= callee && dependsOnValues(callee);
  });
  return depends;
}

bool TimeDependence::dependsOnValues(Operation *op) {
  if (!op->getDialect() || !op->isRegistered() || calleesDependOnValues(op))
    return true;
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.hasOneBlock())
      return true;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loopDependsOnValues(loop);
  // Result sizes that are dynamic must depend only on argument sizes.
  bool isDynamic = llvm::any_of(op->getResultTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !(shaped.hasRank() && shaped.hasStaticShape());
  });
  return isDynamic && llvm::any_of(op->getOperands(), [&](Value operand) {
           visitedValues.clear();
           return operand.getType().isIndex() && !dependsOnlyOnSizes(operand);
         });
}

bool TimeDependence::dependsOnValues(func::FuncOp function) {
  if (visitedFunctions.contains(function))
    return false;
  // An external function is unknown, and recursion may repeat without limit.
  if (function.isExternal() || !activeFunctions.insert(function).second)
    return true;
  bool depends = !function.getBody().hasOneBlock() ||
                 function.getBody()
                     .walk([&](Operation *op) {
                       return dependsOnValues(op) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
  activeFunctions.erase(function);
  visitedFunctions.insert(function);
  // The functions of a custom rule may call the function itself, which is no
  // recursion.
  return depends || calleesDependOnValues(function);
}

bool sg::capi::timeDependsOnValues(func::FuncOp function) {
  return TimeDependence(function->getParentOfType<ModuleOp>())
      .dependsOnValues(function);
}
