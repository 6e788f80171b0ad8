//===- TraceNan.cpp - Trace where a NaN or infinity arises ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass computes the kind of each float value after its definition: an i32
// with a bit for NaN and a bit for infinity. The kind of a tensor is the
// disjunction of the kinds of its elements. An op is reported if the kind of a
// result has a bit that no operand has.
//
//===----------------------------------------------------------------------===//

#include "ZeroTimesInfinity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "sg/Runtime/CallRuntime.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-trace-nan"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_TRACENAN
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

/// Returns a text like "model.mlir:3:5: 'math.log' in the adjoint". The roles
/// of generated ops are strings in their fused locations, with the newest role
/// outermost.
static std::string describe(Location location, const Twine &name) {
  std::string text = sg::describeLocation(location);
  llvm::raw_string_ostream os(text);
  os << name;
  StringRef preposition = " in the ";
  while (auto fused = dyn_cast<FusedLoc>(location)) {
    if (auto role = dyn_cast_or_null<StringAttr>(fused.getMetadata())) {
      os << preposition << role.getValue();
      preposition = " of the ";
    }
    if (fused.getLocations().empty())
      break;
    location = fused.getLocations().front();
  }
  return text;
}

static bool isTraced(Type type) {
  if (isa<BaseMemRefType, UnrankedTensorType>(type))
    return false;
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return false;
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16() || element.isF32() ||
         element.isF64();
}

/// Returns true if the op computes new values, rather than moving or selecting
/// existing ones.
static bool computes(Operation *op) {
  if (isa<arith::ConstantOp, arith::SelectOp, linalg::GenericOp,
          linalg::FillOp>(op))
    return false;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return callee && callee.isExternal(); // ops of other callees are traced
  }
  return isa<arith::ArithDialect, math::MathDialect, linalg::LinalgDialect,
             vector::VectorDialect>(op->getDialect());
}

/// Returns true if the ops in the op's regions are traced. A named structured
/// op is traced as a whole.
static bool tracesRegions(Operation *op) {
  return !isa<linalg::LinalgOp>(op) || isa<linalg::GenericOp>(op);
}

namespace {
class Tracer {
public:
  explicit Tracer(ModuleOp module)
      : module(module), symbols(module), calls(symbols) {}
  void run();

private:
  Value kindOf(Value value);
  Value makeKind(ImplicitLocOpBuilder &b, Value value);
  Value makeScalarKind(ImplicitLocOpBuilder &b, Value value);
  Value makeTensorKind(ImplicitLocOpBuilder &b, Value value);
  /// Emits the trace of `op`. If `isReplaced` is true, strong zeros replace
  /// NaNs of `op`, which are then not reported.
  void trace(Operation *op, bool isReplaced);
  void traceArgument(func::FuncOp function, BlockArgument argument);
  void report(ImplicitLocOpBuilder &b, Value kind, std::string text);

  ModuleOp module;
  SymbolTable symbols;
  sg::RuntimeCalls calls;
  llvm::DenseMap<Value, Value> kinds;
};

struct TraceNan : sg::impl::TraceNanBase<TraceNan> {
  void runOnOperation() override { Tracer(getOperation()).run(); }
};
} // namespace

void Tracer::run() {
  // Collect all ops before the pass adds ops.
  SmallVector<std::pair<Operation *, bool>> ops;
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (computes(op) && op->getNumResults() != 0)
        ops.emplace_back(op, sg::isNanReplaced(op));
      return tracesRegions(op) ? WalkResult::advance() : WalkResult::skip();
    });
  for (auto [op, isReplaced] : ops)
    trace(op, isReplaced);
  for (func::FuncOp function : functions)
    if (function.isPublic() && !function.isExternal())
      for (BlockArgument argument : function.getArguments())
        if (isTraced(argument.getType()))
          traceArgument(function, argument);
}

static Value constant(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

/// Emits the value of `condition ? kind : 0`.
static Value kindIf(ImplicitLocOpBuilder &b, Value condition, int32_t kind) {
  Value kindConstant = constant(b, kind);
  Value noKind = constant(b, 0);
  return arith::SelectOp::create(b, condition, kindConstant, noKind);
}

/// Emits the disjunction of the elements of a vector of i1.
static Value anyOf(ImplicitLocOpBuilder &b, Value condition) {
  auto type = dyn_cast<VectorType>(condition.getType());
  if (!type)
    return condition;
  auto flat = VectorType::get({type.getNumElements()}, b.getI1Type());
  if (type != flat)
    condition = vector::ShapeCastOp::create(b, flat, condition);
  return vector::ReductionOp::create(b, vector::CombiningKind::OR, condition);
}

Value Tracer::makeScalarKind(ImplicitLocOpBuilder &b, Value value) {
  Type type = value.getType();
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  TypedAttr infinity =
      b.getFloatAttr(element, APFloat::getInf(element.getFloatSemantics()));
  if (auto vector = dyn_cast<VectorType>(type))
    infinity = DenseElementsAttr::get(vector, infinity);
  Value isNan = anyOf(
      b, arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value));
  Value magnitude = math::AbsFOp::create(b, value);
  Value inf = arith::ConstantOp::create(b, infinity);
  Value isInfinite = anyOf(
      b, arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, magnitude, inf));
  Value nanKind = kindIf(b, isNan, SGRT_NAN);
  Value infinityKind = kindIf(b, isInfinite, SGRT_INFINITY);
  return arith::OrIOp::create(b, nanKind, infinityKind);
}

Value Tracer::makeTensorKind(ImplicitLocOpBuilder &b, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto scalar = RankedTensorType::get({}, b.getI32Type());
  Value init = arith::ConstantOp::create(
      b, DenseElementsAttr::get(scalar, b.getI32IntegerAttr(0)));
  AffineMap identityMap = b.getMultiDimIdentityMap(type.getRank());
  AffineMap scalarMap = AffineMap::get(type.getRank(), 0, b.getContext());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  auto reduced = linalg::GenericOp::create(
      b, TypeRange{scalar}, ValueRange{value}, ValueRange{init},
      ArrayRef<AffineMap>{identityMap, scalarMap}, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value kind = makeScalarKind(inner, arguments[0]);
        Value combined = arith::OrIOp::create(inner, kind, arguments[1]);
        linalg::YieldOp::create(inner, combined);
      });
  return tensor::ExtractOp::create(b, reduced.getResult(0), ValueRange{});
}

Value Tracer::makeKind(ImplicitLocOpBuilder &b, Value value) {
  // Do not report uninitialized elements.
  if (value.getDefiningOp<tensor::EmptyOp>())
    return constant(b, 0);
  return isa<RankedTensorType>(value.getType()) ? makeTensorKind(b, value)
                                                : makeScalarKind(b, value);
}

/// Returns the kind of a value, computed after the definition of the value.
Value Tracer::kindOf(Value value) {
  Value &kind = kinds[value];
  if (kind)
    return kind;
  OpBuilder builder(value.getContext());
  if (Operation *op = value.getDefiningOp())
    builder.setInsertionPointAfter(op);
  else
    builder.setInsertionPointToStart(value.getParentBlock());
  ImplicitLocOpBuilder b(value.getLoc(), builder);
  return kind = makeKind(b, value);
}

void Tracer::report(ImplicitLocOpBuilder &b, Value kind, std::string text) {
  Value textAddress = calls.createText(b, "sg.trace", std::move(text));
  calls.createCall(b, "sgrt_trace", {}, ValueRange{textAddress, kind});
}

void Tracer::trace(Operation *op, bool isReplaced) {
  SmallVector<Value> results, operands;
  for (Value result : op->getResults())
    if (isTraced(result.getType()))
      results.push_back(kindOf(result));
  if (results.empty()) {
    LDBG() << "not traced, no result is a float: " << op->getName() << " at "
           << op->getLoc();
    return;
  }
  if (isReplaced)
    LDBG() << "NaN not traced, strong zeros replace it: " << op->getName()
           << " at " << op->getLoc();
  for (Value operand : op->getOperands())
    if (isTraced(operand.getType()))
      operands.push_back(kindOf(operand));
  ImplicitLocOpBuilder b(op->getLoc(), op->getContext());
  // kindOf inserts directly after the op, so the kind of the first result is
  // the last in the block.
  b.setInsertionPointAfter(results.front().getDefiningOp());
  auto combine = [&](ArrayRef<Value> values) {
    Value combined = values.front();
    for (Value value : values.drop_front())
      combined = arith::OrIOp::create(b, combined, value);
    return combined;
  };
  Value kind = combine(results);
  if (!operands.empty()) {
    Value operandKind = combine(operands);
    Value allKinds = constant(b, SGRT_NAN | SGRT_INFINITY);
    Value missingKinds = arith::XOrIOp::create(b, operandKind, allKinds);
    kind = arith::AndIOp::create(b, kind, missingKinds);
  }
  std::string text =
      describe(op->getLoc(), "'" + op->getName().getStringRef() + "'");
  std::string reason = sg::explainNan(op);
  if (!isReplaced && reason.empty())
    return report(b, kind, std::move(text));
  auto reportOnly = [&](int32_t kindMask, std::string text) {
    Value mask = constant(b, kindMask);
    Value maskedKind = arith::AndIOp::create(b, kind, mask);
    report(b, maskedKind, std::move(text));
  };
  reportOnly(SGRT_INFINITY, text);
  if (!isReplaced)
    reportOnly(SGRT_NAN, text + reason);
}

void Tracer::traceArgument(func::FuncOp function, BlockArgument argument) {
  Value kind = kindOf(argument);
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  b.setInsertionPointAfter(kind.getDefiningOp());
  report(b, kind,
         describe(function.getLoc(), "argument " +
                                         Twine(argument.getArgNumber()) +
                                         " of '@" + function.getName() + "'"));
}
