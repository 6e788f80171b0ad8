//===- DerivativeFunctions.cpp - Making and cleaning functions ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeFunctions.h"
#include "Sweep.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "sg/Analysis/Bits.h"
#include "sg/StructuredOps/DeadCode.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// Places `function` behind `after` under a unique name.
static void insertBehind(func::FuncOp function, func::FuncOp after) {
  // A SymbolTable would take in every name of the module.
  Operation *table = SymbolTable::getNearestSymbolTable(after);
  unsigned counter = 0;
  auto isTaken = [&](StringRef name) {
    return SymbolTable::lookupSymbolIn(table, name) != nullptr;
  };
  if (isTaken(function.getName()))
    function.setName(SymbolTable::generateSymbolName<32>(function.getName(),
                                                         isTaken, counter));
  after->getBlock()->getOperations().insert(std::next(Block::iterator(after)),
                                            function);
}

func::FuncOp sg::grad::createFunction(func::FuncOp after, const Twine &name,
                                      Location location) {
  auto type = FunctionType::get(after.getContext(), {}, {});
  auto function = func::FuncOp::create(location, name.str(), type);
  function.setPrivate();
  function.addEntryBlock();
  insertBehind(function, after);
  return function;
}

func::FuncOp sg::grad::cloneFunction(func::FuncOp function, StringRef suffix) {
  auto clone = func::FuncOp::create(function.getLoc(),
                                    (function.getName() + suffix).str(),
                                    function.getFunctionType());
  clone.setPrivate();
  // A derivative of what is computed again is computed again.
  if (function->hasAttr(kCheckpointAttr)) {
    clone.setNoInline(true);
    clone->setAttr(kCheckpointAttr, UnitAttr::get(function.getContext()));
  }
  IRMapping map;
  function.getBody().cloneInto(&clone.getBody(), map);
  insertBehind(clone, function);
  clone.getBody().walk(
      [](Operation *op) { op->setLoc(withRole(op->getLoc(), Role::Primal)); });
  return clone;
}

func::FuncOp sg::grad::createCaller(func::FuncOp function, StringRef suffix) {
  Location loc = withRole(function.getLoc(), Role::Primal);
  func::FuncOp caller =
      createFunction(function, function.getName() + suffix, function.getLoc());
  Block &body = caller.getBody().front();
  for (Type type : function.getArgumentTypes())
    body.addArgument(type, loc);
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  auto call = func::CallOp::create(b, loc, function, body.getArguments());
  func::ReturnOp::create(b, loc, call.getResults());
  caller.setFunctionType(function.getFunctionType());
  return caller;
}

void sg::grad::updateFunctionType(func::FuncOp function) {
  Block &block = function.getBody().front();
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(),
                        block.getTerminator()->getOperandTypes()));
}

void sg::grad::finishDerivative(func::FuncOp function) {
  updateFunctionType(function);
  eraseUnread(function.getBody());
}

SmallVector<unsigned> sg::grad::takeOnlyRead(func::FuncOp part,
                                             unsigned count) {
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
// Decomposition
//===----------------------------------------------------------------------===//

/// The arguments and the returned values at positions.
static void findEnds(func::FuncOp function, const BitVector &varied,
                     const BitVector &useful, SmallVectorImpl<Value> &inputs,
                     SmallVectorImpl<Value> &results) {
  for (unsigned i : varied.set_bits())
    inputs.push_back(function.getArgument(i));
  for (unsigned j : useful.set_bits())
    results.push_back(
        function.getBody().front().getTerminator()->getOperand(j));
}

static Activity activityOf(func::FuncOp function, const BitVector &varied,
                           const BitVector &useful, FlowSummaries &summaries) {
  SmallVector<Value> inputs, results;
  findEnds(function, varied, useful, inputs, results);
  return Activity(function.getBody(), inputs, results, summaries);
}

namespace {
struct Decomposition : DecompositionContext {
  Decomposition(Mode theMode, Activity &activity)
      : theMode(theMode), activity(activity) {}
  Mode mode() const override { return theMode; }
  bool isActive(Value value) const override { return activity.isActive(value); }
  Mode theMode;
  Activity &activity;
};
} // namespace

Activity sg::grad::decomposeActive(func::FuncOp function,
                                   const BitVector &varied,
                                   const BitVector &useful,
                                   FunctionRecord &record,
                                   FlowSummaries &summaries) {
  for (;;) {
    Activity activity = activityOf(function, varied, useful, summaries);
    Decomposition context(record.mode, activity);
    SmallVector<DifferentiableOpInterface> candidates;
    function.walk<WalkOrder::PreOrder>([&](DifferentiableOpInterface op) {
      if (llvm::any_of(op->getResults(),
                       [&](Value v) { return activity.isActive(v); }))
        candidates.push_back(op);
    });
    SmallVector<Operation *> decomposed;
    for (DifferentiableOpInterface op : candidates) {
      // What has taken the place of an op has taken that of the ops in it,
      // which follow that op.
      if (!decomposed.empty() && decomposed.back()->isProperAncestor(op))
        continue;
      OpBuilder b(op);
      SmallVector<Value> values = op.decompose(b, context);
      if (values.empty())
        continue;
      for (auto [from, to] : llvm::zip(op->getResults(), values)) {
        activity.replace(from, to);
        from.replaceAllUsesWith(to);
      }
      decomposed.push_back(op);
    }
    // Only now: what is erased before may give its address to something else.
    for (Operation *op : llvm::reverse(decomposed))
      op->erase();
    if (decomposed.empty()) {
      recordActivity(function, activity, record);
      return activity;
    }
  }
}

//===----------------------------------------------------------------------===//
// Checks and cleaning
//===----------------------------------------------------------------------===//

/// Errors for active values that are written to memory or to unknown code.
static LogicalResult checkEscapes(const Activity &activity) {
  for (const FlowGraph::Escape &escape : activity.graph().escapes()) {
    if (!activity.isVaried(escape.value))
      continue;
    InFlightDiagnostic error =
        escape.op->emitOpError()
        << "lets a value that depends on a differentiated input into memory "
           "or into unknown code, where its derivative would be lost";
    if (escape.where != escape.op)
      error.attachNote(escape.where->getLoc()) << "it happens here";
    Diagnostic &remedy = error.attachNote(escape.op->getLoc());
    remedy << "stop the derivative before it with grad.stop_gradient";
    if (isa<CallOpInterface>(escape.op))
      remedy << ", or call a function that has a derivative rule of its own ("
             << kCustomVJPAttr << ", " << kCustomJVPAttr << ")";
    return failure();
  }
  return success();
}

/// An error for a derivative that would end in the bits of a float, though the
/// result depends on it through a float again.
static LogicalResult checkBits(func::FuncOp function, const BitVector &varied,
                               const BitVector &useful,
                               const Activity &activity,
                               FlowSummaries &summaries) {
  if (!activity.graph().readsBits())
    return success();
  SmallVector<Value> inputs, results;
  findEnds(function, varied, useful, inputs, results);
  SmallVector<ThroughBits> ways =
      findThroughBits(function.getBody(), inputs, results, summaries);
  if (ways.empty())
    return success();
  const ThroughBits &way = ways.front();
  InFlightDiagnostic error =
      way.reads->emitOpError()
      << "reads bits that become a float again, where a derivative flows: "
         "through bits there is none";
  error.attachNote(way.returns->getLoc()) << "they become a float here";
  if (way.from != way.reads)
    error.attachNote(way.from->getLoc()) << "in this call";
  error.attachNote(way.reads->getLoc())
      << "if the derivative is meant to be zero, as that of a hash or of an "
         "exponent, stop it before with grad.stop_gradient; if not, as that of "
         "a rounding or of a sign, put the ops into a function with a rule of "
         "its own (grad.custom_vjp, grad.custom_jvp)";
  return failure();
}

LogicalResult sg::grad::checkActivity(func::FuncOp function,
                                      const BitVector &varied,
                                      const BitVector &useful,
                                      const Activity &activity,
                                      FlowSummaries &summaries) {
  return success(
      succeeded(checkEscapes(activity)) &&
      succeeded(checkBits(function, varied, useful, activity, summaries)));
}
