//===- TransposedVectors.cpp - Transpose square matrices ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedVectors.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// Exchanges squares with sides of 1, 2, 4, ... elements across the diagonal.
/// This takes n log n shuffles for n vectors, while moving single elements
/// takes n^2 moves (J. O. Eklundh, "A Fast Computer Method for Matrix
/// Transposing", IEEE Transactions on Computers 21(7), 1972).
SmallVector<Value> sg::transposeVectors(ImplicitLocOpBuilder &b,
                                        ArrayRef<Value> rows) {
  SmallVector<Value> vectors(rows);
  int64_t count = rows.size();
  assert(count == cast<VectorType>(rows.front().getType()).getNumElements());
  for (int64_t size = 1; size < count; size *= 2) {
    SmallVector<int64_t> upper, lower;
    for (int64_t i = 0; i < count; ++i) {
      bool isSecond = i & size;
      upper.push_back(isSecond ? count + i - size : i);
      lower.push_back(isSecond ? count + i : i + size);
    }
    for (int64_t i = 0; i < count; ++i) {
      if (i & size)
        continue;
      Value first = vectors[i], second = vectors[i + size];
      vectors[i] = vector::ShuffleOp::create(b, first, second, upper);
      vectors[i + size] = vector::ShuffleOp::create(b, first, second, lower);
    }
  }
  return vectors;
}
