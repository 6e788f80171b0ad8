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
  mlir::OpFoldResult batches, rows, columns, terms;
};

/// Sets the numbers of the loops of `group` in its iteration `number`.
void assignNumbers(mlir::ImplicitLocOpBuilder &b, const ContractionSizes &sizes,
                   const LoopGroup &group, mlir::Value number,
                   llvm::SmallVectorImpl<mlir::Value> &numbers);

/// The element of `operand` in the iteration with the given number of each
/// loop; those of loops that do not index it need not be set.
llvm::SmallVector<mlir::Value> getPlace(mlir::ImplicitLocOpBuilder &b,
                                        const ContractionShape &shape,
                                        mlir::OpOperand &operand,
                                        llvm::ArrayRef<mlir::Value> numbers);

/// The last `width` iterations, for numbers behind them: what is loaded there
/// is not used.
mlir::Value clampNumber(mlir::ImplicitLocOpBuilder &b, mlir::Value number,
                        mlir::OpFoldResult size, int64_t width = 1);

/// Whether `size` is known to be a multiple of `factor`.
bool isMultiple(mlir::OpFoldResult size, int64_t factor);

/// Whether there is an iteration `number`.
mlir::Value createInside(mlir::ImplicitLocOpBuilder &b, mlir::Value number,
                         mlir::OpFoldResult size);

/// Loads tiles of one factor.
class TileLoader {
public:
  /// Of `extent` rows or columns, which are numbered by `group`.
  /// Memory of the device is aligned to `alignment` bytes; 0: to its elements.
  TileLoader(const ContractionShape &shape, const ContractionFactor &factor,
             const LoopGroup &group, const ContractionTile &tile,
             int64_t extent, const ContractionSizes &sizes, unsigned alignment);

  /// What memory of the block a tile takes, indexed by term and row or column;
  /// for tensor cores the other way round if the factor is along terms.
  mlir::MemRefType getMemoryType() const;

  /// Computes what is the same for all tiles. `batchNumbers` has the numbers of
  /// the batch loops, `first` is the first row or column.
  void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
               llvm::ArrayRef<mlir::Value> batchNumbers, mlir::Value first,
               mlir::OpFoldResult groupSize);

  /// The elements of this thread in the tile that begins with `term`; some
  /// others outside.
  llvm::SmallVector<mlir::Value> load(mlir::ImplicitLocOpBuilder &b,
                                      mlir::Value term);
  /// Stores what was loaded, zeros outside. Waiting for it only now lets the
  /// loads be under way until then.
  void store(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange elements,
             mlir::Value term, mlir::Value memory);

  /// How many values a thread loads, and of which type.
  unsigned getCount() const { return count; }
  mlir::Type getType() const;

private:
  int64_t getBytes() const;
  bool isByTerm() const { return !(tile.matrixTerms && factor.isAlongTerms); }
  int64_t chooseWidth() const;
  mlir::Value gather(mlir::ImplicitLocOpBuilder &b,
                     llvm::SmallVectorImpl<mlir::Value> &numbers) const;
  mlir::Value round(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  void storeElement(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                    mlir::Value term, mlir::Value place, mlir::Value memory);

  /// Where in the tile the first element of a value is.
  struct Element {
    mlir::Value term, place;
    /// The numbers of all loops but those that are summed over.
    llvm::SmallVector<mlir::Value> numbers;
  };

  const ContractionShape &shape;
  const ContractionFactor &factor;
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
