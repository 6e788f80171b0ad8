//===- ContractionLoads.h - Loads tiles of operands -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block load a tile of an operand together. Each thread loads
// elements into registers while the previous tile is multiplied, and then
// stores the elements to shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H

#include "ContractionTile.h"

namespace sg {

/// The sizes of the loops of a contraction.
struct ContractionSizes {
  /// Trip count of each loop. For a gathered loop, the size of the dimension of
  /// the result that the loop indexes.
  llvm::SmallVector<mlir::OpFoldResult> loops;
  /// Trip count of each gathered loop.
  llvm::SmallVector<mlir::OpFoldResult> gathered;
  /// Number of iterations of each loop group.
  mlir::OpFoldResult batch, m, n, k;
};

/// Delinearizes `index` into the elements of `indices` for the loops of
/// `group`.
void assignIndices(mlir::ImplicitLocOpBuilder &b, const ContractionSizes &sizes,
                   const LoopGroup &group, mlir::Value index,
                   llvm::SmallVectorImpl<mlir::Value> &indices);

/// Returns the indices into `operand` for the loop indices `indices`, which may
/// be null for loops that do not index the operand.
llvm::SmallVector<mlir::Value> getPosition(mlir::ImplicitLocOpBuilder &b,
                                           const KernelContraction &contraction,
                                           mlir::OpOperand &operand,
                                           llvm::ArrayRef<mlir::Value> indices);

/// Clamps `index` to at most `size - width`. Callers do not use the values that
/// are loaded at clamped indices.
mlir::Value clampIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                       mlir::OpFoldResult size, int64_t width = 1);

/// Returns true if `size` is known to be a multiple of `factor`.
bool isMultiple(mlir::OpFoldResult size, int64_t factor);

/// Builds the condition that `index` is less than `size`.
mlir::Value createIsInBounds(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                             mlir::OpFoldResult size);

/// Loads tiles of one operand of a contraction into shared memory.
class TileLoader {
public:
  /// `extent` is the tile's number of rows or columns, which `group` indexes.
  /// `alignment` is the alignment of device memory in bytes, or 0 for the
  /// alignment of an element.
  TileLoader(const KernelContraction &contraction, const KernelFactor &factor,
             const LoopGroup &group, const ContractionTile &tile,
             int64_t extent, const ContractionSizes &sizes, unsigned alignment);

  /// Returns the type of the tile in shared memory, indexed by k and the row or
  /// column. Tensor cores use the reverse order for an operand that is
  /// contiguous along k.
  mlir::MemRefType getMemoryType() const;

  /// Builds the values that are invariant in the loop over tiles. `first` is
  /// the first row or column of the block. `groupSize` is the size of `group`.
  void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
               llvm::ArrayRef<mlir::Value> batchIndices, mlir::Value first,
               mlir::OpFoldResult groupSize);

  /// Loads this thread's elements of the tile that starts at `k`. Elements
  /// outside of the operand have unspecified values.
  llvm::SmallVector<mlir::Value> load(mlir::ImplicitLocOpBuilder &b,
                                      mlir::Value k);
  /// Stores the loaded elements to shared memory, with zeros outside of the
  /// operand. The thread waits for the loads here, not in `load`.
  void store(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange elements,
             mlir::Value k, mlir::Value memory);

  /// Returns the number of values that a thread loads per tile.
  unsigned countValues() const { return count; }
  mlir::Type getValueType() const;

private:
  int64_t getElementBytes() const;
  bool isKMajor() const { return !(tile.matrixK && factor.isAlongK); }
  int64_t chooseWidth() const;
  mlir::Value gatherIndices(mlir::ImplicitLocOpBuilder &b,
                            llvm::SmallVectorImpl<mlir::Value> &indices) const;
  mlir::Value roundToTF32(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value value) const;
  void storeValue(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                  mlir::Value k, mlir::Value position, mlir::Value memory);

  /// The first element of a loaded value.
  struct Element {
    mlir::Value k, position; ///< indices in the tile
    /// The indices of all loops except the reduction loops.
    llvm::SmallVector<mlir::Value> indices;
  };

  const KernelContraction &contraction;
  const KernelFactor &factor;
  const LoopGroup &group;
  const ContractionTile &tile;
  int64_t extent;
  const ContractionSizes &sizes;
  unsigned alignment;
  /// Number of contiguous elements per load.
  int64_t width;
  unsigned count;
  llvm::SmallVector<Element> elements;
  /// The condition that this thread loads elements, or null if all threads do.
  mlir::Value hasElements;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
