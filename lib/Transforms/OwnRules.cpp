//===- OwnRules.cpp - Derivative rules of functions' own ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is a pair of functions (grad.custom_vjp) or one (grad.custom_jvp).
// Where a call needs less than all of it, a copy is made in which the absent
// cotangents or tangents are zeros and what nobody asks for is not returned, so
// that its computation goes away.
//
// A rule for one mode serves the other by transposition, for it is linear: the
// rule function is differentiated in reverse with respect to the cotangents (or
// tangents) that enter it. At which of these that is done must not matter; if
// the result reads them nevertheless, the rule is not linear, and that is an
// error.
//
//===----------------------------------------------------------------------===//

#include "OwnRules.h"
#include "Dialect/Grad/IR/DeadCode.h"
#include "Reverse.h"
#include "Sweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Support/DebugStringHelper.h"
#include <set>

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Finding and checking
//===----------------------------------------------------------------------===//

static FlatSymbolRefAttr getVJPHalf(Operation *function, StringRef half) {
  auto rule = function->getAttrOfType<DictionaryAttr>(kCustomVJPAttr);
  return rule ? rule.getAs<FlatSymbolRefAttr>(half) : FlatSymbolRefAttr();
}

static func::FuncOp lookup(Operation *function, FlatSymbolRefAttr name) {
  if (!name)
    return {};
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name);
}

static func::FuncOp getForward(Operation *function) {
  return lookup(function, getVJPHalf(function, "forward"));
}

static func::FuncOp getBackward(Operation *function) {
  return lookup(function, getVJPHalf(function, "backward"));
}

static func::FuncOp getJVP(Operation *function) {
  return lookup(function,
                function->getAttrOfType<FlatSymbolRefAttr>(kCustomJVPAttr));
}

SmallVector<func::FuncOp> sg::grad::getRuleFunctions(Operation *function) {
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp rule :
       {getForward(function), getBackward(function), getJVP(function)})
    if (rule)
      functions.push_back(rule);
  return functions;
}

static SmallVector<Type> getDifferentiable(TypeRange types) {
  return llvm::map_to_vector(getDifferentiablePositions(types),
                             [&](unsigned i) { return types[i]; });
}

/// An error unless the rule function `name` exists and has the type `expected`;
/// with `residuals`, some more results in the place of those.
static LogicalResult checkType(func::FuncOp function, FlatSymbolRefAttr name,
                               StringRef role, FunctionType expected,
                               bool residuals = false) {
  func::FuncOp rule = lookup(function, name);
  if (!rule)
    return function.emitOpError() << "names '" << name << "' as its " << role
                                  << ", which is no func.func of this module";
  FunctionType type = rule.getFunctionType();
  bool fits =
      type.getInputs() == expected.getInputs() &&
      (residuals ? type.getNumResults() >= expected.getNumResults() &&
                       type.getResults().take_front(expected.getNumResults()) ==
                           expected.getResults()
                 : type.getResults() == expected.getResults());
  if (fits)
    return success();
  InFlightDiagnostic error = function.emitOpError()
                             << "expects its " << role << " '" << name
                             << "' to have the type " << expected
                             << (residuals ? ", with residuals behind" : "")
                             << ", but that has the type " << type;
  error.attachNote(rule.getLoc()) << "it is defined here";
  return failure();
}

LogicalResult sg::grad::checkOwnRule(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  TypeRange arguments = function.getArgumentTypes();
  TypeRange results = function.getResultTypes();
  SmallVector<Type> slopesIn = getDifferentiable(arguments);
  SmallVector<Type> slopesOut = getDifferentiable(results);
  if (auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCustomJVPAttr)) {
    SmallVector<Type> inputs(arguments), outputs(results);
    llvm::append_range(inputs, slopesIn);
    llvm::append_range(outputs, slopesOut);
    if (failed(checkType(function, name, "forward rule",
                         FunctionType::get(context, inputs, outputs))))
      return failure();
  }
  if (!function->hasAttr(kCustomVJPAttr))
    return success();
  if (failed(checkType(function, getVJPHalf(function, "forward"),
                       "rule's forward half", function.getFunctionType(),
                       /*residuals=*/true)))
    return failure();
  SmallVector<Type> inputs(TypeRange(getForward(function).getResultTypes())
                               .drop_front(results.size()));
  llvm::append_range(inputs, slopesOut);
  return checkType(function, getVJPHalf(function, "backward"),
                   "rule's backward half",
                   FunctionType::get(context, inputs, slopesIn));
}

//===----------------------------------------------------------------------===//
// A part of a rule
//===----------------------------------------------------------------------===//

/// A copy of a rule function that can be changed. Where the body must not or
/// cannot be copied, a function that calls it.
static func::FuncOp copyRule(func::FuncOp rule) {
  bool isPlain = !hasOwnRule(rule) && rule.getBody().hasOneBlock() &&
                 isa<func::ReturnOp>(rule.getBody().front().getTerminator());
  return isPlain ? cloneFunction(rule, "_part") : createCaller(rule, "_part");
}

/// Puts a zero in the place of an argument that is absent. `like` has its
/// shape.
static LogicalResult fillWithZero(Operation *from, BlockArgument argument,
                                  Value like) {
  Location loc = argument.getLoc();
  if (!hasZero(argument.getType()))
    return DerivativeContext::emitUnsupported(
        from, "needs a zero of type " + debugString(argument.getType()) +
                  " for a derivative that is absent, which that type cannot "
                  "represent");
  OpBuilder b = OpBuilder::atBlockBegin(argument.getOwner());
  SmallVector<OpFoldResult> sizes;
  if (isa<RankedTensorType>(argument.getType()))
    sizes = tensor::getMixedSizes(b, loc, like);
  argument.replaceAllUsesWith(
      createZero(b, withRole(loc, Role::Adjoint), argument.getType(), sizes));
  return success();
}

static bool hasDynamicShape(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

/// Keeps the results of `part` at these positions.
static void returnOnly(func::FuncOp part, ArrayRef<unsigned> positions) {
  Operation *end = part.getBody().front().getTerminator();
  end->setOperands(llvm::map_to_vector(
      positions, [&](unsigned i) { return end->getOperand(i); }));
  updateFunctionType(part);
  eraseUnread(part.getBody());
}

/// Erases those of the first `count` arguments of `part` that it does not read,
/// so that nobody keeps them for it. Returns the positions of the others.
static SmallVector<unsigned> takeOnlyRead(func::FuncOp part, unsigned count) {
  Block &body = part.getBody().front();
  BitVector unread(body.getNumArguments());
  SmallVector<unsigned> read;
  for (unsigned i = 0; i < count; ++i)
    if (body.getArgument(i).use_empty())
      unread.set(i);
    else
      read.push_back(i);
  body.eraseArguments(unread);
  updateFunctionType(part);
  return read;
}

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

namespace {
/// Those arguments of a rule that `arguments` names, cotangents of its useful
/// results -> cotangents of its linear arguments.
struct TransposedRule {
  func::FuncOp function;
  SmallVector<unsigned> arguments;
};
} // namespace

/// Whether what `function` returns depends on one of these arguments by more
/// than its shape.
static bool readsContents(func::FuncOp function, const BitVector &arguments,
                          FlowSummaries &summaries) {
  Block &body = function.getBody().front();
  SmallVector<Value> contents;
  SmallVector<std::pair<OpOperand *, Value>> sizes;
  for (unsigned i : arguments.set_bits()) {
    contents.push_back(body.getArgument(i));
    for (OpOperand &use : body.getArgument(i).getUses())
      if (isa<tensor::DimOp>(use.getOwner()))
        sizes.emplace_back(&use, use.get());
  }
  // Sizes come from elsewhere meanwhile.
  unsigned numArguments = body.getNumArguments();
  for (auto [use, argument] : sizes)
    use->set(body.addArgument(argument.getType(), argument.getLoc()));
  auto reached = FlowGraph(function.getBody(), summaries, FlowKind::Dependence)
                     .reach(contents, /*forward=*/true);
  for (auto [use, argument] : sizes)
    use->set(argument);
  body.eraseArguments(numArguments, sizes.size());
  return llvm::any_of(body.getTerminator()->getOperands(),
                      [&](Value result) { return reached.contains(result); });
}

namespace {
/// Looks for what a rule does with its linear arguments that has no derivative:
/// a stop, a comparison, rounding. The transpose would take it for zero.
class LinearityCheck {
public:
  explicit LinearityCheck(FlowSummaries &summaries) : summaries(summaries) {}

  /// The first op that ends the derivative of an argument on its way to a
  /// result; null if there is none.
  Operation *findEnd(FunctionOpInterface function, const BitVector &arguments,
                     const BitVector &results) {
    if (function.isExternal() || hasOwnRule(function) ||
        !function.getFunctionBody().hasOneBlock() ||
        !visited.insert({function, bits(arguments), bits(results)}).second)
      return nullptr;
    Region &body = function.getFunctionBody();
    Operation *end = body.front().getTerminator();
    SmallVector<Value> inputs, outputs;
    for (unsigned i : arguments.set_bits())
      inputs.push_back(body.getArgument(i));
    for (unsigned j : results.set_bits())
      outputs.push_back(end->getOperand(j));
    FlowGraph derivative(body, summaries);
    FlowGraph dependence(body, summaries, FlowKind::Dependence);
    auto varied = derivative.reach(inputs, /*forward=*/true);
    auto needed = dependence.reach(outputs, /*forward=*/false);

    Operation *found = nullptr;
    body.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (const FlowGraph::Call *call = derivative.callOf(op)) {
        BitVector in(call->operands.size()), out(call->results.size());
        for (auto [i, operand] : llvm::enumerate(call->operands))
          in[i] = varied.contains(operand);
        for (auto [j, result] : llvm::enumerate(call->results))
          out[j] = needed.contains(result);
        if (in.any() && out.any())
          found = findEnd(call->callee, in, out);
      }
      SmallVector<Value> sources = getYieldedValues(op);
      for (OpOperand &operand : op->getOpOperands())
        if (!readsShapeOnly(operand))
          sources.push_back(operand.get());
      for (Value source : sources)
        if (varied.contains(source) &&
            derivative.endsAt(op, source, dependence, needed))
          found = op;
      return found ? WalkResult::interrupt() : WalkResult::advance();
    });
    return found;
  }

private:
  /// What a destination contributes by its contents has a derivative.
  static bool readsShapeOnly(OpOperand &operand) {
    Operation *op = operand.getOwner();
    auto writer = dyn_cast<DestinationStyleOpInterface>(op);
    return isa<tensor::DimOp>(op) || (writer && writer.isDpsInit(&operand));
  }
  static std::vector<bool> bits(const BitVector &vector) {
    std::vector<bool> result(vector.size());
    for (unsigned i : vector.set_bits())
      result[i] = true;
    return result;
  }

  FlowSummaries &summaries;
  std::set<std::tuple<Operation *, std::vector<bool>, std::vector<bool>>>
      visited;
};
} // namespace

/// The transpose of `rule`. Of its arguments `linear` only the shape is read.
static FailureOr<TransposedRule>
transpose(DerivativeCache &cache, Operation *from, func::FuncOp function,
          func::FuncOp rule, const BitVector &linear, const BitVector &useful) {
  auto fail = [&](const Twine &why) {
    return from->emitOpError()
           << "needs a derivative of '@" << function.getName()
           << "' by transposing its rule '@" << rule.getName() << "', " << why
           << "; give it a rule for this mode too ("
           << (function->hasAttr(kCustomJVPAttr) ? kCustomVJPAttr
                                                 : kCustomJVPAttr)
           << ")";
  };
  if (rule.isExternal() && !hasOwnRule(rule))
    return fail("which has no body");
  if (failed(cache.checkFunction(from, rule)))
    return failure();
  if (Operation *end =
          LinearityCheck(cache.getSummaries()).findEnd(rule, linear, useful)) {
    InFlightDiagnostic error = fail("which is not linear in what enters it");
    error.attachNote(end->getLoc()) << "this has no derivative";
    return error;
  }
  // The rule of a rule is reached by a call.
  func::FuncOp body = hasOwnRule(rule) ? createCaller(rule, "_part") : rule;
  FailureOr<SplitFunction> split = generateRecomputingFunction(
      cache, body, linear, useful, BitVector(linear.size()),
      [](const SplitFunction &) {});
  if (body != rule)
    body.erase();
  if (failed(split))
    return failure();
  auto transposed = cast<func::FuncOp>(split->backward.getOperation());
  if (readsContents(transposed, linear, cache.getSummaries()))
    return fail("which is not linear in what enters it");
  return TransposedRule{transposed,
                        takeOnlyRead(transposed, rule.getNumArguments())};
}

static BitVector positionsIn(unsigned size, ArrayRef<unsigned> positions) {
  BitVector bits(size);
  for (unsigned position : positions)
    bits.set(position);
  return bits;
}

/// Which of `positions` are set in `bits`, by their place in that list.
static SmallVector<unsigned> placesOf(ArrayRef<unsigned> positions,
                                      const BitVector &bits) {
  SmallVector<unsigned> places;
  for (auto [place, position] : llvm::enumerate(positions))
    if (bits[position])
      places.push_back(place);
  return places;
}

//===----------------------------------------------------------------------===//
// Forward mode
//===----------------------------------------------------------------------===//

static FailureOr<TangentFunction> tangentByJVP(Operation *from,
                                               func::FuncOp function,
                                               const BitVector &varied,
                                               const BitVector &useful) {
  SmallVector<unsigned> in =
      getDifferentiablePositions(function.getArgumentTypes());
  SmallVector<unsigned> out =
      getDifferentiablePositions(function.getResultTypes());
  TangentFunction result{getJVP(function), llvm::to_vector(varied.set_bits()),
                         llvm::to_vector(useful.set_bits())};
  SmallVector<unsigned> given = placesOf(in, varied);
  SmallVector<unsigned> wanted = placesOf(out, useful);
  if (given.size() == in.size() && wanted.size() == out.size())
    return result;
  func::FuncOp part = copyRule(getJVP(function));
  Block &body = part.getBody().front();
  unsigned numArguments = function.getNumArguments();
  for (unsigned place = in.size(); place-- > 0;) {
    if (varied[in[place]])
      continue;
    BlockArgument tangent = body.getArgument(numArguments + place);
    if (failed(fillWithZero(from, tangent, body.getArgument(in[place]))))
      return failure();
    body.eraseArgument(tangent.getArgNumber());
  }
  unsigned numResults = function.getNumResults();
  SmallVector<unsigned> kept =
      llvm::to_vector(llvm::seq<unsigned>(0, numResults));
  for (unsigned place : wanted)
    kept.push_back(numResults + place);
  returnOnly(part, kept);
  result.function = part;
  return result;
}

/// results, residuals = forward(arguments); tangents = transposed(...).
static FailureOr<TangentFunction>
tangentByVJP(DerivativeCache &cache, Operation *from, func::FuncOp function,
             const BitVector &varied, const BitVector &useful) {
  SmallVector<unsigned> in =
      getDifferentiablePositions(function.getArgumentTypes());
  SmallVector<unsigned> out =
      getDifferentiablePositions(function.getResultTypes());
  func::FuncOp forward = getForward(function), backward = getBackward(function);
  unsigned numResults = function.getNumResults();
  unsigned numResiduals = forward.getNumResults() - numResults;
  SmallVector<unsigned> linear;
  for (unsigned place : placesOf(out, useful))
    linear.push_back(numResiduals + place);
  FailureOr<TransposedRule> transposed =
      transpose(cache, from, function, backward,
                positionsIn(backward.getNumArguments(), linear),
                positionsIn(in.size(), placesOf(in, varied)));
  if (failed(transposed))
    return failure();

  Location loc = withRole(function.getLoc(), Role::Tangent);
  func::FuncOp tangent =
      createFunction(function, function.getName() + "_jvp", function.getLoc());
  Block &body = tangent.getBody().front();
  for (Type type : function.getArgumentTypes())
    body.addArgument(type, loc);
  SmallVector<Value> arguments(body.getArguments()), tangents;
  for (unsigned i : varied.set_bits())
    tangents.push_back(body.addArgument(function.getArgumentTypes()[i], loc));
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  auto primal = func::CallOp::create(b, loc, forward, arguments);
  SmallVector<Value> given(primal.getResults().drop_front(numResults));
  for (unsigned j : out) // of these only the shape is read
    given.push_back(primal.getResult(j));
  SmallVector<Value> operands = llvm::map_to_vector(
      transposed->arguments, [&](unsigned i) { return given[i]; });
  llvm::append_range(operands, tangents);
  auto slopes = func::CallOp::create(b, loc, transposed->function, operands);
  SmallVector<Value> returned(primal.getResults().take_front(numResults));
  llvm::append_range(returned, slopes.getResults());
  func::ReturnOp::create(b, loc, returned);
  updateFunctionType(tangent);
  return TangentFunction{tangent, llvm::to_vector(varied.set_bits()),
                         llvm::to_vector(useful.set_bits())};
}

FailureOr<TangentFunction>
sg::grad::generateTangentByRule(DerivativeCache &cache, Operation *from,
                                func::FuncOp function, const BitVector &varied,
                                const BitVector &useful) {
  if (function->hasAttr(kCustomJVPAttr))
    return tangentByJVP(from, function, varied, useful);
  return tangentByVJP(cache, from, function, varied, useful);
}

//===----------------------------------------------------------------------===//
// Reverse mode
//===----------------------------------------------------------------------===//

static FailureOr<SplitFunction> splitByVJP(Operation *from,
                                           func::FuncOp function,
                                           const BitVector &varied,
                                           const BitVector &useful) {
  SmallVector<unsigned> in =
      getDifferentiablePositions(function.getArgumentTypes());
  SmallVector<unsigned> out =
      getDifferentiablePositions(function.getResultTypes());
  func::FuncOp backward = getBackward(function);
  unsigned numResults = function.getNumResults();
  SplitFunction result{getForward(function), backward, {}, {}, {}};
  unsigned numResiduals = getForward(function).getNumResults() - numResults;
  for (unsigned i = 0; i < numResiduals; ++i)
    result.inputs.push_back({/*isOperand=*/false, numResults + i});
  result.outputs = llvm::to_vector(varied.set_bits());
  SmallVector<unsigned> wanted = placesOf(in, varied);
  if (placesOf(out, useful).size() == out.size() && wanted.size() == in.size())
    return result;

  func::FuncOp part = copyRule(backward);
  Block &body = part.getBody().front();
  for (unsigned place = out.size(); place-- > 0;) {
    unsigned j = out[place];
    if (useful[j])
      continue;
    BlockArgument cotangent = body.getArgument(result.inputs.size() + place);
    Value like = cotangent;
    if (hasDynamicShape(cotangent.getType())) {
      // The result itself has the shape.
      like = body.insertArgument(result.inputs.size(), cotangent.getType(),
                                 cotangent.getLoc());
      result.inputs.push_back({/*isOperand=*/false, j});
    }
    if (failed(fillWithZero(from, cotangent, like)))
      return failure();
    body.eraseArgument(cotangent.getArgNumber());
  }
  returnOnly(part, wanted);
  result.inputs = llvm::map_to_vector(
      takeOnlyRead(part, result.inputs.size()),
      [&, inputs = result.inputs](unsigned i) { return inputs[i]; });
  result.backward = part;
  return result;
}

FailureOr<SplitFunction>
sg::grad::generateSplitByRule(DerivativeCache &cache, Operation *from,
                              func::FuncOp function, const BitVector &varied,
                              const BitVector &useful) {
  if (function->hasAttr(kCustomVJPAttr))
    return splitByVJP(from, function, varied, useful);

  SmallVector<unsigned> in =
      getDifferentiablePositions(function.getArgumentTypes());
  SmallVector<unsigned> out =
      getDifferentiablePositions(function.getResultTypes());
  func::FuncOp rule = getJVP(function);
  unsigned numArguments = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  BitVector linear(rule.getNumArguments()), sloped(rule.getNumResults());
  for (unsigned place : placesOf(in, varied))
    linear.set(numArguments + place);
  for (unsigned place : placesOf(out, useful))
    sloped.set(numResults + place);
  FailureOr<TransposedRule> transposed =
      transpose(cache, from, function, rule, linear, sloped);
  if (failed(transposed))
    return failure();
  SplitFunction result{function, transposed->function, {}, {}, {}};
  for (unsigned i : transposed->arguments) // of the tangents, only the shape
    result.inputs.push_back(
        {/*isOperand=*/true, i < numArguments ? i : in[i - numArguments]});
  result.outputs = llvm::to_vector(varied.set_bits());
  return result;
}
