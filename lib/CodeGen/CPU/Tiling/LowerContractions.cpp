//===- LowerContractions.cpp - Tile contractions for registers ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapseConvWindow.h"
#include "MicroKernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Analysis/AccumulatorInit.h"
#include "sg/CodeGen/CPU/Tiling/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-contractions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "sg/CodeGen/CPU/Tiling/Passes.h.inc"
} // namespace sg

/// Returns the op that fills the result of `op` with one value, if the
/// accumulators can be initialized in registers instead. Each element of the
/// result must be in one tile. The outer k loops must be known to iterate:
/// otherwise no block would store the initial value.
static linalg::LinalgOp findFillForTiles(linalg::LinalgOp op,
                                         const sg::CacheBlocking &blocking) {
  OpOperand *result = op.getDpsInitOperand(0);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!op.getMatchingIndexingMap(result).isProjectedPermutation() ||
      llvm::any_of(blocking.outsideK, [&](unsigned loop) {
        return ShapedType::isDynamic(sizes[loop]) || sizes[loop] == 0;
      }))
    return {};
  return sg::findFill(op);
}

namespace {
struct LowerContractions : sg::impl::LowerContractionsBase<LowerContractions> {
  using LowerContractionsBase::LowerContractionsBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (failed(sg::checkPowerOfTwo(context, vectorBits, 128, 2048)))
      return failure();
    return sg::checkRange(context, cacheBytes, 1);
  }

  int64_t getLanes(linalg::LinalgOp op) {
    Type element = getElementTypeOrSelf(op.getDpsInits().front());
    return vectorBits / element.getIntOrFloatBitWidth();
  }

  void lower(linalg::LinalgOp op) {
    op = sg::collapseConvWindow(op, getLanes(op));
    std::optional<sg::TileDims> dims = sg::getTileDims(op);
    if (!dims) {
      LDBG()
          << "lowered to loops (-debug-only=sg-tile-dims prints the reason): "
          << op->getName() << " at " << op.getLoc();
      return;
    }
    sg::TileMachine machine{vectorBits, cacheBytes};
    sg::CacheBlocking blocking(*dims, op, machine);
    LDBG() << "tiles of " << blocking.rows << " rows of " << blocking.vectors
           << " vectors of " << blocking.lanes << ", "
           << (blocking.packedK ? "packed: " : "not packed: ") << op->getName()
           << " at " << op.getLoc();
    linalg::LinalgOp fill = findFillForTiles(op, blocking);
    auto consumers = sg::EpilogueFusion::find(op, fill, *dims, blocking);
    sg::MicroKernel(op, *dims, blocking,
                    fill ? sg::getFillValue(fill) : Value(), consumers)
        .run();
    if (fill)
      fill.erase();
    consumers.erase();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (sg::isContractionOfFloats(op))
        ops.push_back(op);
      else if (op.getNumReductionLoops() != 0)
        LDBG() << "not a contraction of floats that reuses elements: "
               << op->getName() << " at " << op.getLoc();
    });
    for (linalg::LinalgOp op : ops)
      lower(op);
  }
};
} // namespace
