//===- Positions.h - Sets of arguments or results ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_POSITIONS_H
#define SG_LIB_TRANSFORMS_POSITIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace sg::grad {

/// The set of these positions among `size`.
inline llvm::BitVector toBits(unsigned size,
                              llvm::ArrayRef<unsigned> positions) {
  llvm::BitVector bits(size);
  for (unsigned position : positions)
    bits.set(position);
  return bits;
}

/// The same set, with an order, for keys.
inline std::vector<bool> toKey(const llvm::BitVector &bits) {
  std::vector<bool> key(bits.size());
  for (unsigned position : bits.set_bits())
    key[position] = true;
  return key;
}

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_POSITIONS_H
