//===- ReportElements.cpp - Parts of a tensor with different statuses -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a tensor into cells of elements with the same uses, by overlaying
// constant index ranges. Lists dynamic index ranges separately.
//
//===----------------------------------------------------------------------===//

#include "ElementUses.h"
#include "IndexBox.h"
#include "ReportBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <map>

using namespace mlir;
using namespace sg::grad;

using Extent = GradientReport::Extent;
using Elements = GradientReport::Elements;
using IndexRange = GradientReport::IndexRange;
using Status = GradientReport::Status;

namespace {
/// Elements that have the same uses.
struct Cell {
  IndexBox box;
  std::vector<unsigned> uses;
};
} // namespace

/// Returns `ranges` as a box, or std::nullopt if one is dynamic or strided.
static std::optional<IndexBox> getBox(const ElementBox &ranges) {
  IndexBox box;
  for (const IndexRange &range : ranges) {
    bool isSizeKnown = !range.size || !range.size->symbol;
    if (range.offset.symbol || !isSizeKnown || !range.stride.is(1))
      return std::nullopt;
    int64_t begin = range.offset.number;
    box.push_back({begin, range.size ? begin + range.size->number : kOpen});
  }
  return box;
}

/// Splits cells so that `box` is a union of cells. Adds `use` to these cells.
static void overlay(std::vector<Cell> &cells, const IndexBox &box,
                    unsigned use) {
  std::vector<Cell> split;
  for (Cell &cell : cells) {
    IndexBox both = intersect(cell.box, box);
    if (isEmpty(both)) {
      split.push_back(std::move(cell));
      continue;
    }
    for (IndexBox &outside : subtract(cell.box, box))
      split.push_back({std::move(outside), cell.uses});
    cell.uses.push_back(use);
    split.push_back({std::move(both), std::move(cell.uses)});
  }
  cells = std::move(split);
}

static bool haveSameSteps(ArrayRef<GradientReport::Step> a,
                          ArrayRef<GradientReport::Step> b) {
  return llvm::equal(a, b, [](const auto &x, const auto &y) {
    return x.place == y.place && x.function == y.function && x.calls == y.calls;
  });
}

static bool haveSameStatus(const Elements &a, const Elements &b) {
  return a.status == b.status && haveSameSteps(a.blockers, b.blockers);
}

/// Combines the statuses of the uses with the indices `useIds`: active if one
/// use is active, otherwise blocked if one use is blocked.
static Elements combine(ArrayRef<Elements> uses, ArrayRef<unsigned> useIds) {
  Elements all{{}, Status::Disconnected};
  for (unsigned use : useIds)
    all.status = std::min(all.status, uses[use].status);
  if (all.status != Status::Blocked)
    return all;
  for (unsigned use : useIds)
    for (const GradientReport::Step &step : uses[use].blockers)
      if (llvm::none_of(all.blockers, [&](const GradientReport::Step &known) {
            return haveSameSteps(known, step);
          }))
        all.blockers.push_back(step);
  return all;
}

static std::vector<IndexRange> toRanges(const IndexBox &box,
                                        const IndexBox &all) {
  std::vector<IndexRange> ranges;
  for (auto [each, whole] : llvm::zip(box, all)) {
    IndexRange &range = ranges.emplace_back();
    range.offset.number = each.begin;
    if (!(each == whole) && each.end != kOpen)
      range.size = Extent{each.end - each.begin};
  }
  return ranges;
}

static bool isRepeated(const IndexRange &range) {
  return range.offset.isRepeated || range.stride.isRepeated ||
         (range.size && range.size->isRepeated);
}

static std::string keyOf(const std::vector<IndexRange> &ranges) {
  std::string key;
  auto add = [&](const Extent &extent) {
    key += (extent.symbol ? extent.symbol->describe()
                          : std::to_string(extent.number)) +
           ";";
  };
  for (const IndexRange &range : ranges) {
    add(range.offset);
    add(range.size.value_or(Extent{-1}));
    add(range.stride);
  }
  return key;
}

/// Sorts cells by index, and joins adjacent cells with equal status and
/// blockers.
static std::vector<std::pair<IndexBox, Elements>>
joinCells(std::vector<Cell> &cells, ArrayRef<Elements> classifiedUses) {
  llvm::sort(cells, [](const Cell &a, const Cell &b) { return a.box < b.box; });
  std::vector<std::pair<IndexBox, Elements>> joined;
  for (const Cell &cell : cells)
    joined.push_back({cell.box, combine(classifiedUses, cell.uses)});
  for (size_t i = 0; i < joined.size();) {
    bool isJoined = false;
    for (size_t j = i + 1; j < joined.size() && !isJoined; ++j)
      if (haveSameStatus(joined[i].second, joined[j].second) &&
          join(joined[i].first, joined[j].first)) {
        joined.erase(joined.begin() + j);
        isJoined = true;
      }
    i = isJoined ? 0 : i + 1;
  }
  return joined;
}

/// Sorts by status: active, blocked, disconnected. If all entries of the last
/// status have the same blockers, replaces them by one entry without ranges.
static std::vector<Elements> sortByStatus(std::vector<Elements> elements) {
  std::vector<Elements> sorted;
  for (Status status : {Status::Active, Status::Blocked, Status::Disconnected})
    for (const Elements &each : elements)
      if (each.status == status)
        sorted.push_back(each);
  Elements rest = sorted.back();
  rest.ranges.clear();
  auto isLast = llvm::find_if(
      sorted, [&](const Elements &each) { return each.status == rest.status; });
  if (!std::all_of(isLast, sorted.end(), [&](const Elements &each) {
        return haveSameStatus(each, rest);
      }))
    return sorted;
  sorted.erase(isLast, sorted.end());
  sorted.push_back(rest);
  return sorted;
}

Elements ReportBuilder::classify(const ElementUse &use) const {
  Elements classified{{}, Status::Disconnected};
  SmallVector<unsigned> onwards;
  bool isActive = llvm::is_contained(results, use.node), isNeeded = isActive;
  for (unsigned target : use.targets) {
    isNeeded |= needed.contains(target);
    if (!graph.hasDerivative(use.node, target))
      continue;
    onwards.push_back(target);
    isActive |= useful.contains(target);
  }
  if (isActive)
    classified.status = Status::Active;
  if (isActive || !isNeeded)
    return classified;
  classified.status = Status::Blocked;
  Reached reached = graph.reach(onwards, /*forward=*/true, Along::Derivative);
  reached.from[use.node] = -1;
  classified.blockers = blockersOf(reached);
  llvm::erase_if(classified.blockers, [](const GradientReport::Step &step) {
    return step.place.op == tensor::DimOp::getOperationName();
  });
  return classified;
}

std::vector<Elements> ReportBuilder::elementsOf(unsigned node) const {
  std::vector<ElementUse> uses = findElementUses(graph, node);
  if (uses.size() < 2)
    return {};
  std::vector<Elements> classifiedUses;
  for (const ElementUse &use : uses)
    classifiedUses.push_back(classify(use));

  const IndexBox all = *getBox(uses.back().box); // the whole tensor
  std::vector<Cell> cells{{all, {}}};
  using Other = std::pair<std::vector<IndexRange>, std::vector<unsigned>>;
  std::map<std::string, Other> others;
  for (auto [i, use] : llvm::enumerate(uses)) {
    std::optional<IndexBox> box = getBox(use.box);
    if (!box) {
      Other &other = others[keyOf(use.box)];
      other.first = use.box;
      other.second.push_back(i);
      continue;
    }
    std::vector<IndexBox> parts{intersect(*box, all)};
    for (const ElementBox &ranges : use.holes)
      if (std::optional<IndexBox> hole = getBox(ranges)) {
        std::vector<IndexBox> rest;
        for (const IndexBox &part : parts)
          llvm::append_range(rest, subtract(part, *hole));
        parts = std::move(rest);
      }
    for (const IndexBox &part : parts)
      overlay(cells, part, i);
  }

  std::vector<Elements> elements;
  Status worst = Status::Active;
  for (auto &[box, classified] : joinCells(cells, classifiedUses)) {
    classified.ranges = toRanges(box, all);
    worst = std::max(worst, classified.status);
    elements.push_back(classified);
  }
  // List a dynamic range only if its status is better than the worst status of
  // a cell. List nothing if there is one cell and all dynamic ranges vary in a
  // loop, because these ranges may cover the whole tensor.
  size_t numCells = elements.size();
  bool isListed = numCells > 1;
  for (auto &[key, other] : others) {
    Elements classified = combine(classifiedUses, other.second);
    classified.ranges = other.first;
    for (auto [range, whole] : llvm::zip(classified.ranges, all))
      if (range.offset.is(0) && range.stride.is(1) && range.size &&
          range.size->is(whole.end))
        range.size.reset();
    if (classified.status >= worst)
      continue;
    isListed |= !llvm::any_of(classified.ranges, isRepeated);
    elements.push_back(std::move(classified));
  }
  if (!isListed && elements.size() > 1)
    return {};
  bool hasSeveralWorst = llvm::count_if(elements, [&](const Elements &each) {
                           return each.status == worst;
                         }) > 1;
  return hasSeveralWorst || elements.size() > numCells ? sortByStatus(elements)
                                                       : elements;
}
