//===- WidenFloats.cpp - Widen the floats of a program to f64 -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace sg::gradcheck;

bool sg::gradcheck::isNarrowFloat(Type type) {
  auto floating = dyn_cast<FloatType>(type);
  return floating && floating.getWidth() < 64;
}

FloatType sg::gradcheck::findCoarsestFloat(ModuleOp module) {
  FloatType coarsest = Float64Type::get(module.getContext());
  auto visitType = [&](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (element && element.getFPMantissaWidth() < coarsest.getFPMantissaWidth())
      coarsest = element;
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), visitType);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), visitType);
  });
  return coarsest;
}

static llvm::APFloat widen(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// Returns the elements, complex numbers of narrow floats, widened to f64.
static DenseElementsAttr widenComplex(DenseElementsAttr attr) {
  auto type = ComplexType::get(Float64Type::get(attr.getContext()));
  SmallVector<std::complex<llvm::APFloat>> values;
  for (const auto &value : attr.getValues<std::complex<llvm::APFloat>>())
    values.push_back({::widen(value.real()), ::widen(value.imag())});
  return DenseElementsAttr::get(attr.getType().clone(type), ArrayRef(values));
}

static AttrTypeReplacer makeReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FloatType type) -> Type {
    return isNarrowFloat(type) ? Float64Type::get(type.getContext()) : type;
  });
  replacer.addReplacement(
      [](FloatAttr attr) -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!isNarrowFloat(attr.getType()))
          return std::nullopt;
        Attribute wide = FloatAttr::get(Float64Type::get(attr.getContext()),
                                        ::widen(attr.getValue()));
        return std::make_pair(wide, WalkResult::skip());
      });
  replacer.addReplacement(
      [](DenseElementsAttr attr)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto complex = dyn_cast<ComplexType>(attr.getElementType());
        if (complex && isNarrowFloat(complex.getElementType()))
          return std::make_pair(Attribute(widenComplex(attr)),
                                WalkResult::skip());
        if (!isNarrowFloat(attr.getElementType()))
          return std::nullopt;
        Attribute wide = attr.mapValues(
            Float64Type::get(attr.getContext()), [](const APFloat &value) {
              return ::widen(value).bitcastToAPInt();
            });
        return std::make_pair(wide, WalkResult::skip());
      });
  return replacer;
}

Type sg::gradcheck::widen(Type type) { return makeReplacer().replace(type); }

/// Returns true if widening changes a value or function type of `op`.
static bool hasNarrowFloat(Operation *op) {
  auto isNarrow = [](Type type) { return widen(type) != type; };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return llvm::any_of(function.getArgumentTypes(), isNarrow) ||
           llvm::any_of(function.getResultTypes(), isNarrow);
  return llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow);
}

/// Returns true if `op` depends on the width of floats or is external.
static bool dependsOnWidth(Operation *op) {
  if (!hasNarrowFloat(op))
    return false;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return function.isExternal();
  // Elements in resources cannot be converted.
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return !isa<FloatAttr, DenseElementsAttr>(constant.getValue());
  return isa<arith::BitcastOp, tensor::BitcastOp, vector::BitCastOp,
             arith::ScalingExtFOp, arith::ScalingTruncFOp>(op);
}

static std::string describe(Operation *op) {
  std::string text = "'" + op->getName().getStringRef().str() + "'";
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += (" at " + file.getFilename().getValue() + ":" +
             Twine(file.getLine()) + ":" + Twine(file.getColumn()))
                .str();
  return text;
}

std::optional<std::string> sg::gradcheck::widenFloats(ModuleOp module) {
  Operation *obstacle = nullptr;
  module.walk([&](Operation *op) {
    if (!dependsOnWidth(op))
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  if (obstacle)
    return describe(obstacle) + " depends on the type";
  AttrTypeReplacer replacer = makeReplacer();
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        op->getOperand(0).getType() == op->getResult(0).getType()) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    }
  });
  std::optional<std::string> reason;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &error) {
    if (!reason && error.getSeverity() == DiagnosticSeverity::Error)
      reason = error.str();
    return success();
  });
  if (failed(verify(module)) && !reason)
    reason = "the widened program does not verify";
  return reason;
}
