//===- IndexBox.h - Ranges of indices ---------------------------*- C++ -*-===//
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

/// The indices of a dimension from `begin` to before `end`.
struct Interval {
  int64_t begin, end;
  bool operator==(const Interval &other) const {
    return begin == other.begin && end == other.end;
  }
  bool operator<(const Interval &other) const {
    return std::tie(begin, end) < std::tie(other.begin, other.end);
  }
};
/// The end of a dimension whose size is not known.
constexpr int64_t kOpen = std::numeric_limits<int64_t>::max();

/// The elements of a tensor that one interval of each dimension names.
using IndexBox = std::vector<Interval>;

bool isEmpty(const IndexBox &box);
IndexBox intersect(const IndexBox &a, const IndexBox &b);
/// What is in `a` but not in `b`, in boxes that have nothing in common.
std::vector<IndexBox> subtract(const IndexBox &a, const IndexBox &b);
/// Makes `a` both boxes if they touch along one dimension and are equal along
/// the others; else returns false.
bool join(IndexBox &a, const IndexBox &b);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INDEXBOX_H
