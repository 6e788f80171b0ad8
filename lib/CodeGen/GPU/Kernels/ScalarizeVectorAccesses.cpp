//===- ScalarizeVectorAccesses.cpp - Scalarizes vector accesses -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/GPU/Kernels/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-scalarize-vector-accesses"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_SCALARIZEVECTORACCESSES
#include "sg/CodeGen/GPU/Kernels/Passes.h.inc"
} // namespace sg

/// Maximum number of elements of a scalarized vector, which limits code size.
static constexpr int64_t kMaxElements = 1024;

namespace {
/// An access of a vector op to memory.
struct VectorAccess {
  VectorType type;
  Value memory;
  SmallVector<Value> indices;
  /// For each dimension of the memory, the dimension of the vector whose index
  /// is added to the memory index, if any.
  SmallVector<std::optional<unsigned>> vectorDims;
  /// Dimensions of the memory whose index may be out of bounds.
  SmallVector<unsigned> checkedDims;
  /// A vector of offsets that are added to the last index, or null.
  Value offsets;
  /// A mask, or null. Its dimension i is dimension maskDims[i] of `type`.
  Value mask;
  SmallVector<unsigned> maskDims;
};
} // namespace

/// Returns the access of an op to contiguous elements of the last dimensions.
static VectorAccess getRowAccess(VectorType type, Value memory,
                                 ValueRange indices, Value mask = {}) {
  VectorAccess access{type, memory, indices, {}, {}, {}, mask, {}};
  access.vectorDims.resize(indices.size());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    access.vectorDims[indices.size() - type.getRank() + dim] = dim;
    access.maskDims.push_back(dim);
  }
  return access;
}

/// Returns the access of a gather or scatter.
static VectorAccess getGatherAccess(VectorType type, Value memory,
                                    ValueRange indices, Value offsets,
                                    Value mask) {
  VectorAccess access{type, memory, indices, {}, {}, offsets, mask, {}};
  access.vectorDims.resize(indices.size());
  llvm::append_range(access.maskDims, llvm::seq<unsigned>(0, type.getRank()));
  return access;
}

static VectorAccess getTransferAccess(VectorTransferOpInterface op) {
  VectorAccess access{
      op.getVectorType(), op.getBase(), op.getIndices(), {}, {}, {}, {}, {}};
  access.mask = op.getMask();
  access.vectorDims.resize(access.indices.size());
  for (auto [dim, expr] : llvm::enumerate(op.getPermutationMap().getResults()))
    if (auto memoryDim = dyn_cast<AffineDimExpr>(expr)) {
      access.vectorDims[memoryDim.getPosition()] = dim;
      if (!op.isDimInBounds(dim))
        access.checkedDims.push_back(memoryDim.getPosition());
    }
  // The dimensions of a mask have the order of the memory dimensions.
  for (std::optional<unsigned> dim : access.vectorDims)
    if (dim)
      access.maskDims.push_back(*dim);
  return access;
}

namespace {
/// Builds the accesses to single elements.
class Scalarizer {
public:
  Scalarizer(Operation *op, const VectorAccess &access)
      : b(op->getLoc(), op), access(access) {}

  /// Loads the elements. Takes masked-off and out-of-bounds elements from
  /// `fallback`, a scalar or a vector.
  Value read(Value fallback) {
    SmallVector<Value> elements;
    forEach([&](ArrayRef<int64_t> element, ValueRange indices, Value isActive) {
      auto load = [&] {
        return memref::LoadOp::create(b, access.memory, indices).getResult();
      };
      if (!isActive) {
        elements.push_back(load());
        return;
      }
      Value scalar = isa<VectorType>(fallback.getType())
                         ? extract(fallback, element)
                         : fallback;
      auto ifOp = scf::IfOp::create(b, scalar.getType(), isActive,
                                    /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      scf::YieldOp::create(b, load());
      b.setInsertionPointToStart(ifOp.elseBlock());
      scf::YieldOp::create(b, scalar);
      elements.push_back(ifOp.getResult(0));
    });
    return vector::FromElementsOp::create(b, access.type, elements);
  }

  void write(Value vector) {
    forEach([&](ArrayRef<int64_t> element, ValueRange indices, Value isActive) {
      Value value = extract(vector, element);
      OpBuilder::InsertionGuard guard(b);
      if (isActive) {
        auto ifOp = scf::IfOp::create(b, isActive, /*withElseRegion=*/false);
        b.setInsertionPointToStart(ifOp.thenBlock());
      }
      memref::StoreOp::create(b, value, access.memory, indices);
    });
  }

private:
  Value extract(Value vector, ArrayRef<int64_t> position) {
    return vector::ExtractOp::create(b, vector, position);
  }

  /// Calls `visit` for each vector element, with the indices of the element in
  /// memory and the condition of the access, or null.
  void forEach(function_ref<void(ArrayRef<int64_t>, ValueRange, Value)> visit) {
    SmallVector<int64_t> strides = computeStrides(access.type.getShape());
    for (int64_t linear : llvm::seq(access.type.getNumElements())) {
      SmallVector<int64_t> element = delinearize(linear, strides);
      SmallVector<Value> indices = computeIndices(element);
      visit(element, indices, createCondition(element, indices));
    }
  }

  SmallVector<Value> computeIndices(ArrayRef<int64_t> element) {
    SmallVector<Value> indices(access.indices);
    for (auto [index, dim] : llvm::zip_equal(indices, access.vectorDims))
      if (dim && element[*dim] != 0)
        index = arith::AddIOp::create(
            b, index, arith::ConstantIndexOp::create(b, element[*dim]));
    if (access.offsets) {
      Value offset = extract(access.offsets, element);
      if (!offset.getType().isIndex())
        offset = arith::IndexCastOp::create(b, b.getIndexType(), offset);
      indices.back() = arith::AddIOp::create(b, indices.back(), offset);
    }
    return indices;
  }

  Value createCondition(ArrayRef<int64_t> element, ValueRange indices) {
    Value condition;
    auto require = [&](Value next) {
      condition = condition
                      ? arith::AndIOp::create(b, condition, next).getResult()
                      : next;
    };
    if (access.mask) {
      SmallVector<int64_t> position;
      for (unsigned dim : access.maskDims)
        position.push_back(element[dim]);
      require(extract(access.mask, position));
    }
    for (unsigned dim : access.checkedDims) {
      Value size = memref::DimOp::create(b, access.memory, dim);
      // As an unsigned value, a negative index exceeds any size.
      require(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, indices[dim],
                                    size));
    }
    return condition;
  }

  ImplicitLocOpBuilder b;
  const VectorAccess &access;
};
} // namespace

static bool isSkipped(Operation *op, VectorType type) {
  return type.isScalable() || type.getNumElements() > kMaxElements ||
         op->getParentOfType<gpu::LaunchOp>() ||
         op->getParentOfType<gpu::GPUModuleOp>();
}

template <typename OpTy>
static void replaceRead(OpTy op, const VectorAccess &access, Value fallback) {
  if (!isa<MemRefType>(access.memory.getType()) || isSkipped(op, access.type))
    return;
  LDBG() << "element by element: " << op->getName() << " at " << op.getLoc();
  op.replaceAllUsesWith(Scalarizer(op, access).read(fallback));
  op.erase();
}

template <typename OpTy>
static void replaceWrite(OpTy op, const VectorAccess &access, Value vector) {
  if (!isa<MemRefType>(access.memory.getType()) || isSkipped(op, access.type))
    return;
  LDBG() << "element by element: " << op->getName() << " at " << op.getLoc();
  Scalarizer(op, access).write(vector);
  op.erase();
}

namespace {
struct ScalarizeVectorAccesses
    : sg::impl::ScalarizeVectorAccessesBase<ScalarizeVectorAccesses> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](vector::TransferReadOp read) {
            replaceRead(read, getTransferAccess(read), read.getPadding());
          })
          .Case([](vector::TransferWriteOp write) {
            if (write->getNumResults() == 0)
              replaceWrite(write, getTransferAccess(write),
                           write.getValueToStore());
          })
          .Case([](vector::LoadOp load) {
            replaceRead(load,
                        getRowAccess(load.getVectorType(), load.getBase(),
                                     load.getIndices()),
                        /*fallback=*/{});
          })
          .Case([](vector::StoreOp store) {
            replaceWrite(store,
                         getRowAccess(store.getVectorType(), store.getBase(),
                                      store.getIndices()),
                         store.getValueToStore());
          })
          .Case([](vector::MaskedLoadOp load) {
            replaceRead(load,
                        getRowAccess(load.getVectorType(), load.getBase(),
                                     load.getIndices(), load.getMask()),
                        load.getPassThru());
          })
          .Case([](vector::MaskedStoreOp store) {
            replaceWrite(store,
                         getRowAccess(store.getVectorType(), store.getBase(),
                                      store.getIndices(), store.getMask()),
                         store.getValueToStore());
          })
          .Case([](vector::GatherOp gather) {
            replaceRead(gather,
                        getGatherAccess(gather.getVectorType(),
                                        gather.getBase(), gather.getOffsets(),
                                        gather.getIndices(), gather.getMask()),
                        gather.getPassThru());
          })
          .Case([](vector::ScatterOp scatter) {
            if (scatter->getNumResults() == 0)
              replaceWrite(
                  scatter,
                  getGatherAccess(scatter.getVectorType(), scatter.getBase(),
                                  scatter.getOffsets(), scatter.getIndices(),
                                  scatter.getMask()),
                  scatter.getValueToStore());
          });
    });
  }
};
} // namespace
