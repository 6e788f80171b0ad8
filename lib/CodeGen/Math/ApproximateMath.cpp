//===- ApproximateMath.cpp - Math functions by arithmetic -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-approximate-math"

using namespace mlir;
using namespace sg::approximate;

namespace sg {
#define GEN_PASS_DEF_APPROXIMATEMATH
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

/// Functions that build the term for an op with one or two operands.
using Unary = Term (*)(const Format &, Term);
using Binary = Term (*)(const Format &, Term, Term);

/// Returns true for scalars and vectors of f32, f64, f16 and bf16. Ops on f16
/// and bf16 are computed in f32.
static bool isSupported(Type type) {
  if (!isa<FloatType, VectorType>(type))
    return false;
  auto vector = dyn_cast<VectorType>(type);
  if (vector && vector.isScalable() && vector.getRank() != 1)
    return false;
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16() || element.isF32() ||
         element.isF64();
}

/// Casts a vector to one dimension, because some ops have no lowering for
/// several dimensions.
static Value flatten(OpBuilder &b, Location loc, Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector || vector.getRank() == 1)
    return value;
  auto flat = VectorType::get(vector.getNumElements(), vector.getElementType());
  return vector::ShapeCastOp::create(b, loc, flat, value);
}

/// Casts an exponent of type index to i64. Returns other values unchanged.
static Value toInteger(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType();
  if (!getElementTypeOrSelf(type).isIndex())
    return value;
  Type integer = b.getI64Type();
  if (auto vector = dyn_cast<VectorType>(type))
    integer = vector.clone(integer);
  return arith::IndexCastOp::create(b, loc, integer, value);
}

static Term isFinite(const Format &, Term x) {
  return abs(x) < std::numeric_limits<double>::infinity();
}

static Term isNaN(const Format &, Term x) { return isNaN(x); }

namespace {
template <typename Op, typename Function>
struct Approximate : OpRewritePattern<Op> {
  Approximate(MLIRContext *context, Function function)
      : OpRewritePattern<Op>(context), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op->getOperand(0).getType();
    if (!isSupported(type)) {
      LDBG() << "left alone, there is no function of " << type << ": "
             << op->getName() << " at " << loc;
      return rewriter.notifyMatchFailure(op, "the type is not supported");
    }
    LDBG() << "computed without a library: " << op->getName() << " at " << loc;
    Type element = getElementTypeOrSelf(type);
    bool isNarrow = element.getIntOrFloatBitWidth() == 16;
    Format format(isNarrow ? rewriter.getF32Type() : element);
    SmallVector<Value> values;
    SmallVector<Term> operands;
    for (Value operand : op->getOperands()) {
      Value flat = flatten(rewriter, loc, operand);
      values.push_back(toInteger(rewriter, loc, flat));
      Term term = Term::leaf(values.back());
      operands.push_back(isNarrow && term.isFloat() ? convert(term, format.type)
                                                    : term);
    }
    Term result = compute(format, operands);
    if (isNarrow && result.isFloat())
      result = convert(result, element);
    TermEmitter emitter(rewriter, loc, values[0].getType());
    Value value = emitter.emit(result);
    Type resultType = op->getResult(0).getType();
    if (value.getType() != resultType)
      value = vector::ShapeCastOp::create(rewriter, loc, resultType, value);
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  Term compute(const Format &format, ArrayRef<Term> operands) const {
    if constexpr (std::is_same_v<Function, Unary>)
      return function(format, operands[0]);
    else
      return function(format, operands[0], operands[1]);
  }

  Function function;
};

/// Replaces a power only if its exponent has more than 32 bits, which
/// libdevice's powi does not support.
struct ApproximateWidePower final : Approximate<math::FPowIOp, Binary> {
  using Approximate::Approximate;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getRhs());
    if (!element.isIndex() && element.getIntOrFloatBitWidth() <= 32)
      return rewriter.notifyMatchFailure(
          op, "the library supports the exponent's type");
    return Approximate::matchAndRewrite(op, rewriter);
  }
};

struct FunctionPatterns {
  template <typename Op>
  void add(Unary function) {
    patterns.add<Approximate<Op, Unary>>(patterns.getContext(), function);
  }
  template <typename Op>
  void add(Binary function) {
    patterns.add<Approximate<Op, Binary>>(patterns.getContext(), function);
  }
  RewritePatternSet &patterns;
};

struct ApproximateMath : sg::impl::ApproximateMathBase<ApproximateMath> {
  using ApproximateMathBase::ApproximateMathBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    FunctionPatterns functions{patterns};
    if (besideLibrary) {
      patterns.add<ApproximateWidePower>(&getContext(), powi);
      walkAndApplyPatterns(getOperation(), std::move(patterns));
      return;
    }
    functions.add<arith::RemFOp>(remainder);
    functions.add<math::AcosOp>(acos);
    functions.add<math::AcoshOp>(acosh);
    functions.add<math::AsinOp>(asin);
    functions.add<math::AsinhOp>(asinh);
    functions.add<math::Atan2Op>(atan2);
    functions.add<math::AtanOp>(atan);
    functions.add<math::AtanhOp>(atanh);
    functions.add<math::CbrtOp>(cbrt);
    functions.add<math::CosOp>(cos);
    functions.add<math::CoshOp>(cosh);
    functions.add<math::ErfOp>(erf);
    functions.add<math::ErfcOp>(erfc);
    functions.add<math::Exp2Op>(exp2);
    functions.add<math::ExpM1Op>(expm1);
    functions.add<math::ExpOp>(exp);
    functions.add<math::FPowIOp>(powi);
    functions.add<math::IsFiniteOp>(isFinite);
    functions.add<math::IsNaNOp>(isNaN);
    functions.add<math::Log10Op>(log10);
    functions.add<math::Log1pOp>(log1p);
    functions.add<math::Log2Op>(log2);
    functions.add<math::LogOp>(log);
    functions.add<math::PowFOp>(pow);
    functions.add<math::RsqrtOp>(rsqrt);
    functions.add<math::SinOp>(sin);
    functions.add<math::SinhOp>(sinh);
    functions.add<math::TanOp>(tan);
    functions.add<math::TanhOp>(tanh);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
