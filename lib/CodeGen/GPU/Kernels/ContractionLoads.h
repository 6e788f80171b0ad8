//===- ContractionLoads.h - Tiles of factors --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the threads of a block load a tile of a factor together: each some
// elements, into registers first, so that they are under way while the tile
// before is multiplied, and then into memory of the block.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H

#include "ContractionTile.h"

namespace sg {

/// What is known of the loops inside of a kernel.
struct ContractionSizes {
  /// Of each loop.
  llvm::SmallVector<mlir::OpFoldResult> loops;
  /// How many iterations those that are gathered have.
  llvm::SmallVector<mlir::OpFoldResult> gathered;
  /// Of the groups.
  mlir::OpFoldResult batch, m, n, k;
};

/// Sets the indices of the loops of `group` at the linearized `index`.
void assignIndices(mlir::ImplicitLocOpBuilder &b, const ContractionSizes &sizes,
                   const LoopGroup &group, mlir::Value index,
                   llvm::SmallVectorImpl<mlir::Value> &indices);

/// The position in `operand` at the given index of each loop; those of loops
/// that do not index it need not be set.
llvm::SmallVector<mlir::Value> getPosition(mlir::ImplicitLocOpBuilder &b,
                                           const KernelContraction &contraction,
                                           mlir::OpOperand &operand,
                                           llvm::ArrayRef<mlir::Value> indices);

/// The last `width` iterations, for indices behind them: what is loaded there
/// is not used.
mlir::Value clampIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                       mlir::OpFoldResult size, int64_t width = 1);

/// Whether `size` is known to be a multiple of `factor`.
bool isMultiple(mlir::OpFoldResult size, int64_t factor);

/// Whether there is an iteration `index`.
mlir::Value createInside(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                         mlir::OpFoldResult size);

/// Loads tiles of one factor.
class TileLoader {
public:
  /// Of `extent` rows or columns, which `group` indexes.
  /// Memory of the device is aligned to `alignment` bytes; 0: to its elements.
  TileLoader(const KernelContraction &contraction, const KernelFactor &factor,
             const LoopGroup &group, const ContractionTile &tile,
             int64_t extent, const ContractionSizes &sizes, unsigned alignment);

  /// What memory of the block a tile takes, indexed by k and row or column;
  /// for tensor cores the other way round if the factor is along k.
  mlir::MemRefType getMemoryType() const;

  /// Computes what is the same for all tiles. `batchIndices` has the indices
  /// of the batch loops, `first` is the first row or column.
  void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
               llvm::ArrayRef<mlir::Value> batchIndices, mlir::Value first,
               mlir::OpFoldResult groupSize);

  /// The elements of this thread in the tile that begins at `k`; some others
  /// outside.
  llvm::SmallVector<mlir::Value> load(mlir::ImplicitLocOpBuilder &b,
                                      mlir::Value k);
  /// Stores what was loaded, zeros outside. Waiting for it only now lets the
  /// loads be under way until then.
  void store(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange elements,
             mlir::Value k, mlir::Value memory);

  /// How many values a thread loads, and of which type.
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

  /// Where in the tile the first element of a value is.
  struct Element {
    mlir::Value k, position;
    /// The indices of all loops but those that are summed over.
    llvm::SmallVector<mlir::Value> indices;
  };

  const KernelContraction &contraction;
  const KernelFactor &factor;
  const LoopGroup &group;
  const ContractionTile &tile;
  int64_t extent;
  const ContractionSizes &sizes;
  unsigned alignment;
  /// Elements next to each other that are loaded together.
  int64_t width;
  unsigned count;
  llvm::SmallVector<Element> elements;
  /// Whether this thread has elements at all; null: all have.
  mlir::Value hasElements;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONLOADS_H
