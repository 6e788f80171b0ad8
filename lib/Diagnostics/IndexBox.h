//===- IndexBox.h - Boxes of indices ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_INDEXBOX_H
#define SG_LIB_DIAGNOSTICS_INDEXBOX_H

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace sg::grad {

/// The half-open range [begin, end) of indices in a dimension.
struct Interval {
  int64_t begin, end;
  bool operator==(const Interval &other) const {
    return begin == other.begin && end == other.end;
  }
  bool operator<(const Interval &other) const {
    return std::tie(begin, end) < std::tie(other.begin, other.end);
  }
};
/// The `end` of an interval up to the end of a dimension of unknown size.
constexpr int64_t kOpen = std::numeric_limits<int64_t>::max();

/// Elements of a tensor, given by one interval per dimension.
using IndexBox = std::vector<Interval>;

bool isEmpty(const IndexBox &box);
IndexBox intersect(const IndexBox &a, const IndexBox &b);
/// Returns the elements of `a` that are not in `b`, as disjoint boxes.
std::vector<IndexBox> subtract(const IndexBox &a, const IndexBox &b);
/// If `a` and `b` are adjacent in one dimension and equal in all other
/// dimensions, extends `a` by `b` and returns true. Otherwise returns false.
bool join(IndexBox &a, const IndexBox &b);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INDEXBOX_H
