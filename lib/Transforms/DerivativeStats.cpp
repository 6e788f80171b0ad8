//===- DerivativeStats.cpp - Record of a differentiation ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/DerivativeStats.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Analysis/SizeOrigin.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/DerivativeLocations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace sg::grad;

uint64_t FunctionRecord::getStaticBytes() const {
  uint64_t bytes = 0;
  for (const RecordedEvent &event : events)
    if (event.kind == RecordedEvent::Stored && !event.isShared &&
        event.size.isStatic())
      bytes += event.size.bytes;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Records of ops and values
//===----------------------------------------------------------------------===//

Location sg::grad::getProgramLocation(Location location) {
  while (!getRole(location).empty())
    location = cast<FusedLoc>(location).getLocations().front();
  return location;
}

RecordedSite sg::grad::getSite(Operation *op) {
  RecordedSite place{getProgramLocation(op->getLoc()),
                     op->getName().getStringRef()};
  if (auto stop = dyn_cast<StopGradientOp>(op))
    if (StringAttr name = stop.getNameAttr())
      place.name = name.str();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    place.name = function.getName().str();
  return place;
}

RecordedSite sg::grad::getSite(Value value) {
  if (Operation *op = value.getDefiningOp()) {
    RecordedSite place = getSite(op);
    place.index = cast<OpResult>(value).getResultNumber();
    return place;
  }
  auto argument = cast<BlockArgument>(value);
  RecordedSite place = getSite(argument.getOwner()->getParentOp());
  place.isArgument = true;
  place.name.clear();
  if (Location own = getProgramLocation(argument.getLoc());
      !isa<UnknownLoc>(own))
    place.location = own;
  place.index = argument.getArgNumber();
  return place;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static bool isFunctionArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

static SizeFactor getDimFactor(Value tensor, int64_t dim) {
  RecordedSite place = getSite(tensor);
  return {isFunctionArgument(tensor) ? SizeFactor::ArgumentDim
                                     : SizeFactor::Dim,
          place.location, place.op, place.index, dim};
}

SizeFactor sg::grad::getFactor(Value value) {
  RecordedSite place = getSite(value);
  SizeFactor::Kind kind = isFunctionArgument(value) ? SizeFactor::Argument
                          : place.isArgument        ? SizeFactor::Carried
                                                    : SizeFactor::Number;
  return {kind, place.location, place.op, place.index};
}

RecordedSize sg::grad::getRecordedSize(Value value) {
  Type type = value.getType();
  Type element = getElementTypeOrSelf(type);
  RecordedSize size;
  if (element.isIntOrFloat())
    size.bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  else if (element.isIndex())
    size.bytes = 8;
  else
    size.isKnown = false;
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return size;
  if (!shaped.hasRank() || isa<BaseMemRefType>(type)) {
    size.isKnown = false;
    return size;
  }
  for (int64_t dim = 0; dim < shaped.getRank(); ++dim) {
    if (!shaped.isDynamicDim(dim)) {
      size.bytes *= shaped.getDimSize(dim);
      continue;
    }
    SizeOrigin origin = findSizeOrigin(value, dim);
    if (!origin.size)
      size.factors.push_back(getDimFactor(origin.tensor, origin.dim));
    else if (std::optional<int64_t> known = getConstantIntValue(origin.size))
      size.bytes *= *known;
    else
      size.factors.push_back(getFactor(cast<Value>(origin.size)));
  }
  return size;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

/// Returns a description of `location`, or an empty string if unknown.
static std::string describeKnown(Location location) {
  location = getProgramLocation(location);
  if (auto place = dyn_cast<FileLineColLoc>(location))
    return (llvm::sys::path::filename(place.getFilename()) + ":" +
            Twine(place.getLine()) + ":" + Twine(place.getColumn()))
        .str();
  if (auto named = dyn_cast<NameLoc>(location)) {
    std::string inner = describeKnown(named.getChildLoc());
    return inner.empty() ? "\"" + named.getName().str() + "\"" : inner;
  }
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return describeKnown(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    // Metadata describes values that rules generate (see LoopCheckpoints.cpp).
    auto description = dyn_cast_or_null<StringAttr>(fused.getMetadata());
    for (Location each : fused.getLocations())
      if (std::string text = describeKnown(each); !text.empty())
        return description ? text + " (" + description.str() + ")" : text;
  }
  return "";
}

std::string sg::grad::describe(Location location) {
  std::string text = describeKnown(location);
  return text.empty() ? "an unknown location" : text;
}

std::string sg::grad::quote(StringRef name) {
  std::string text = "\"";
  llvm::raw_string_ostream os(text);
  llvm::printEscapedString(name, os);
  return text + "\"";
}

static std::string at(Location location) { return " at " + describe(location); }

std::string sg::grad::describe(const RecordedSite &place) {
  if (place.op == "func.func")
    return place.isArgument ? "argument " + std::to_string(place.index)
                            : "'@" + place.name + "'" + at(place.location);
  std::string text = ("'" + place.op + "'").str();
  if (place.isArgument)
    text = ("block argument " + Twine(place.index) + " of " + text).str();
  else if (place.index != 0)
    text = ("result " + Twine(place.index) + " of " + text).str();
  if (!place.name.empty())
    text += " named " + quote(place.name);
  return text + at(place.location);
}

std::string SizeFactor::describe() const {
  switch (kind) {
  case ArgumentDim:
    return ("dimension " + Twine(dim) + " of argument " + Twine(index)).str();
  case Argument:
    return ("argument " + Twine(index)).str();
  case Dim:
    return ("dimension " + Twine(dim) + " of '" + op + "'" + at(location))
        .str();
  case Number:
    return ("the result of '" + op + "'" + at(location)).str();
  case Trips:
    return ("the trips of '" + op + "'" + at(location)).str();
  case Carried:
    return ("block argument " + Twine(index) + " of '" + op + "'" +
            at(location))
        .str();
  }
  return "";
}

std::string sg::grad::describe(const RecordedSize &size) {
  if (!size.isKnown)
    return "unknown size";
  std::string text =
      std::to_string(size.bytes) + (size.bytes == 1 ? " byte" : " bytes");
  for (const SizeFactor &factor : size.factors)
    text += " x " + factor.describe();
  return text;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static std::string describeReaders(const RecordedEvent &event) {
  return llvm::join(llvm::map_range(event.readers,
                                    [](const RecordedSite &reader) {
                                      return describe(reader);
                                    }),
                    ", ");
}

/// Emits an event as a remark. The text is one string, because MLIR prints
/// streamed parts separately.
static void emitRemark(const FunctionRecord &function,
                       const RecordedEvent &event) {
  Location loc = event.place.location;
  auto options = [&](StringRef name) {
    return remark::RemarkOpts::name(name).category("grad").function(
        function.function);
  };
  std::string subject = describe(event.place);
  subject = subject.substr(0, subject.rfind(" at "));
  if (event.type)
    subject += " of type " + debugString(event.type);
  std::string readers = describeReaders(event);
  if (!readers.empty())
    readers = ", for " + readers;
  switch (event.kind) {
  case RecordedEvent::Stored:
    remark::missed(loc, options("stored"))
        << subject +
               (function.isRecomputed
                    ? " is stored while it is computed again: "
                    : " is stored for the reverse sweep: ") +
               describe(event.size) + readers;
    return;
  case RecordedEvent::Argument:
    remark::analysis(loc, options("argument"))
        << subject + " is read by the reverse sweep" + readers;
    return;
  case RecordedEvent::Recomputed:
    remark::passed(loc, options("recomputed"))
        << subject + " is computed again: " + event.reason + readers;
    return;
  case RecordedEvent::Cut:
    remark::passed(loc, options("stopped"))
        << subject +
               " ends the derivative on a path from a differentiated input "
               "to a differentiated result";
    return;
  case RecordedEvent::NotNeeded:
    remark::analysis(loc, options("not-needed"))
        << subject +
               " has no derivative rule and needs none: no derivative flows "
               "through it";
    return;
  }
}

void sg::grad::emitRemarks(MLIRContext *context,
                           const DerivativeStats &record) {
  if (!context->getRemarkEngine())
    return;
  for (const FunctionRecord &function : record.functions)
    for (const RecordedEvent &event : function.events)
      emitRemark(function, event);
  for (const FunctionRecord &function : record.functions)
    remark::analysis(function.location, remark::RemarkOpts::name("statistics")
                                            .category("grad")
                                            .function(function.function))
        << "'@" + function.derivative +
               "': " + std::to_string(function.applied) +
               " ops differentiated, " + std::to_string(function.skipped) +
               " skipped as inactive, " +
               std::to_string(function.getStaticBytes()) + " residual bytes";
}
