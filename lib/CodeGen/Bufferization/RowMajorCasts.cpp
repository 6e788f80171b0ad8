//===- RowMajorCasts.cpp - Copies of views with gaps ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-row-major-casts"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_ROWMAJORCASTS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns true if the view consists of whole rows of row-major memory: only
/// the first dimension of the view may be smaller than in the source.
static bool hasWholeRows(Value memory) {
  auto view = memory.getDefiningOp<memref::SubViewOp>();
  if (!view || !view.getSourceType().getLayout().isIdentity() ||
      view.getType().getRank() != view.getSourceType().getRank())
    return false;
  // A stride other than 1 in the first dimension leaves gaps between the rows.
  ArrayRef<int64_t> strides = view.getStaticStrides();
  if (!strides.empty() && strides.front() != 1)
    return false;
  return llvm::all_of(
      llvm::seq<int64_t>(1, view.getType().getRank()), [&](int64_t dim) {
        FailureOr<bool> isWhole = ValueBoundsConstraintSet::areEqual(
            {view.getResult(), dim}, {view.getSource(), dim});
        return succeeded(isWhole) && *isWhole;
      });
}

namespace {
struct RowMajorCasts : sg::impl::RowMajorCastsBase<RowMajorCasts> {
  void runOnOperation() override {
    SmallVector<memref::CastOp> casts;
    getOperation()->walk([&](memref::CastOp cast) {
      auto from = dyn_cast<MemRefType>(cast.getSource().getType());
      auto to = dyn_cast<MemRefType>(cast.getType());
      if (from && to && !from.getLayout().isIdentity() &&
          to.getLayout().isIdentity())
        casts.push_back(cast);
    });
    for (memref::CastOp cast : casts)
      replaceByCopy(cast);
  }

private:
  void replaceByCopy(memref::CastOp cast) {
    if (hasWholeRows(cast.getSource())) {
      LDBG() << "not copied, the view has whole rows: " << cast.getLoc();
      return;
    }
    LDBG() << "copied, there may be gaps between the rows: " << cast.getLoc();
    OpBuilder b(cast);
    Location loc = cast.getLoc();
    auto type = llvm::cast<MemRefType>(cast.getType());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(b, loc, cast.getSource(), dim));
    Value contiguousMemory = memref::AllocOp::create(b, loc, type, sizes);
    memref::CopyOp::create(b, loc, cast.getSource(), contiguousMemory);
    cast.replaceAllUsesWith(contiguousMemory);
    cast.erase();
  }
};
} // namespace
