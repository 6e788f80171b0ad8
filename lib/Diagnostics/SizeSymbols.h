//===- SizeSymbols.h - Sizes in the gradient report -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_SIZESYMBOLS_H
#define SG_LIB_DIAGNOSTICS_SIZESYMBOLS_H

#include "sg/Diagnostics/Report.h"
#include "llvm/ADT/MapVector.h"
#include <deque>

namespace sg::grad {

/// Writes sizes, with symbols for the factors that are not known: "8 bytes x N1
/// x T2". What the symbols stand for is told at the end of the report.
class SizeSymbols {
public:
  std::string textOf(const GradientReport::Extent &extent);
  std::string textOf(const GradientReport::IndexRange &range);
  /// What stands for `factor`.
  llvm::StringRef symbolOf(const SizeFactor &factor);
  std::string sizeOf(const RecordedSize &size);

  /// By what they stand for, in the order of their first use.
  const llvm::MapVector<llvm::StringRef, std::string> &get() const {
    return symbols;
  }

private:
  /// What stands for factors of sizes.
  llvm::MapVector<llvm::StringRef, std::string> symbols;
  std::deque<std::string> descriptions;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_SIZESYMBOLS_H
