//===- LocalizeWrongRule.cpp - Find the op with a wrong rule --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clone of the function returns the results of all active ops. The clone is
// checked once per op, with nonzero cotangents for the results of this op only.
// The first op that disagrees is wrong, because all ops before it are right.
//
//===----------------------------------------------------------------------===//

#include "LocalizeWrongRule.h"
#include "InnerOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Analysis/Activity.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include <map>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

namespace {
/// An active op, and the range of the op's results in the returned values.
struct Site {
  Operation *op;
  size_t first, count;
};
} // namespace

/// Returns true if values of `type` can be returned from a native function.
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

/// Returns the active ops, and appends their results to `values`.
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

static bool hasCustomRule(func::CallOp call) {
  func::FuncOp callee = getCallee(call);
  return callee && grad::hasCustomRule(callee);
}

//===----------------------------------------------------------------------===//
// Function that returns all values
//===----------------------------------------------------------------------===//

/// Inlines calls of functions without a custom rule. The upstream inliner does
/// not inline ops of dialects without an inliner interface.
static void inlineCalls(func::FuncOp function) {
  constexpr int maxCalls = 1000; // Bounds the inlining of recursion.
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (int count = 0; !calls.empty() && count < maxCalls; ++count) {
    func::CallOp call = calls.pop_back_val();
    func::FuncOp callee = getCallee(call);
    if (!callee || grad::hasCustomRule(callee) ||
        !callee.getBody().hasOneBlock())
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

/// Replaces the returned values by `values` and updates the function type.
static FunctionType replaceReturnedValues(func::FuncOp function,
                                          ValueRange values) {
  function.getBody().front().getTerminator()->setOperands(values);
  auto type = FunctionType::get(function.getContext(),
                                function.getArgumentTypes(), values.getTypes());
  function.setFunctionType(type);
  function.setResAttrsAttr({});
  return type;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static WrongOp describeWrongOp(Operation *op, const DirectionalResult &result) {
  WrongOp wrong{op->getLoc(), op->getName().getStringRef().str()};
  wrong.forward = result.forward;
  wrong.reverse = result.reverse;
  wrong.differences = result.differences;
  if (auto call = dyn_cast<func::CallOp>(op))
    wrong.notes.push_back(
        {("it calls '@" + call.getCallee() +
          (hasCustomRule(call) ? "', whose rule contradicts its body"
                               : "', which calls itself"))
             .str()});
  return wrong;
}

/// Describes the wrong op `op`, or the wrong op `inner` in its regions.
static WrongOp describeWrongOp(Operation *op, const DirectionalResult &result,
                               const std::optional<InnerOps> &inner) {
  auto quote = [](Operation *op) {
    return "'" + op->getName().getStringRef().str() + "'";
  };
  if (inner && inner->wrong) {
    WrongOp wrong = describeWrongOp(inner->wrong, inner->result);
    if (!inner->operands.empty())
      wrong.notes.push_back({"with the operands " + inner->operands});
    wrong.notes.push_back({"in this " + quote(op), op->getLoc()});
    return wrong;
  }
  WrongOp wrong = describeWrongOp(op, result);
  if (!inner)
    wrong.notes.push_back({"or the derivative of an op in it"});
  else if (inner->uncheckedOp)
    wrong.notes.push_back(
        {"or the derivative of an op in it that cannot be checked "
         "alone, for example this " +
             quote(inner->uncheckedOp),
         inner->uncheckedOp->getLoc()});
  else if (inner->numChecked != 0)
    wrong.notes.push_back({"the derivative of each op in it is right for the "
                           "operands that were tried"});
  return wrong;
}

static Localization makeUnknownLocalization(llvm::Error error) {
  Localization unknown;
  llvm::handleAllErrors(
      std::move(error),
      [&](const CompileError &failed) {
        if (!failed.hasDiagnostic())
          unknown.reason = failed.message();
      },
      [&](const CheckError &failed) {
        if (!failed.hasDiagnostic())
          unknown.reason = failed.message();
      });
  return unknown;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {
/// Searches a function for the first op with a wrong derivative.
class RuleSearch {
public:
  RuleSearch(ModuleOp module, const Failure &failure,
             const SearchOptions &search)
      : module(module), failure(failure), search(search),
        wrt(failure.function->getWrt()) {}

  Localization run(func::FuncOp function);

private:
  llvm::Error expand() {
    return expandDerivatives(module, search.options.compiler.strongZero);
  }
  void returnAllValues(func::FuncOp function);
  llvm::Error compile();
  Localization searchSites();
  Doubles makeCotangents(const Site &site, size_t &element, size_t size);
  WrongOp describe(const Site &site, const DirectionalResult &result);

  ModuleOp module;
  const Failure &failure;
  const SearchOptions &search;
  ArrayRef<unsigned> wrt;
  /// A copy of the module before expansion, whose ops `sites` refer to.
  OwningOpRef<ModuleOp> original;
  grad::FlowSummaries summaries;
  std::optional<grad::Activity> activity;
  SmallVector<Site> sites;
  std::optional<CheckedFunction> checked;
  std::optional<NativeProgram> program;
  Random random{search.options.seed + 3};
};
} // namespace

/// Adds a clone of `function` that returns the results of all active ops.
void RuleSearch::returnAllValues(func::FuncOp function) {
  // Change a clone, since the function may have other callers.
  std::string name = (function.getName() + "_checked_values").str();
  auto clone = function.clone();
  clone.setName(name);
  module.insert(function, clone);
  inlineCalls(clone);
  original = module.clone();
  auto originalFunction = original->lookupSymbol<func::FuncOp>(name);
  activity.emplace(analyze(originalFunction, wrt, summaries));
  SmallVector<Value> values;
  sites = findSites(originalFunction, *activity, values);
  values.clear();
  grad::FlowSummaries cloneSummaries;
  findSites(clone, analyze(clone, wrt, cloneSummaries), values);
  checked.emplace(name, replaceReturnedValues(clone, values), wrt);
}

llvm::Error RuleSearch::compile() {
  if (llvm::Error error = addRequests(module, checked->getName(), wrt))
    return error;
  if (llvm::Error error = expand())
    return error;
  if (llvm::Error error = checked->freeze(module))
    return error;
  llvm::Expected<NativeProgram> compiled =
      NativeProgram::compile(module, search.options);
  if (!compiled)
    return compiled.takeError();
  program = std::move(*compiled);
  program->setLimit(search.limit);
  return llvm::Error::success();
}

/// Returns `size` cotangents, which are random for the results of the site and
/// 0 otherwise. The site begins at `element`, which is advanced past the site.
Doubles RuleSearch::makeCotangents(const Site &site, size_t &element,
                                   size_t size) {
  Doubles cotangents(size);
  for (size_t r = site.first; r < site.first + site.count; ++r) {
    Doubles part =
        makeDirection(random, checked->getResults()[r].getNumElements());
    llvm::copy(part, cotangents.begin() + element);
    element += part.size();
  }
  return cotangents;
}

WrongOp RuleSearch::describe(const Site &site,
                             const DirectionalResult &result) {
  if (site.op->getNumRegions() == 0)
    return describeWrongOp(site.op, result);
  return describeWrongOp(site.op, result,
                         findWrongInnerOp(site.op, *activity,
                                          failure.function->getArguments(),
                                          search));
}

Localization RuleSearch::searchSites() {
  if (auto reason =
          checked->setPoint(*program, failure.function->getArguments()))
    return {std::nullopt, reason->message};
  unsigned argument = failure.argument;
  std::optional<Doubles> tangents =
      checked->tangents(argument, failure.direction);
  if (!tangents)
    return {std::nullopt, "forward mode fails"};
  std::map<double, std::optional<Doubles>> cachedResults;
  auto resultsAt = [&](double distance) {
    auto [it, isNew] = cachedResults.try_emplace(distance);
    if (isNew)
      it->second = checked->resultsAt(argument, failure.direction, distance);
    return it->second;
  };
  size_t element = 0;
  for (const Site &site : sites) {
    Doubles cotangents = makeCotangents(site, element, tangents->size());
    std::optional<std::vector<Doubles>> gradients =
        checked->gradients(cotangents);
    if (!gradients)
      return {std::nullopt, "reverse mode fails"};
    DirectionalResult result =
        checked->compare(argument, failure.direction, cotangents, *tangents,
                         *gradients, search.precision, resultsAt);
    if (result.kind == DirectionalResult::Disagrees)
      return {describe(site, result), ""};
  }
  return {std::nullopt, "each op has a correct derivative when checked alone"};
}

Localization RuleSearch::run(func::FuncOp function) {
  returnAllValues(function);
  if (llvm::Error error = compile())
    return makeUnknownLocalization(std::move(error));
  Localization localization = searchSites();
  if (llvm::Error error = program->checkRunner())
    return makeUnknownLocalization(std::move(error));
  return localization;
}

Localization sg::gradcheck::localizeWrongRule(OwningOpRef<ModuleOp> module,
                                              const Failure &failure,
                                              StringRef primal,
                                              const SearchOptions &search) {
  if (!primal.empty())
    if (llvm::Error error =
            addRequests(*module, primal, failure.function->getWrt()))
      return makeUnknownLocalization(std::move(error));
  if (llvm::Error error =
          expandDerivatives(*module, search.options.compiler.strongZero))
    return makeUnknownLocalization(std::move(error));
  auto function =
      module->lookupSymbol<func::FuncOp>(failure.function->getName());
  if (grad::hasCustomRule(function)) {
    WrongOp wrong{function.getLoc(), function->getName().getStringRef().str()};
    wrong.function = function.getName().str();
    return {std::move(wrong), ""};
  }
  return RuleSearch(*module, failure, search).run(function);
}
