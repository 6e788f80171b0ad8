//===- VectorizedAccess.cpp - Vector accesses of threads ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizedAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/CodeGen/Analysis/VectorInstructions.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

/// Size in bytes of the widest memory access.
static constexpr int64_t kAccessBytes = 16;
/// Maximum number of elements per thread, which limits register pressure.
static constexpr int64_t kMaxElements = 8;
/// Maximum number of ops per thread. With more ops, memory is no bottleneck.
static constexpr int64_t kMaxOps = 512;

Type WideAccess::getElement() const {
  return getElementTypeOrSelf(operand->get().getType());
}

int64_t WideAccess::getElementBytes() const {
  return getElement().getIntOrFloatBitWidth() / 8;
}

bool WideAccess::isVector() const {
  return isContiguous && isVectorElement(getElement());
}

SmallVector<ReassociationIndices> sg::collapseFrom(MemRefType type,
                                                   int64_t first) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i <= first)
      groups.push_back({i});
    else
      groups.back().push_back(i);
  return groups;
}

/// Returns true if the dimensions from `first` on collapse into one of stride
/// 1. The strides of trailing dimensions of size 1 are irrelevant.
static bool isContiguousFrom(MemRefType type, int64_t first) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      !memref::CollapseShapeOp::isGuaranteedCollapsible(
          type, collapseFrom(type, first)))
    return false;
  int64_t last = type.getRank() - 1;
  while (last > first && type.getDimSize(last) == 1)
    --last;
  return strides[last] == 1;
}

/// Returns the access of successive iterations of `collapsed` to `operand`.
/// Returns std::nullopt if the elements are neither contiguous nor the same.
static std::optional<WideAccess> findAccess(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            ArrayRef<unsigned> collapsed) {
  WideAccess access(operand);
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto usesCollapsedLoop = [&](AffineExpr index) {
    return isFunctionOfAny(index, collapsed);
  };
  if (!type || llvm::none_of(map.getResults(), usesCollapsedLoop))
    return access;
  int64_t first = map.getNumResults() - static_cast<int64_t>(collapsed.size());
  if (first < 0 ||
      llvm::any_of(map.getResults().take_front(first), usesCollapsedLoop))
    return std::nullopt;
  for (auto [index, loop] :
       llvm::zip_equal(map.getResults().drop_front(first), collapsed))
    if (index != getAffineDimExpr(loop, op.getContext()))
      return std::nullopt;
  if (!isContiguousFrom(type, first))
    return std::nullopt;
  access.isContiguous = true;
  return access;
}

/// Logs why the kernel that begins with `first` has no vector accesses.
static void logRejection(linalg::LinalgOp first, const Twine &why) {
  LDBG() << "not vectorized, " << why << ": " << first->getName() << " at "
         << first.getLoc();
}

/// Logs `why` and emits a remark, because the user can remove the obstacle.
static void reportMissed(linalg::LinalgOp first, const Twine &why) {
  logRejection(first, why);
  std::optional<int64_t> count =
      countIterations(first, getDistributableLoops(first));
  if (!first->getContext()->getRemarkEngine() ||
      (count && *count < 2 * kWarpSize))
    return;
  auto function = first->getParentOfType<FunctionOpInterface>();
  // Concatenate the message, because each streamed part becomes a remark.
  remark::missed(first.getLoc(),
                 remark::RemarkOpts::name("vectorization")
                     .category("codegen")
                     .function(function ? function.getName() : ""))
      << ("the kernel of '" + first->getName().getStringRef() +
          "' accesses one element at a time: " + why)
             .str();
}

/// Returns the ops of `group`. In each op, all loops after the first
/// `numOuterLoops` common loops are collapsed into one. If an operand prevents
/// the collapse, returns an empty vector and sets `obstacle` to the operand.
static std::vector<WideOp> collapseRowLoops(const FusionGroup &group,
                                            unsigned numOuterLoops,
                                            OpOperand *&obstacle) {
  std::vector<WideOp> ops;
  for (const FusionGroup::Member &member : group.members) {
    ArrayRef<unsigned> rowLoops = member.rows;
    WideOp op{member.op, {}, {}, {}};
    op.outerLoops.assign(rowLoops.begin(), rowLoops.begin() + numOuterLoops);
    op.collapsedLoops.assign(rowLoops.begin() + numOuterLoops, rowLoops.end());
    for (OpOperand &operand : op.op->getOpOperands()) {
      std::optional<WideAccess> access =
          findAccess(op.op, operand, op.collapsedLoops);
      if (!access) {
        obstacle = &operand;
        return {};
      }
      op.accesses.push_back(*access);
    }
    ops.push_back(std::move(op));
  }
  return ops;
}

std::vector<WideOp> sg::findWideOps(const FusionGroup &group) {
  if (!llvm::all_of(group.members, [](FusionGroup::Member member) {
        return member.op.getNumLoops() == member.rows.size();
      })) {
    logRejection(group.members.front().op,
                 "not all loops are common to all ops");
    return {};
  }
  OpOperand *obstacle = nullptr;
  for (unsigned numOuterLoops = 0; numOuterLoops < group.countRowLoops();
       ++numOuterLoops) {
    std::vector<WideOp> ops = collapseRowLoops(group, numOuterLoops, obstacle);
    if (!ops.empty())
      return ops;
  }
  if (obstacle)
    reportMissed(group.members.front().op,
                 "neighbouring iterations do not access neighbouring elements "
                 "of operand " +
                     Twine(obstacle->getOperandNumber()) + " of '" +
                     obstacle->getOwner()->getName().getStringRef() + "'");
  return {};
}

/// Returns the offsets, strides and the row length that must be multiples of
/// the vector width.
static SmallVector<int64_t> getMultiples(MutableArrayRef<WideOp> ops) {
  SmallVector<int64_t> multiples;
  for (WideOp &op : ops)
    for (WideAccess &access : op.accesses) {
      if (!access.isVector())
        continue;
      auto [strides, offset] = cast<MemRefType>(access.operand->get().getType())
                                   .getStridesAndOffset();
      multiples.push_back(offset);
      llvm::append_range(multiples,
                         ArrayRef(strides).drop_back(op.collapsedLoops.size()));
    }
  // A vector at the end of a row must not overlap the next row.
  WideOp &first = ops.front();
  if (!first.outerLoops.empty())
    multiples.push_back(
        countIterations(first.op, first.collapsedLoops).value_or(1));
  return multiples;
}

int64_t sg::chooseWidth(MutableArrayRef<WideOp> ops, unsigned alignment) {
  int64_t bytes = kAccessBytes, opCount = 1;
  for (WideOp &op : ops) {
    opCount += llvm::range_size(op.op.getBlock()->without_terminator());
    for (WideAccess &access : op.accesses)
      if (access.isVector())
        bytes = std::min(bytes, access.getElementBytes());
  }
  int64_t maxWidth = std::min({kMaxElements, kAccessBytes / bytes,
                               alignment / bytes, kMaxOps / opCount});
  int64_t width = llvm::bit_floor<uint64_t>(std::max<int64_t>(maxWidth, 1));
  WideOp &first = ops.front();
  if (width == 1) {
    reportMissed(first.op, alignment / bytes <= 1
                               ? "memory is not known to be aligned"
                           : kAccessBytes / bytes <= 1
                               ? "no vector has elements of these types"
                               : "the bodies have too many ops");
    return width;
  }
  SmallVector<int64_t> multiples = getMultiples(ops);
  while (width > 1 && llvm::any_of(multiples, [&](int64_t multiple) {
           return ShapedType::isDynamic(multiple) || multiple % width != 0;
         }))
    width /= 2;
  if (width == 1) {
    reportMissed(first.op, "an offset, a stride or the length of a row is not "
                           "known to be even");
    return width;
  }
  std::optional<int64_t> count =
      countIterations(first.op, getDistributableLoops(first.op));
  if (!count || *count >= width * kWarpSize)
    return width;
  logRejection(first.op, "there are few elements");
  return 1;
}
