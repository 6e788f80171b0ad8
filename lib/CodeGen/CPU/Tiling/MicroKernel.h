//===- MicroKernel.h - Loops over register tiles ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of the result, several rows by two or more vectors, stays in registers
// while the reduction runs. CacheBlocking describes the order of the loops.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_MICROKERNEL_H
#define SG_LIB_CODEGEN_CPU_TILING_MICROKERNEL_H

#include "CacheBlocking.h"
#include "EpilogueFusion.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Emits the loops of one contraction.
class MicroKernel {
public:
  /// `initialValue` initializes the accumulators. A null value means that the
  /// result's memory holds the initial values.
  MicroKernel(mlir::linalg::LinalgOp op, const TileDims &dims,
              const CacheBlocking &blocking, mlir::Value initialValue,
              const EpilogueFusion &consumers);

  void run();

private:
  using Body = llvm::function_ref<void()>;
  mlir::Value constant(int64_t value);
  mlir::Value roundDown(mlir::Value size, int64_t step);
  mlir::Value allocate(llvm::ArrayRef<int64_t> shape);

  void emitLoop(mlir::Value lower, mlir::Value upper, int64_t step,
                llvm::function_ref<void(mlir::Value)> body);
  void emitLoops(llvm::ArrayRef<unsigned> loops, Body body);
  std::pair<mlir::Value, mlir::Value> getBounds(unsigned dim);
  void emitBlocks(std::optional<unsigned> dim, int64_t block,
                  mlir::Range &range, Body body);
  void emitBlocksAlongK(Body body);
  void emitRowBlocks(Body body);

  using ColumnBody = llvm::function_ref<void(int64_t width, mlir::Value mask)>;
  void emitColumns(ColumnBody body);
  mlir::Value emitColumnTiles(int64_t width, mlir::Value first, bool isMasked,
                              ColumnBody body);
  void emitRowTiles(int64_t width, mlir::Value mask);
  bool isPackedOnce() const;
  void pack(int64_t width, mlir::Value mask);
  void packTransposed(int64_t width, bool isMasked);
  llvm::SmallVector<mlir::Value> loadColumns(int64_t first, bool isMasked,
                                             mlir::Value remainingK);

  void allocateBlock();
  void packBlock();
  void copyToBlock(int64_t width, mlir::Value remaining);
  llvm::SmallVector<mlir::Value> getPositionInBlock();

  llvm::SmallVector<mlir::Value> getPosition(mlir::AffineMap map);
  llvm::SmallVector<mlir::Value> getPosition(mlir::OpOperand &operand) {
    return getPosition(op.getMatchingIndexingMap(&operand));
  }
  mlir::Value getIndexInBlock();
  llvm::SmallVector<mlir::Value> getPositionInPanel();
  mlir::Value extend(mlir::Value value);
  mlir::Value loadVector(const TileElement &element, int64_t width,
                         mlir::Value mask);
  mlir::Value loadVector(mlir::OpOperand &operand, int64_t width,
                         mlir::Value mask);
  mlir::Value loadFactor(mlir::OpOperand &operand, int64_t width,
                         mlir::Value mask);
  void forEachRow(int64_t count, llvm::function_ref<void(int64_t)> body);
  std::pair<mlir::Value, mlir::Value> getBoundsAlongK(unsigned dim);
  llvm::SmallVector<mlir::Value> loadAlongK(int64_t width, mlir::Value mask,
                                            mlir::Value maskK);
  llvm::SmallVector<mlir::Value> multiplyAlongK(int64_t count, int64_t width,
                                                mlir::Value mask,
                                                mlir::Value maskK,
                                                mlir::ValueRange running);
  llvm::SmallVector<mlir::Value> sumAlongK(int64_t count, int64_t width,
                                           mlir::Value mask,
                                           mlir::ValueRange sums);
  mlir::Value createIsFirstOrLastBlock(bool isLast);
  llvm::SmallVector<mlir::Value>
  initializeAccumulators(int64_t count, int64_t width, mlir::Value mask);
  void storeVector(const TileElement &element, mlir::Value value,
                   mlir::Value mask);
  using RowValues = llvm::SmallVector<std::pair<TileElement, mlir::Value>>;
  mlir::Value broadcast(mlir::Value value, int64_t width);
  mlir::Value getValue(RowValues &values, const TileElement &element,
                       int64_t width, mlir::Value mask);
  void computeEpilogueOfRow(const TileConsumer &consumer, RowValues &values,
                            int64_t width, mlir::Value mask);
  void storeRow(const RowValues &values, mlir::Value mask);
  void computeEpilogue(mlir::ValueRange sums, int64_t width, mlir::Value mask);
  void storeTile(mlir::ValueRange sums, int64_t width, mlir::Value mask);
  void emitTile(int64_t count, int64_t width, mlir::Value mask);
  llvm::SmallVector<mlir::Value> emitLoopsAlongK(
      llvm::ArrayRef<unsigned> loops, mlir::ValueRange sums,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> body,
      int64_t lastStep = 1);
  llvm::SmallVector<mlir::Value> multiplyAdd(int64_t count, int64_t width,
                                             mlir::Value mask,
                                             mlir::ValueRange running);

  mlir::linalg::LinalgOp op;
  mlir::Value initialValue;
  TileDims dims;
  CacheBlocking blocking;
  EpilogueFusion consumers;
  mlir::ImplicitLocOpBuilder b;
  mlir::Type element;
  llvm::SmallVector<mlir::Value> sizes, indices;
  /// The current block of the first inner k dimension, and of the blocked row
  /// loop. The `size` of each range holds the upper bound.
  mlir::Range rangeK, rowRange;
  /// Memory for the packed panel (or all panels) and for the packed block of
  /// the other operand. Null if the operand is not packed.
  mlir::Value panel, block;
  /// The index of the tile's first row, the position of the current row in the
  /// tile, and the index of the last row. `lastRow` is null unless the tile may
  /// extend past the last row.
  mlir::Value firstRow;
  mlir::OpFoldResult rowInTile;
  mlir::Value lastRow;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_MICROKERNEL_H
