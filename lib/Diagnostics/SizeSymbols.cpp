//===- SizeSymbols.cpp - Text for sizes in the gradient report ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeSymbols.h"

using namespace mlir;
using namespace sg::grad;

StringRef SizeSymbols::symbolOf(const SizeFactor &factor) {
  descriptions.push_back(factor.describe());
  auto known = symbols.find(descriptions.back());
  if (known == symbols.end())
    known = symbols
                .insert({StringRef(descriptions.back()),
                         (factor.kind == SizeFactor::Trips ? "T" : "N") +
                             std::to_string(symbols.size() + 1)})
                .first;
  return known->second;
}

std::string SizeSymbols::sizeOf(const RecordedSize &size) {
  if (!size.isKnown)
    return "unknown size";
  std::string text =
      std::to_string(size.bytes) + (size.bytes == 1 ? " byte" : " bytes");
  for (const SizeFactor &factor : size.factors)
    text += (" x " + symbolOf(factor)).str();
  return text;
}

std::string SizeSymbols::textOf(const GradientReport::Extent &extent) {
  return extent.symbol ? symbolOf(*extent.symbol).str()
                       : std::to_string(extent.number);
}

/// Formats ranges as Python slices: "2", "3:7", ":", "N1:N1 + 4", "0:8:2".
std::string SizeSymbols::textOf(const GradientReport::IndexRange &range) {
  const auto &[offset, size, stride] = range;
  bool isFirst = offset.is(0);
  std::string begin = textOf(offset);
  std::string step = stride.is(1) ? "" : ":" + textOf(stride);
  if (!size)
    return (isFirst ? ":" : begin + ":") + step;
  if (size->is(1))
    return begin;
  if (!offset.symbol && !size->symbol && !stride.symbol)
    return begin + ":" +
           std::to_string(offset.number + size->number * stride.number) + step;
  std::string length = textOf(*size);
  if (!stride.is(1))
    length += " * " + textOf(stride);
  return begin + ":" + (isFirst ? "" : begin + " + ") + length + step;
}
