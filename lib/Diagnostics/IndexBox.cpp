//===- IndexBox.cpp - Boxes of indices ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBox.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace sg::grad;

bool sg::grad::isEmpty(const IndexBox &box) {
  return llvm::any_of(
      box, [](const Interval &each) { return each.begin >= each.end; });
}

IndexBox sg::grad::intersect(const IndexBox &a, const IndexBox &b) {
  IndexBox both;
  for (auto [x, y] : llvm::zip(a, b))
    both.push_back({std::max(x.begin, y.begin), std::min(x.end, y.end)});
  return both;
}

std::vector<IndexBox> sg::grad::subtract(const IndexBox &a, const IndexBox &b) {
  if (isEmpty(intersect(a, b)))
    return {a};
  std::vector<IndexBox> rest;
  IndexBox inner = a;
  for (auto [dim, cut] : llvm::enumerate(b)) {
    IndexBox before = inner, after = inner;
    before[dim].end = std::max(inner[dim].begin, cut.begin);
    after[dim].begin = std::min(inner[dim].end, cut.end);
    for (const IndexBox &part : {before, after})
      if (!isEmpty(part))
        rest.push_back(part);
    inner[dim] = {std::max(inner[dim].begin, cut.begin),
                  std::min(inner[dim].end, cut.end)};
  }
  return rest;
}

bool sg::grad::join(IndexBox &a, const IndexBox &b) {
  int touching = -1;
  for (auto [dim, x, y] : llvm::enumerate(a, b)) {
    if (x == y)
      continue;
    if (touching >= 0 || (x.end != y.begin && y.end != x.begin))
      return false;
    touching = dim;
  }
  if (touching >= 0)
    a[touching] = {std::min(a[touching].begin, b[touching].begin),
                   std::max(a[touching].end, b[touching].end)};
  return true;
}
