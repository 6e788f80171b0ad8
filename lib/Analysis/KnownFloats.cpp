//===- KnownFloats.cpp - Floats that are finite or nonzero ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/KnownFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Analysis/Origin.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::grad;

/// Maximal number of ops visited per query (usually a few) to bound compile
/// time.
static constexpr unsigned kMaxOps = 64;

static KnownFloats ofElement(const APFloat &element) {
  return {element.isFinite(), !element.isZero(), !element.isFinite()};
}

/// Returns the common properties of elements with the properties `a` or `b`.
static KnownFloats join(KnownFloats a, KnownFloats b) {
  return {a.areFinite && b.areFinite, a.areNonZero && b.areNonZero,
          a.someInfinite && b.someInfinite};
}

static KnownFloats ofConstant(Attribute attribute) {
  if (auto scalar = dyn_cast<FloatAttr>(attribute))
    return ofElement(scalar.getValue());
  auto elements = dyn_cast<DenseFPElementsAttr>(attribute);
  if (!elements || elements.empty())
    return {};
  if (elements.isSplat())
    return ofElement(elements.getSplatValue<APFloat>());
  KnownFloats known{true, true, false};
  for (const APFloat &element : elements) {
    known.areFinite &= element.isFinite();
    known.areNonZero &= !element.isZero();
    known.someInfinite |= !element.isFinite();
  }
  return known;
}

/// Returns true if `type` represents all integers of type `from` without
/// overflow.
static bool holdsIntegers(Type from, FloatType type) {
  from = getElementTypeOrSelf(from);
  unsigned bits = from.isIndex() ? 64 : from.getIntOrFloatBitWidth();
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  return static_cast<int>(bits) <= APFloat::semanticsMaxExponent(semantics);
}

namespace {
/// The search for the properties of one value.
class Search {
public:
  Search(KnownConstants &constants, function_ref<Value(BlockArgument)> tensorOf)
      : constants(constants), tensorOf(tensorOf) {}

  KnownFloats of(Value value) {
    if (++numOps > kMaxOps)
      return {};
    value = findElementOrigin(value);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Value tensor = tensorOf(argument);
      return tensor ? of(tensor) : KnownFloats();
    }
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant))) {
      auto [it, isNew] = constants.try_emplace(constant);
      if (isNew)
        it->second = ofConstant(constant);
      return it->second;
    }
    return ofResult(value.getDefiningOp());
  }

private:
  KnownFloats ofResult(Operation *op) {
    auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
    auto ifFinite = [&](unsigned i) {
      return KnownFloats{operand(i).areFinite};
    };
    return llvm::TypeSwitch<Operation *, KnownFloats>(op)
        .Case<StopGradientOp, PreventGradientOp, arith::ExtFOp, arith::NegFOp,
              math::AbsFOp, math::CopySignOp>([&](auto) { return operand(0); })
        .Case<arith::SIToFPOp, arith::UIToFPOp>([&](auto) {
          auto type =
              mlir::cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
          return KnownFloats{holdsIntegers(op->getOperand(0).getType(), type)};
        })
        .Case([&](arith::SelectOp) {
          KnownFloats chosen = operand(1);
          return join(chosen, operand(2));
        })
        .Case<math::AtanOp, math::CosOp, math::ErfOp, math::ErfcOp, math::SinOp,
              math::TanhOp>([&](auto) { return ifFinite(0); })
        .Default([](Operation *) { return KnownFloats(); });
  }

  KnownConstants &constants;
  function_ref<Value(BlockArgument)> tensorOf;
  unsigned numOps = 0;
};
} // namespace

KnownFloats
sg::grad::findKnownFloats(Value value, KnownConstants &constants,
                          function_ref<Value(BlockArgument)> tensorOf) {
  return Search(constants, tensorOf).of(value);
}
