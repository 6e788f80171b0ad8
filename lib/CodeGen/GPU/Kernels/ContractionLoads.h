//===- ContractionLoads.h - Loads of operand tiles --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block load a tile of an operand together. Each thread first
// loads its elements into registers, while the previous tile is multiplied. It
// then stores them to shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H

#include "ContractionTile.h"

namespace sg {

/// The sizes of a contraction's loops as values inside the kernel.
struct ContractionSizes {
  /// The number of iterations of each loop.
  llvm::SmallVector<mlir::OpFoldResult> loops;
  /// The number of iterations of each gathered loop.
  llvm::SmallVector<mlir::OpFoldResult> gathered;
  /// The number of iterations of each loop group.
  mlir::OpFoldResult batch, m, n, k;
};

/// Sets the indices of the loops of `group` at the linearized `index`.
void assignIndices(mlir::ImplicitLocOpBuilder &b, const ContractionSizes &sizes,
                   const LoopGroup &group, mlir::Value index,
                   llvm::SmallVectorImpl<mlir::Value> &indices);

/// Returns the position in `operand` for the given loop indices. Loops that do
/// not index the operand may have a null index.
llvm::SmallVector<mlir::Value> getPosition(mlir::ImplicitLocOpBuilder &b,
                                           const KernelContraction &contraction,
                                           mlir::OpOperand &operand,
                                           llvm::ArrayRef<mlir::Value> indices);

/// Clamps `index` to the start of the last `width` iterations. Values loaded at
/// clamped indices are not used.
mlir::Value clampIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                       mlir::OpFoldResult size, int64_t width = 1);

/// Returns true if `size` is known to be a multiple of `factor`.
bool isMultiple(mlir::OpFoldResult size, int64_t factor);

/// Builds the condition that `index` is less than `size`.
mlir::Value createIsInBounds(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                             mlir::OpFoldResult size);

/// Loads tiles of one operand of a contraction.
class TileLoader {
public:
  /// `extent` is the tile's number of rows or columns, which `group` indexes.
  /// `alignment` is the alignment of device memory in bytes, or 0 if only
  /// elements are aligned.
  TileLoader(const KernelContraction &contraction, const KernelFactor &factor,
             const LoopGroup &group, const ContractionTile &tile,
             int64_t extent, const ContractionSizes &sizes, unsigned alignment);

  /// Returns the type of the tile in shared memory. Its indices are k and the
  /// row or column. They are swapped for tensor cores if the operand is
  /// contiguous along k.
  mlir::MemRefType getMemoryType() const;

  /// Builds the values that are the same for all tiles. `batchIndices` has the
  /// indices of the batch loops, `first` is the first row or column.
  void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
               llvm::ArrayRef<mlir::Value> batchIndices, mlir::Value first,
               mlir::OpFoldResult groupSize);

  /// Loads this thread's elements of the tile that starts at `k`. Elements
  /// outside of the operand have unspecified values.
  llvm::SmallVector<mlir::Value> load(mlir::ImplicitLocOpBuilder &b,
                                      mlir::Value k);
  /// Stores the loaded elements to shared memory, with zeros outside of the
  /// operand. The loads stay in flight until this call uses their results.
  void store(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange elements,
             mlir::Value k, mlir::Value memory);

  /// Number of values that a thread loads.
  unsigned getCount() const { return count; }
  mlir::Type getType() const;

private:
  int64_t getBytes() const;
  bool isByK() const { return !(tile.matrixK && factor.isAlongK); }
  int64_t chooseWidth() const;
  mlir::Value gather(mlir::ImplicitLocOpBuilder &b,
                     llvm::SmallVectorImpl<mlir::Value> &indices) const;
  mlir::Value round(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  void storeElement(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                    mlir::Value k, mlir::Value position, mlir::Value memory);

  /// The position in the tile of the first element of a loaded value.
  struct Element {
    mlir::Value k, position;
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
  /// The condition that this thread has elements to load, or null if all
  /// threads have some.
  mlir::Value hasElements;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
