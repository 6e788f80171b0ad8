//===- Report.cpp - Report on the flow of gradients -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The residuals are measured, not predicted: the function is differentiated in
// a copy of the module, and the report is filled from the statistics.
//
//===----------------------------------------------------------------------===//

#include "sg/Diagnostics/Report.h"
#include "ReportBuilder.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Diagnostics/Passes.h"
#include "sg/Transforms/FunctionChecks.h"
#include "sg/Transforms/PassOptionUtils.h"
#include "sg/Transforms/RequestExpander.h"
#include "sg/Transforms/StatsObserver.h"
#include <map>

using namespace mlir;
using namespace sg::grad;
using llvm::BitVector;

StringRef sg::grad::stringify(GradientReport::Status status) {
  switch (status) {
  case GradientReport::Status::Active:
    return "active";
  case GradientReport::Status::Blocked:
    return "blocked";
  case GradientReport::Status::Disconnected:
    return "disconnected";
  case GradientReport::Status::NoDerivativeType:
    return "no derivative type";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static LogicalResult readQuestion(func::FuncOp function,
                                  const ReportRequest &requested,
                                  GradientReport &report) {
  auto wrt = checkPositionOption(
      function, requested.wrt, function.getArgumentTypes(), "argument", "wrt");
  if (failed(wrt))
    return failure();
  auto results =
      checkPositionOption(function, requested.results,
                          function.getResultTypes(), "result", "results");
  if (failed(results))
    return failure();
  for (unsigned j : *results)
    if (getDifferentiability(function.getResultTypes()[j]) ==
        Differentiability::None)
      return emitError(function.getLoc())
             << "result " << j << " of '@" << function.getName()
             << "' is of type " << function.getResultTypes()[j]
             << ", which has no derivative: give others in results";
  if (results->empty())
    for (unsigned j : getDifferentiablePositions(function.getResultTypes()))
      results->push_back(j);
  if (results->empty())
    return emitError(function.getLoc())
           << "'@" << function.getName()
           << "' has no result of differentiable type, so "
              "that there is no gradient to report on";
  if (wrt->empty())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      wrt->push_back(i);
  report.function = function.getName().str();
  report.wrt = *wrt;
  report.results = *results;
  return success();
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

namespace {
/// Adds residuals and recomputed values from the statistics to the report.
class RecordReader {
public:
  RecordReader(const DerivativeStats &record, size_t first,
               GradientReport &report)
      : record(record), first(first), report(report) {
    for (const FunctionRecord &function : record.functions)
      for (const RecordedEvent &event : function.events)
        if (function.isHalf && event.position)
          returned[{function.derivative, *event.position}].push_back(
              {&function, &event});
  }

  void read(StringRef derivative);

private:
  /// Adds a residual, or, if a call returns it, the residual of the callee.
  void addResidual(const FunctionRecord &function, const RecordedEvent &event,
                   const RecordedSize &size, std::vector<Location> calls);
  bool addFromCallee(const RecordedEvent &event, const RecordedSize &size,
                     const std::vector<Location> &calls);
  /// Adds a recomputed value, unless listed already with the same op and
  /// reason.
  void addRecomputed(const FunctionRecord &function,
                     const RecordedEvent &event);
  const FunctionRecord *find(StringRef derivative) const;

  const DerivativeStats &record;
  size_t first;
  GradientReport &report;
  /// The residuals that forward halves return, by function name and result
  /// index.
  using Origin = std::pair<const FunctionRecord *, const RecordedEvent *>;
  std::map<std::pair<StringRef, unsigned>, std::vector<Origin>> returned;
};
} // namespace

const FunctionRecord *RecordReader::find(StringRef derivative) const {
  for (const FunctionRecord &function : record.functions)
    if (function.derivative == derivative && function.mode == Mode::Reverse)
      return &function;
  return nullptr;
}

bool RecordReader::addFromCallee(const RecordedEvent &event,
                                 const RecordedSize &size,
                                 const std::vector<Location> &calls) {
  auto origins = returned.find({event.callee, event.calleeResult});
  if (origins == returned.end())
    return false;
  std::vector<Location> longer = calls;
  longer.push_back(event.place.location);
  // Use the first record of a function that is its own forward half.
  const FunctionRecord *callee = origins->second.front().first;
  for (auto [function, origin] : origins->second) {
    if (function != callee)
      continue;
    RecordedEvent both = *origin;
    for (const RecordedSite &reader : event.readers)
      if (!(reader.location == event.place.location))
        both.readers.push_back(reader);
    both.isResult = event.isResult;
    both.isShared |= event.isShared;
    addResidual(*callee, both, size, longer);
  }
  return true;
}

void RecordReader::addResidual(const FunctionRecord &function,
                               const RecordedEvent &event,
                               const RecordedSize &size,
                               std::vector<Location> calls) {
  if (!event.callee.empty() && addFromCallee(event, size, calls))
    return;
  GradientReport::Residual residual{event, function.function, calls};
  residual.event.size = size;
  if (event.kind == RecordedEvent::Argument)
    report.arguments.push_back(residual);
  else
    report.residuals.push_back(residual);
}

void RecordReader::addRecomputed(const FunctionRecord &function,
                                 const RecordedEvent &event) {
  for (const GradientReport::Recomputed &known : report.recomputed)
    if (known.event.place.location == event.place.location &&
        known.function == function.function &&
        known.event.reason == event.reason)
      return;
  report.recomputed.push_back({event, function.function});
}

void RecordReader::read(StringRef derivative) {
  const FunctionRecord *top = find(derivative);
  for (const RecordedEvent &event : top->events)
    if (event.kind == RecordedEvent::Stored ||
        event.kind == RecordedEvent::Argument)
      addResidual(*top, event, event.size, {});
  for (const FunctionRecord &function :
       llvm::drop_begin(record.functions, first)) {
    for (const RecordedEvent &event : function.events) {
      if (event.kind == RecordedEvent::Recomputed)
        addRecomputed(function, event);
      if (event.kind == RecordedEvent::Stored && function.isRecomputed)
        report.residuals.push_back(
            {event, function.function, {}, /*isTransient=*/true});
    }
  }
}

/// Returns the line and column of `location`, the sort key of program order.
static std::pair<unsigned, unsigned> getOrder(Location location) {
  location = getProgramLocation(location);
  if (auto place = dyn_cast<FileLineColLoc>(location))
    return {place.getLine(), place.getColumn()};
  return {0, 0};
}

template <typename Entry>
static void sortByPlace(std::vector<Entry> &entries) {
  using Place = std::pair<unsigned, unsigned>;
  std::vector<std::pair<std::vector<Place>, size_t>> order;
  for (auto [i, entry] : llvm::enumerate(entries)) {
    std::vector<Place> places{getOrder(entry.event.place.location)};
    for (Location call : entry.calls)
      places.push_back(getOrder(call));
    order.push_back({places, i});
  }
  llvm::sort(order);
  std::vector<Entry> sorted;
  for (auto &[places, i] : order)
    sorted.push_back(std::move(entries[i]));
  entries = std::move(sorted);
}

/// Differentiates `function` of the copied module. Adds residuals to `report`.
static void readDerivative(RequestExpander &expander,
                           const DerivativeStats &stats, func::FuncOp function,
                           GradientReport &report) {
  // Limit on the number of calls, with which the number of residuals grows.
  constexpr uint64_t maxCalls = 20000;
  if (uint64_t count = CallCounter().count(function); count > maxCalls) {
    report.isTooLarge = true;
    report.problem =
        "the derivative is not computed for this report: it has more than " +
        std::to_string(maxCalls) + " calls, nested calls included";
    return;
  }
  BitVector varied(function.getNumArguments()),
      useful(function.getNumResults());
  for (const GradientReport::Input &input : report.inputs)
    if (input.status != GradientReport::Status::NoDerivativeType)
      varied.set(input.argument);
  for (unsigned j : report.results)
    useful.set(j);
  ScopedDiagnosticHandler handler(
      function.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            report.problem.empty())
          report.problem =
              describe(diagnostic.getLocation()) + ": " + diagnostic.str();
        return success();
      });
  size_t first = stats.functions.size();
  auto pullback =
      expander.getCache().pullbackFunction(function, function, varied, useful);
  if (failed(pullback)) {
    if (report.problem.empty())
      report.problem = "no reason was given";
    return;
  }
  RecordReader reader(stats, first, report);
  reader.read(pullback->function.getName());
  sortByPlace(report.residuals);
  sortByPlace(report.arguments);
  sortByPlace(report.recomputed);
}

FailureOr<GradientReport>
sg::grad::makeGradientReport(ModuleOp module, const ReportRequest &requested) {
  FailureOr<func::FuncOp> found =
      lookupFunctionOption(module, requested.function);
  if (failed(found))
    return failure();
  func::FuncOp function = *found;
  GradientReport report;
  if (failed(readQuestion(function, requested, report)))
    return failure();
  if (failed(checkFunction(function, function)))
    return failure();
  // A function with a custom rule passes checkFunction() without a body.
  if (failed(checkBody(function, function)))
    return failure();

  OwningOpRef<ModuleOp> copy(module.clone());
  function = copy->lookupSymbol<func::FuncOp>(function.getName());
  NestedStops innerCuts(function, report.results);
  DerivativeStats stats;
  StatsObserver observer(stats);
  RequestExpander expander(module.getContext(), ExpandDerivativesOptions(),
                           /*listener=*/nullptr, &observer);
  if (failed(expander.expandReachable(function)))
    return failure();
  FlowSummaries &summaries = expander.getCache().getSummaries();
  innerCuts.read(stats, summaries);
  ReportBuilder(function, summaries, innerCuts, report).build();
  // Reading the bits of a float is an error even on a blocked path.
  if (llvm::any_of(report.inputs, [](const GradientReport::Input &input) {
        return input.status == GradientReport::Status::Active ||
               llvm::any_of(input.blockers,
                            [](const GradientReport::Step &step) {
                              return step.bitsReturn.has_value();
                            });
      }))
    readDerivative(expander, stats, function, report);
  return report;
}

//===----------------------------------------------------------------------===//
// Requests of the program
//===----------------------------------------------------------------------===//

std::vector<ReportRequest> sg::grad::findReportRequests(func::FuncOp function) {
  std::vector<ReportRequest> questions;
  llvm::SmallSetVector<Operation *, 8> functions;
  functions.insert(function);
  for (size_t next = 0; next < functions.size(); ++next)
    functions[next]->walk<WalkOrder::PreOrder>([&](Operation *op) {
      SymbolRefAttr name;
      if (auto call = dyn_cast<CallOpInterface>(op))
        name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      auto request = dyn_cast<DerivativeRequestOpInterface>(op);
      if (request)
        name = request.getCalleeAttr();
      if (name)
        if (auto callee =
                SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name))
          functions.insert(callee);
      if (!request)
        return;
      ReportRequest question{request.getCalleeAttr().getValue().str()};
      if (auto wrt = request.getWrt())
        question.wrt.assign(wrt->begin(), wrt->end());
      if (isa<ValueAndGradOp>(op))
        question.results = {0};
      if (llvm::none_of(questions, [&](const ReportRequest &known) {
            return known.function == question.function &&
                   known.wrt == question.wrt &&
                   known.results == question.results;
          }))
        questions.push_back(question);
    });
  if (questions.empty())
    questions.push_back({function.getName().str()});
  return questions;
}

//===----------------------------------------------------------------------===//
// Totals
//===----------------------------------------------------------------------===//

uint64_t GradientReport::getTotalBytes() const {
  uint64_t total = 0;
  for (const Residual &residual : residuals)
    if (residual.isCounted() && residual.event.size.isStatic())
      total += residual.event.size.bytes;
  return total;
}

std::vector<RecordedSize> GradientReport::getOtherSizes() const {
  std::vector<RecordedSize> sums;
  auto factorsOf = [](const RecordedSize &size) {
    std::string text;
    for (const SizeFactor &factor : size.factors)
      text += factor.describe() + ";";
    return text;
  };
  for (const Residual &residual : residuals) {
    const RecordedSize &size = residual.event.size;
    if (!residual.isCounted() || size.isStatic())
      continue;
    auto known = llvm::find_if(sums, [&](const RecordedSize &sum) {
      return sum.isKnown == size.isKnown && factorsOf(sum) == factorsOf(size);
    });
    if (known == sums.end())
      sums.push_back(size);
    else
      known->bytes += size.bytes;
  }
  return sums;
}

void sg::grad::print(raw_ostream &os, const GradientReport &report,
                     ReportFormat format) {
  switch (format) {
  case ReportFormat::Text:
    return printText(os, report);
  case ReportFormat::JSON:
    return printJSON(os, report);
  case ReportFormat::DOT:
    return printDOT(os, report);
  }
}
