//===- SizeSymbols.h - Text for sizes in the gradient report ----*- C++ -*-===//
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

/// Formats sizes with symbols for dynamic factors, such as "8 bytes x N1 x T2".
/// The legend at the end of a report explains the symbols.
class SizeSymbols {
public:
  std::string textOf(const GradientReport::Extent &extent);
  std::string textOf(const GradientReport::IndexRange &range);
  llvm::StringRef symbolOf(const SizeFactor &factor);
  std::string sizeOf(const RecordedSize &size);

  /// Maps the description of each factor to its symbol, in order of first use.
  const llvm::MapVector<llvm::StringRef, std::string> &get() const {
    return symbols;
  }

private:
  llvm::MapVector<llvm::StringRef, std::string> symbols;
  std::deque<std::string> descriptions;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_SIZESYMBOLS_H
