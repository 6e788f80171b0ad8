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
class TimeDependence {
public:
  explicit TimeDependence(ModuleOp module) : module(module) {}
  bool visit(func::FuncOp function);

private:
  bool visit(Operation *op);
  bool visitLoop(LoopLikeOpInterface loop);
  bool visitSymbols(Operation *op);
  bool dependsOnlyOnSizes(Value value);
  bool dependsOnlyOnSizes(BlockArgument argument);
  bool dependOnlyOnSizes(std::optional<SmallVector<OpFoldResult>> bounds);

  ModuleOp module;
  SmallPtrSet<Operation *, 8> active, done;
  /// Values visited by the current query, which detect cycles of loop-carried
  /// values.
  SmallPtrSet<void *, 16> following;
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
  if (!following.insert(value.getAsOpaquePointer()).second)
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
           following.clear();
           return !value || dependsOnlyOnSizes(value);
         });
}

bool TimeDependence::visitLoop(LoopLikeOpInterface loop) {
  return !dependOnlyOnSizes(loop.getLoopLowerBounds()) ||
         !dependOnlyOnSizes(loop.getLoopUpperBounds()) ||
         !dependOnlyOnSizes(loop.getLoopSteps());
}

bool TimeDependence::visitSymbols(Operation *op) {
  bool depends = false;
  op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    auto callee = module.lookupSymbol<func::FuncOp>(symbol.getRootReference());
    depends |= callee && visit(callee);
  });
  return depends;
}

bool TimeDependence::visit(Operation *op) {
  if (!op->getDialect() || !op->isRegistered() || visitSymbols(op))
    return true;
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.hasOneBlock())
      return true;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return visitLoop(loop);
  // Dynamic result sizes must depend only on sizes.
  bool isDynamic = llvm::any_of(op->getResultTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !(shaped.hasRank() && shaped.hasStaticShape());
  });
  return isDynamic && llvm::any_of(op->getOperands(), [&](Value operand) {
           following.clear();
           return operand.getType().isIndex() && !dependsOnlyOnSizes(operand);
         });
}

bool TimeDependence::visit(func::FuncOp function) {
  if (done.contains(function))
    return false;
  // A function without a body is unknown, and recursion is a loop.
  if (function.isExternal() || !active.insert(function).second)
    return true;
  bool depends =
      !function.getBody().hasOneBlock() || visitSymbols(function) ||
      function.getBody()
          .walk([&](Operation *op) {
            return visit(op) ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  active.erase(function);
  done.insert(function);
  return depends;
}

bool sg::capi::timeDependsOnValues(func::FuncOp function) {
  return TimeDependence(function->getParentOfType<ModuleOp>()).visit(function);
}
