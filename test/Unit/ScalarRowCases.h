//===- ScalarRowCases.h - Points to evaluate scalar rows --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op with a scalar row has an entry with the function that the op
// computes. Partial derivatives are compared with differences at ordinary
// points, and with expected values at the special points that the row
// documents. A row without an entry fails.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_SCALARROWCASES_H
#define SG_TEST_UNIT_SCALARROWCASES_H

#include "llvm/ADT/ArrayRef.h"
#include <ostream>
#include <vector>

namespace sg::test {

using Values = std::vector<double>;

/// An ordinary point. `reach` is a length over which the function is smooth. It
/// is at most the distance to a singularity, and of that order where the
/// function varies fast.
struct Point {
  Values operands;
  double reach = 1;
};

/// A special point and the expected partial derivatives there.
struct Special {
  Values operands;
  Values partials;
};

struct ScalarRowCase {
  const char *op;
  double (*function)(llvm::ArrayRef<double>);
  std::vector<Point> points;
  std::vector<Special> special = {};
  /// Operand that is not a float, so no difference can be formed.
  int discrete = -1;
};

inline void PrintTo(const ScalarRowCase &row, std::ostream *os) {
  *os << row.op;
}

/// Returns the entries, sorted by op.
llvm::ArrayRef<ScalarRowCase> getScalarRowCases();

} // namespace sg::test

#endif // SG_TEST_UNIT_SCALARROWCASES_H
