//===- LocalizeWrongRule.cpp - Which op has a wrong derivative
//-------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A function that returns what the ops on the way return is checked for each of
// them alone, with a cotangent there and nowhere else. The ops in front of the
// first that disagrees are right, so that it is to blame.
//
//===----------------------------------------------------------------------===//

#include "LocalizeWrongRule.h"
#include "InnerOps.h"
#include "Messages.h"
#include "NativeCall.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Analysis/Activity.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace mlir;
using namespace sg;
using namespace sg::run;

namespace {
/// An op of the function, and where its results are among those of the function
/// that returns them all.
struct Site {
  Operation *op;
  size_t first, count;
};
} // namespace

/// Whether it can be passed out of the function.
static bool canBeReturned(Type type) {
  return grad::isDifferentiable(type) && !isa<VectorType>(type) &&
         getElementSize(getElementTypeOrSelf(type)) != 0;
}

static grad::Activity analyze(func::FuncOp function, ArrayRef<unsigned> wrt,
                              grad::FlowSummaries &summaries) {
  Block &block = function.getBody().front();
  SmallVector<Value> inputs, results;
  for (unsigned i : wrt)
    inputs.push_back(block.getArgument(i));
  ValueRange returned = block.getTerminator()->getOperands();
  for (unsigned i : grad::getDifferentiablePositions(returned.getTypes()))
    results.push_back(returned[i]);
  return grad::Activity(function.getBody(), inputs, results, summaries);
}

/// The ops through which a derivative flows, and their results.
static SmallVector<Site> findSites(func::FuncOp function,
                                   const grad::Activity &activity,
                                   SmallVectorImpl<Value> &values) {
  SmallVector<Site> sites;
  for (Operation &op : function.getBody().front().without_terminator()) {
    Site site{&op, values.size(), 0};
    for (Value result : op.getResults())
      if (activity.isActive(result) && canBeReturned(result.getType()))
        values.push_back(result);
    site.count = values.size() - site.first;
    if (site.count != 0)
      sites.push_back(site);
  }
  return sites;
}

static func::FuncOp getCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

static bool hasOwnRule(func::CallOp call) {
  func::FuncOp callee = getCallee(call);
  return callee && grad::hasOwnRule(callee);
}

/// Puts what is called in the place of calls, unless it has a rule of its own.
/// Upstream's inliner leaves calls where a dialect does not say that it may.
static void inlineCalls(func::FuncOp function) {
  constexpr int most = 1000; // of functions that call themselves
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (int count = 0; !calls.empty() && count < most; ++count) {
    func::CallOp call = calls.pop_back_val();
    func::FuncOp callee = getCallee(call);
    if (!callee || grad::hasOwnRule(callee) || !callee.getBody().hasOneBlock())
      continue;
    Block &body = callee.getBody().front();
    IRMapping map;
    map.map(body.getArguments(), call.getOperands());
    OpBuilder b(call);
    for (Operation &op : body.without_terminator())
      b.clone(op, map)->walk(
          [&](func::CallOp inner) { calls.push_back(inner); });
    call->replaceAllUsesWith(llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value value) { return map.lookupOrDefault(value); }));
    call.erase();
  }
}

/// The function returns `values` instead.
static FunctionType returnInstead(func::FuncOp function, ValueRange values) {
  function.getBody().front().getTerminator()->setOperands(values);
  auto type = FunctionType::get(function.getContext(),
                                function.getArgumentTypes(), values.getTypes());
  function.setFunctionType(type);
  function.setResAttrsAttr({});
  return type;
}

/// "the derivative of 'math.exp' is wrong: ...".
static InFlightDiagnostic emitWrong(Operation *op,
                                    const DirectionalResult &answer) {
  auto number = [](double value) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.7g", value);
    return text;
  };
  InFlightDiagnostic error =
      op->emitError() << "the derivative of '" << op->getName()
                      << "' is wrong: forward mode " << number(answer.forward)
                      << ", reverse mode " << number(answer.reverse)
                      << ", differences " << number(answer.slope);
  if (auto call = dyn_cast<func::CallOp>(op))
    error.attachNote() << "it calls '@" << call.getCallee()
                       << (hasOwnRule(call)
                               ? "', whose rule says otherwise than its body"
                               : "', which calls itself");
  return error;
}

/// The same of an op with regions, or of one in them.
static void explain(Operation *op, const DirectionalResult &answer,
                    const std::optional<InnerOps> &inner) {
  if (inner && inner->wrong) {
    InFlightDiagnostic error = emitWrong(inner->wrong, inner->answer);
    if (!inner->operands.empty())
      error.attachNote() << "with the operands " << inner->operands;
    error.attachNote(op->getLoc()) << "in this '" << op->getName() << "'";
    return;
  }
  InFlightDiagnostic error = emitWrong(op, answer);
  if (!inner)
    error.attachNote() << "or that of an op in it";
  else if (inner->unknown)
    error.attachNote(inner->unknown->getLoc())
        << "or that of an op in it which cannot be checked by itself, as this '"
        << inner->unknown->getName() << "'";
  else if (inner->numChecked != 0)
    error.attachNote() << "that of each op in it is right by itself, with the "
                          "operands that were tried";
}

void sg::run::narrowDown(const Options &options, OwningOpRef<ModuleOp> module,
                         const Failure &failure, Precision precision) {
  auto giveUp = [](const Twine &reason) {
    fail("the op that is wrong is not known: " + reason, Finding);
  };
  auto expand = [&] {
    llvm::Error error =
        sg::expandDerivatives(*module, options.compiler.strongZero);
    return error ? reportError(options, std::move(error)) : int(Success);
  };
  if (expand())
    return;
  auto function =
      module->lookupSymbol<func::FuncOp>(failure.function->getName());
  if (grad::hasOwnRule(function)) {
    function.emitError() << "the rule of '@" << function.getName()
                         << "' says otherwise than its body";
    return;
  }
  // Others may call the function.
  std::string name = (function.getName() + "_checked_values").str();
  auto clone = function.clone();
  clone.setName(name);
  module->insert(function, clone);
  inlineCalls(clone);
  ArrayRef<unsigned> wrt = failure.function->getWrt();
  // The ops of what stays as it is, for their places and names.
  OwningOpRef<ModuleOp> original(module->clone());
  grad::FlowSummaries summaries, sameSummaries;
  auto named = original->lookupSymbol<func::FuncOp>(name);
  grad::Activity activity = analyze(named, wrt, summaries);
  SmallVector<Value> values;
  SmallVector<Site> sites = findSites(named, activity, values);
  values.clear();
  findSites(clone, analyze(clone, wrt, sameSummaries), values);
  CheckedFunction checked(name, returnInstead(clone, values), wrt);
  if (addRequests(*module, name, wrt) || expand() || checked.freeze(*module))
    return;
  auto executable = sg::compileModule(*module, options.compiler);
  if (!executable) {
    reportError(options, executable.takeError());
    return;
  }
  if (auto reason =
          checked.setPoint(**executable, failure.function->getArguments()))
    return giveUp(reason->message);

  unsigned argument = failure.argument;
  std::optional<Doubles> tangents =
      checked.tangents(argument, failure.direction);
  if (!tangents)
    return giveUp("forward mode fails");
  std::map<double, std::optional<Doubles>> known;
  auto resultsAt = [&](double distance) {
    auto [it, isNew] = known.try_emplace(distance);
    if (isNew)
      it->second = checked.resultsAt(argument, failure.direction, distance);
    return it->second;
  };
  Random random(options.seed + 3);
  size_t position = llvm::find(wrt, argument) - wrt.begin();
  size_t element = 0;
  for (const Site &site : sites) {
    Doubles cotangents(tangents->size());
    for (size_t r = site.first; r < site.first + site.count; ++r) {
      Doubles part =
          makeDirection(random, checked.getResults()[r].getNumElements());
      llvm::copy(part, cotangents.begin() + element);
      element += part.size();
    }
    std::optional<std::vector<Doubles>> gradients =
        checked.gradients(cotangents);
    if (!gradients)
      return giveUp("reverse mode fails");
    auto slopesAt = [&](double distance) {
      return checked.slopesAt(cotangents, argument, failure.direction,
                              distance);
    };
    Slopes slopes{dot(cotangents, *tangents),
                  dot((*gradients)[position], failure.direction)};
    DirectionalResult answer =
        compareSlopes({resultsAt, cotangents,
                       scaleOf(toDoubles(checked.getArguments()[argument])),
                       slopes, slopesAt},
                      precision);
    if (answer.kind != DirectionalResult::Disagrees)
      continue;
    if (site.op->getNumRegions() == 0)
      emitWrong(site.op, answer);
    else
      explain(site.op, answer,
              findInnerOp(options, site.op, activity,
                          failure.function->getArguments(), precision));
    return;
  }
  giveUp("each is right where the others are not differentiated");
}
