//===- LowerContractions.cpp - Contractions as register tiles -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldedWindow.h"
#include "StartValues.h"
#include "Tiler.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Passes.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "sg/CodeGen/Passes.h.inc"
} // namespace sg

namespace {
struct LowerContractions : sg::impl::LowerContractionsBase<LowerContractions> {
  using LowerContractionsBase::LowerContractionsBase;

  int64_t getLanes(linalg::LinalgOp op) {
    Type element = getElementTypeOrSelf(op.getDpsInits().front());
    return vectorBits / element.getIntOrFloatBitWidth();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (sg::isContractionOfFloats(op))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      op = sg::foldWindow(op, getLanes(op));
      if (std::optional<sg::TileRoles> roles = sg::getTileRoles(op)) {
        sg::TileMachine machine{vectorBits, cacheBytes};
        sg::TileBlocking blocking(*roles, op, machine);
        linalg::LinalgOp fill = sg::findFill(op, blocking);
        auto consumers = sg::TileConsumers::take(op, fill, *roles, blocking);
        sg::Tiler(op, *roles, blocking, fill ? sg::getFilling(fill) : Value(),
                  consumers)
            .run();
        if (fill)
          fill.erase();
        consumers.erase();
      }
    }
  }
};
} // namespace
