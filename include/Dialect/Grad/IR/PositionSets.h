//===- PositionSets.h - Sets of argument and result positions ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_POSITIONSETS_H
#define SG_DIALECT_GRAD_IR_POSITIONSETS_H

#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace sg::grad {

/// Returns the set of `positions` among `size` positions.
inline llvm::BitVector toPositionSet(unsigned size,
                                     llvm::ArrayRef<unsigned> positions) {
  llvm::BitVector set(size);
  for (unsigned position : positions)
    set.set(position);
  return set;
}

/// Returns the positions of the values for which `isWanted` is true.
inline llvm::BitVector
findPositions(mlir::ValueRange values,
              llvm::function_ref<bool(mlir::Value)> isWanted) {
  llvm::BitVector set(values.size());
  for (auto [position, value] : llvm::enumerate(values))
    set[position] = isWanted(value);
  return set;
}

/// Converts the set to a type with operator<, for keys of std::map.
inline std::vector<bool> toKey(const llvm::BitVector &set) {
  std::vector<bool> key(set.size());
  for (unsigned position : set.set_bits())
    key[position] = true;
  return key;
}

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_POSITIONSETS_H
