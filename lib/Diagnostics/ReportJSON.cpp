//===- ReportJSON.cpp - The gradient report as JSON -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/GradientReport.md describes the schema. A change that removes a field or
// alters the meaning of a field must increase kSchemaVersion.
//
//===----------------------------------------------------------------------===//

#include "mlir/Support/DebugStringHelper.h"
#include "sg/Diagnostics/Report.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace sg::grad;
namespace json = llvm::json;

static constexpr int kSchemaVersion = 1;

static json::Value toJSON(unsigned number) { return number; }
static json::Value toJSON(Location location);
static json::Value toJSON(const RecordedSite &place);
static json::Value toJSON(const SizeFactor &factor);
static json::Value toJSON(const RecordedSize &size);
static json::Value toJSON(const GradientReport::Step &step);
static json::Value toJSON(const GradientReport::IndexRange &range);
static json::Value toJSON(const GradientReport::Elements &elements);
static json::Value toJSON(const GradientReport::InnerCut &cut);
static json::Value toJSON(const GradientReport::Input &input);
static json::Value toJSON(const GradientReport::Stop &stop);
static json::Value toJSON(const GradientReport::Residual &residual);
static json::Value toJSON(const GradientReport::Recomputed &recomputed);

template <typename Range>
static json::Array toArray(const Range &range) {
  json::Array array;
  for (const auto &each : range)
    array.push_back(toJSON(each));
  return array;
}

static json::Value toJSON(Location location) {
  location = getProgramLocation(location);
  if (auto place = dyn_cast<FileLineColLoc>(location))
    return json::Object{{"file", json::fixUTF8(place.getFilename().getValue())},
                        {"line", place.getLine()},
                        {"column", place.getColumn()}};
  if (isa<UnknownLoc>(location))
    return nullptr;
  std::string text = describe(location);
  return json::Object{{"name", json::fixUTF8(text)}};
}

static json::Object toObject(const RecordedSite &place) {
  if (place.isArgument && place.op == "func.func") {
    // The input has the name of the argument.
    Location location = place.location;
    if (auto named = dyn_cast<NameLoc>(location))
      location = named.getChildLoc();
    return json::Object{{"location", toJSON(location)},
                        {"argument", place.index}};
  }
  json::Object object{{"location", toJSON(place.location)},
                      {"op", json::fixUTF8(place.op)}};
  if (place.isArgument)
    object["blockArgument"] = place.index;
  else if (place.index != 0)
    object["result"] = place.index;
  if (!place.name.empty())
    object["name"] = json::fixUTF8(place.name);
  return object;
}
static json::Value toJSON(const RecordedSite &place) { return toObject(place); }

static json::Object toObject(const GradientReport::Step &step) {
  json::Object object = toObject(step.place);
  object["function"] = json::fixUTF8(step.function);
  if (!step.calls.empty())
    object["calls"] = toArray(step.calls);
  if (step.bitsReturn)
    object["bitsReturn"] = toJSON(*step.bitsReturn);
  return object;
}
static json::Value toJSON(const GradientReport::Step &step) {
  return toObject(step);
}

static json::Value toJSON(const SizeFactor &factor) {
  json::Object object;
  switch (factor.kind) {
  case SizeFactor::ArgumentDim:
    return json::Object{{"kind", "dimension of argument"},
                        {"argument", factor.index},
                        {"dimension", factor.dim}};
  case SizeFactor::Argument:
    return json::Object{{"kind", "argument"}, {"argument", factor.index}};
  case SizeFactor::Dim:
    object["kind"] = "dimension";
    object["dimension"] = factor.dim;
    break;
  case SizeFactor::Number:
    object["kind"] = "value";
    break;
  case SizeFactor::Trips:
    object["kind"] = "trips";
    break;
  case SizeFactor::Carried:
    object["kind"] = "block argument";
    object["blockArgument"] = factor.index;
    break;
  }
  object["op"] = json::fixUTF8(factor.op);
  object["location"] = toJSON(factor.location);
  return object;
}

static json::Value toJSON(const RecordedSize &size) {
  if (!size.isKnown)
    return nullptr;
  return json::Object{{"bytes", static_cast<int64_t>(size.bytes)},
                      {"factors", toArray(size.factors)}};
}

static json::Object toObject(const RecordedEvent &event, StringRef function) {
  json::Object object = toObject(event.place);
  object["function"] = json::fixUTF8(function);
  if (event.type)
    object["type"] = debugString(event.type);
  object["neededBy"] = toArray(event.readers);
  return object;
}

static json::Value toJSON(const GradientReport::Extent &extent) {
  return extent.symbol ? toJSON(*extent.symbol) : json::Value(extent.number);
}

static json::Value toJSON(const GradientReport::IndexRange &range) {
  return json::Object{{"offset", toJSON(range.offset)},
                      {"size", range.size ? toJSON(*range.size) : nullptr},
                      {"stride", toJSON(range.stride)}};
}

static json::Value toJSON(const GradientReport::Elements &elements) {
  return json::Object{{"ranges", elements.ranges.empty()
                                     ? json::Value(nullptr)
                                     : toArray(elements.ranges)},
                      {"status", stringify(elements.status)},
                      {"blockers", toArray(elements.blockers)}};
}

static json::Value toJSON(const GradientReport::Input &input) {
  json::Object object{{"argument", input.argument},
                      {"type", debugString(input.type)},
                      {"status", stringify(input.status)},
                      {"reaches", toArray(input.reaches)}};
  if (!input.name.empty())
    object["name"] = json::fixUTF8(input.name);
  if (input.status == GradientReport::Status::Active)
    object["path"] = toArray(input.path);
  object["blockers"] = toArray(input.blockers);
  if (!input.elements.empty())
    object["elements"] = toArray(input.elements);
  if (!input.innerStops.empty())
    object["innerStops"] = toArray(input.innerStops);
  return object;
}

static json::Value toJSON(const GradientReport::InnerCut &cut) {
  return json::Object{{"function", json::fixUTF8(cut.function)},
                      {"derivative", json::fixUTF8(cut.derivative)},
                      {"arguments", toArray(cut.arguments)},
                      {"requests", toArray(cut.requests)}};
}

static json::Value toJSON(const GradientReport::Stop &stop) {
  json::Object object = toObject(stop.where);
  object["hasEffect"] = stop.hasEffect() || !stop.isPartial
                            ? json::Value(stop.hasEffect())
                            : json::Value(nullptr);
  if (stop.isPartial)
    object["isPartial"] = true;
  object["blocks"] = toArray(stop.blocked);
  object["passesAround"] = toArray(stop.around);
  if (!stop.inner.empty())
    object["blocksInside"] = toArray(stop.inner);
  if (!stop.hasEffect())
    object["reason"] = json::fixUTF8(stop.reason);
  return object;
}

static json::Value toJSON(const GradientReport::Residual &residual) {
  json::Object object = toObject(residual.event, residual.function);
  object["size"] = toJSON(residual.event.size);
  object["counted"] = residual.isCounted();
  object["isResult"] = residual.event.isResult;
  if (!residual.calls.empty())
    object["calls"] = toArray(residual.calls);
  return object;
}

static json::Value toJSON(const GradientReport::Recomputed &recomputed) {
  json::Object object = toObject(recomputed.event, recomputed.function);
  object["reason"] = recomputed.event.reason;
  return object;
}

void sg::grad::printJSON(raw_ostream &os, const GradientReport &report) {
  json::Object object{
      {"schema", "sg.gradient-report"},
      {"version", kSchemaVersion},
      {"function", json::fixUTF8(report.function)},
      {"arguments", toArray(report.wrt)},
      {"results", toArray(report.results)},
      {"inputs", toArray(report.inputs)},
      {"stops", toArray(report.stops)},
      {"callsLeftOut", report.numUnanalyzedCalls},
      {"residuals", toArray(report.residuals)},
      {"total",
       json::Object{{"bytes", static_cast<int64_t>(report.getTotalBytes())},
                    {"further", toArray(report.getOtherSizes())}}},
      {"keptArguments", toArray(report.arguments)},
      {"recomputed", toArray(report.recomputed)},
      {"problem", report.problem.empty()
                      ? json::Value(nullptr)
                      : json::Value(json::fixUTF8(report.problem))}};
  os << llvm::formatv("{0:2}", json::Value(std::move(object))) << '\n';
}
