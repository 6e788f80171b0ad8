//===- DonatedArguments.cpp - Arguments that may be overwritten -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sg/CodeGen/Analysis/SameShape.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

llvm::SmallBitVector sg::findDonated(func::FuncOp function,
                                     ArrayRef<int64_t> named) {
  llvm::SmallBitVector donated(function.getNumArguments());
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto mark = function.getArgAttrOfType<BoolAttr>(
        i, bufferization::BufferizationDialect::kWritableAttrName);
    donated[i] =
        isa<RankedTensorType>(type) &&
        (mark ? mark.getValue() : llvm::is_contained(named, int64_t(i)));
  }
  return donated;
}

SmallVector<std::optional<unsigned>>
sg::pairResults(FunctionType type, const llvm::SmallBitVector &donated) {
  llvm::SmallBitVector unpaired = donated;
  return llvm::map_to_vector(type.getResults(),
                             [&](Type result) -> std::optional<unsigned> {
                               for (unsigned argument : unpaired.set_bits())
                                 if (type.getInput(argument) == result) {
                                   unpaired.reset(argument);
                                   return argument;
                                 }
                               return std::nullopt;
                             });
}

/// Returns the operand of the function's return, or null if the function has
/// several blocks.
static Value getReturned(func::FuncOp function, unsigned result) {
  if (!function.getBody().hasOneBlock())
    return {};
  return function.getBody().front().getTerminator()->getOperand(result);
}

bool sg::hasSameSizes(func::FuncOp function, unsigned result,
                      unsigned argument) {
  if (cast<RankedTensorType>(function.getResultTypes()[result])
          .hasStaticShape())
    return true;
  Value returned = getReturned(function, result);
  return returned && haveSameShape(returned, function.getArgument(argument));
}

/// Returns the values that `value` may alias, including destination operands.
/// Returns std::nullopt if the aliases are unknown.
static std::optional<SmallVector<Value>> getSources(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (isa<tensor::CastOp, tensor::BitcastOp, tensor::ReshapeOp,
          tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::ExtractSliceOp>(op))
    return SmallVector<Value>{op->getOperand(0)};
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return SmallVector<Value>{select.getTrueValue(), select.getFalseValue()};
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!argument)
      argument = loop.getTiedLoopRegionIterArg(cast<OpResult>(value));
    return SmallVector<Value>{loop.getTiedLoopInit(argument)->get(),
                              loop.getTiedLoopYieldedValue(argument)->get()};
  }
  if (auto branches = dyn_cast<scf::IfOp>(op)) {
    unsigned position = cast<OpResult>(value).getResultNumber();
    return SmallVector<Value>{branches.thenYield().getOperand(position),
                              branches.elseYield().getOperand(position)};
  }
  if (auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op))
    return SmallVector<Value>{
        destinationOp.getTiedOpOperand(cast<OpResult>(value))->get()};
  bool isComputed = (op->getNumRegions() == 0 && !isa<CallOpInterface>(op)) ||
                    isa<tensor::GenerateOp>(op);
  return isComputed ? SmallVector<Value>()
                    : std::optional<SmallVector<Value>>();
}

bool sg::mayAliasOtherArgument(func::FuncOp function, unsigned result,
                               unsigned paired,
                               const llvm::SmallBitVector &overwritten) {
  Value returned = getReturned(function, result);
  if (!returned)
    return true;
  llvm::SmallSetVector<Value, 8> values;
  values.insert(returned);
  for (size_t next = 0; next < values.size(); ++next) {
    if (auto argument = dyn_cast<BlockArgument>(values[next]);
        argument && argument.getOwner()->getParentOp() == function) {
      if (argument.getArgNumber() != paired &&
          overwritten.test(argument.getArgNumber()))
        return true;
      continue;
    }
    std::optional<SmallVector<Value>> sources = getSources(values[next]);
    if (!sources)
      return true;
    values.insert_range(*sources);
  }
  return false;
}
