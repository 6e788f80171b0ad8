//===- ContractionLoads.cpp - Loads tiles of operands ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLoads.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

/// Size in bytes of a sector, the unit in which global memory is fetched (CUDA
/// C++ Best Practices Guide, "Coalesced Access to Global Memory").
static constexpr int64_t kSectorBytes = 32;

/// Size in bytes of the widest memory access.
static constexpr int64_t kAccessBytes = 16;

/// Minimum padding of a row in shared memory, in elements.
static constexpr int64_t kPadding = 4;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

void sg::assignIndices(ImplicitLocOpBuilder &b, const ContractionSizes &sizes,
                       const LoopGroup &group, Value index,
                       SmallVectorImpl<Value> &indices) {
  if (group.size() == 1)
    indices[group.front()] = index;
  if (group.size() <= 1)
    return;
  SmallVector<OpFoldResult> basis;
  for (unsigned loop : group)
    basis.push_back(sizes.loops[loop]);
  auto delinearized = affine::AffineDelinearizeIndexOp::create(b, index, basis);
  for (auto [loop, loopIndex] : llvm::zip(group, delinearized.getMultiIndex()))
    indices[loop] = loopIndex;
}

SmallVector<Value> sg::getPosition(ImplicitLocOpBuilder &b,
                                   const KernelContraction &contraction,
                                   OpOperand &operand,
                                   ArrayRef<Value> indices) {
  Value zero;
  SmallVector<OpFoldResult> operands;
  for (Value index : indices) {
    if (!index)
      index = zero ? zero : zero = constant(b, 0);
    operands.push_back(index);
  }
  return getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedMultiResultAffineApply(
          b, b.getLoc(), contraction.getMap(operand), operands));
}

Value sg::clampIndex(ImplicitLocOpBuilder &b, Value index, OpFoldResult size,
                     int64_t width) {
  Value count = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  Value last = b.createOrFold<arith::SubIOp>(count, constant(b, width));
  return arith::MinSIOp::create(b, index, last);
}

bool sg::isMultiple(OpFoldResult size, int64_t factor) {
  std::optional<int64_t> constantSize = getConstantIntValue(size);
  return constantSize && *constantSize % factor == 0;
}

Value sg::createIsInBounds(ImplicitLocOpBuilder &b, Value index,
                           OpFoldResult size) {
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, index,
      getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

sg::TileLoader::TileLoader(const KernelContraction &contraction,
                           const KernelFactor &factor, const LoopGroup &group,
                           const ContractionTile &tile, int64_t extent,
                           const ContractionSizes &sizes, unsigned alignment)
    : contraction(contraction), factor(factor), group(group), tile(tile),
      extent(extent), sizes(sizes), alignment(alignment), width(chooseWidth()),
      count(llvm::divideCeil(extent * tile.k / width, tile.countThreads())) {}

int64_t sg::TileLoader::getElementBytes() const {
  return llvm::divideCeil(factor.getElement().getIntOrFloatBitWidth(), 8);
}

Type sg::TileLoader::getValueType() const {
  Type element = factor.getElement();
  return width == 1 ? element : VectorType::get(width, element);
}

/// Returns the largest vector width at which all loads are aligned and each
/// thread loads elements.
int64_t sg::TileLoader::chooseWidth() const {
  const LoopGroup &along = factor.isAlongK ? contraction.dims.k : group;
  AffineMap map = contraction.getMap(*factor.operand);
  auto type = cast<MemRefType>(factor.operand->get().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (along.empty() || map.getNumResults() == 0 ||
      contraction.isGathered(along.back()) ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1 ||
      map.getResults().back() !=
          getAffineDimExpr(along.back(), map.getContext()))
    return 1;
  // If the same loop also indexes another dimension, alignment is unknown.
  for (AffineExpr expr : map.getResults().drop_back())
    if (expr.isFunctionOfDim(along.back()))
      return 1;
  SmallVector<int64_t> multiples(strides.begin(), std::prev(strides.end()));
  multiples.append({offset, contraction.sizes[along.back()],
                    factor.isAlongK ? tile.k : extent});
  int64_t candidate = kAccessBytes / getElementBytes();
  while (candidate > 1 && (extent * tile.k < candidate * tile.countThreads() ||
                           llvm::any_of(
                               multiples,
                               [&](int64_t multiple) {
                                 return ShapedType::isDynamic(multiple) ||
                                        multiple % candidate != 0;
                               })))
    candidate /= 2;
  return candidate;
}

MemRefType sg::TileLoader::getMemoryType() const {
  auto space = gpu::AddressSpaceAttr::get(contraction.op.getContext(),
                                          gpu::AddressSpace::Workgroup);
  SmallVector<int64_t> sizes{tile.k, extent};
  if (!isKMajor())
    std::swap(sizes[0], sizes[1]);
  // Padding avoids bank conflicts of successive rows and keeps rows aligned.
  if (tile.matrixK)
    sizes[1] += isKMajor() ? 8 : kAccessBytes / getElementBytes();
  else if (sizes[1] > 1)
    sizes[1] += std::max(kPadding, width);
  return MemRefType::get(sizes, factor.getElement(), AffineMap(), space);
}

void sg::TileLoader::prepare(ImplicitLocOpBuilder &b, Value thread,
                             ArrayRef<Value> batchIndices, Value first,
                             OpFoldResult groupSize) {
  int64_t loadsPerTile = extent * tile.k / width, threads = tile.countThreads();
  if (loadsPerTile < threads) {
    hasElements = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread,
                                        constant(b, loadsPerTile));
    thread = arith::RemUIOp::create(b, thread, constant(b, loadsPerTile));
  }
  // Along k, successive threads load one sector of each row, which avoids bank
  // conflicts of stores. Otherwise, successive threads load a row.
  int64_t runSize = extent;
  if (factor.isAlongK)
    runSize =
        std::min(tile.k, std::max(kSectorBytes / getElementBytes(), width));
  runSize /= width;
  int64_t outerSize = factor.isAlongK ? extent : tile.k;
  for (unsigned i = 0; i < count; ++i) {
    Value index =
        b.createOrFold<arith::AddIOp>(thread, constant(b, i * threads));
    Value along = b.createOrFold<arith::RemUIOp>(index, constant(b, runSize));
    Value runIndex =
        b.createOrFold<arith::DivUIOp>(index, constant(b, runSize));
    Value outer =
        b.createOrFold<arith::RemUIOp>(runIndex, constant(b, outerSize));
    if (factor.isAlongK) {
      Value sector =
          b.createOrFold<arith::DivUIOp>(runIndex, constant(b, outerSize));
      sector = b.createOrFold<arith::MulIOp>(sector, constant(b, runSize));
      along = b.createOrFold<arith::AddIOp>(sector, along);
    }
    along = b.createOrFold<arith::MulIOp>(along, constant(b, width));
    Element element;
    element.k = factor.isAlongK ? along : outer;
    element.position = factor.isAlongK ? outer : along;
    Value groupIndex = arith::AddIOp::create(b, first, element.position);
    // Clamp indices of rows and columns past the end of the result.
    if (!isMultiple(groupSize, extent))
      groupIndex =
          clampIndex(b, groupIndex, groupSize, factor.isAlongK ? 1 : width);
    llvm::append_range(element.indices, batchIndices);
    assignIndices(b, sizes, group, groupIndex, element.indices);
    elements.push_back(std::move(element));
  }
}

/// Converts indices of the result to iterations of gathered loops. Returns the
/// condition that these exist, or null if no gathered loop indexes the operand.
Value sg::TileLoader::gatherIndices(ImplicitLocOpBuilder &b,
                                    SmallVectorImpl<Value> &indices) const {
  AffineMap map = contraction.getMap(*factor.operand);
  Value zero, allExist;
  auto require = [&](arith::CmpIPredicate predicate, Value left, Value right) {
    Value exists = arith::CmpIOp::create(b, predicate, left, right);
    allExist = allExist ? arith::AndIOp::create(b, allExist, exists) : exists;
  };
  for (auto [gather, size] : llvm::zip(contraction.gathered, sizes.gathered)) {
    if (!map.isFunctionOfDim(gather.loop))
      continue;
    zero = zero ? zero : constant(b, 0);
    Value otherTerm = b.createOrFold<arith::MulIOp>(
        indices[gather.otherLoop], constant(b, gather.otherScale));
    Value index = arith::SubIOp::create(b, indices[gather.loop], otherTerm);
    require(arith::CmpIPredicate::sge, index, zero);
    if (gather.scale > 1) {
      Value scale = constant(b, gather.scale);
      require(arith::CmpIPredicate::eq, arith::RemSIOp::create(b, index, scale),
              zero);
      index = arith::DivSIOp::create(b, index, scale);
    }
    require(arith::CmpIPredicate::slt, index,
            getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
    index = arith::MaxSIOp::create(b, index, zero);
    indices[gather.loop] = clampIndex(b, index, size);
  }
  return allExist;
}

SmallVector<Value> sg::TileLoader::load(ImplicitLocOpBuilder &b, Value k) {
  SmallVector<Value> loaded;
  Value memory = factor.operand->get();
  for (Element &element : elements) {
    Value index = arith::AddIOp::create(b, k, element.k);
    SmallVector<Value> indices = element.indices;
    // The last iteration also loads an unused tile past the end.
    assignIndices(b, sizes, contraction.dims.k,
                  clampIndex(b, index, sizes.k, factor.isAlongK ? width : 1),
                  indices);
    Value exists = gatherIndices(b, indices);
    SmallVector<Value> position =
        getPosition(b, contraction, *factor.operand, indices);
    llvm::MaybeAlign aligned(
        std::min<int64_t>(alignment, width * getElementBytes()));
    Value value;
    if (width == 1)
      value = memref::LoadOp::create(b, memory, position);
    else
      value =
          vector::LoadOp::create(b, cast<VectorType>(getValueType()), memory,
                                 position, /*nontemporal=*/false, aligned);
    if (exists) {
      Value zero = arith::ConstantOp::create(b, b.getZeroAttr(getValueType()));
      value = arith::SelectOp::create(b, exists, value, zero);
    }
    loaded.push_back(value);
  }
  return loaded;
}

/// Rounds an f32 to the 10 mantissa bits of tf32, because tensor cores ignore
/// the other bits (PTX ISA, "cvt").
Value sg::TileLoader::roundToTF32(ImplicitLocOpBuilder &b, Value value) const {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector) {
    Value bits = NVVM::ConvertFloatToTF32Op::create(b, b.getI32Type(), value,
                                                    NVVM::FPRoundingMode::RNA);
    return arith::BitcastOp::create(b, value.getType(), bits);
  }
  SmallVector<Value> rounded;
  for (int64_t i = 0; i < width; ++i)
    rounded.push_back(roundToTF32(b, vector::ExtractOp::create(b, value, i)));
  return vector::FromElementsOp::create(b, vector, rounded);
}

void sg::TileLoader::storeValue(ImplicitLocOpBuilder &b, Value value, Value k,
                                Value position, Value memory) {
  SmallVector<Value> indices{k, position};
  if (!isKMajor())
    std::swap(indices[0], indices[1]);
  if (width == 1) {
    memref::StoreOp::create(b, value, memory, indices);
    return;
  }
  // Store a vector element by element if it is not contiguous in shared memory.
  if (factor.isAlongK != isKMajor()) {
    vector::StoreOp::create(b, value, memory, indices, /*nontemporal=*/false,
                            llvm::MaybeAlign(width * getElementBytes()));
    return;
  }
  for (int64_t i = 0; i < width; ++i) {
    Value index = b.createOrFold<arith::AddIOp>(indices[0], constant(b, i));
    Value element = vector::ExtractOp::create(b, value, i);
    memref::StoreOp::create(b, element, memory, ValueRange{index, indices[1]});
  }
}

void sg::TileLoader::store(ImplicitLocOpBuilder &b, ValueRange loaded, Value k,
                           Value memory) {
  Value zero;
  if (!isMultiple(sizes.k, tile.k))
    zero = arith::ConstantOp::create(b, b.getZeroAttr(getValueType()));
  OpBuilder::InsertionGuard guard(b);
  if (hasElements) {
    auto ifOp = scf::IfOp::create(b, hasElements);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  for (auto [element, value] : llvm::zip(elements, loaded)) {
    Value stored = value;
    if (zero) {
      Value index = arith::AddIOp::create(b, k, element.k);
      Value isInside = createIsInBounds(b, index, sizes.k);
      stored = arith::SelectOp::create(b, isInside, value, zero);
    }
    if (tile.matrixK && factor.getElement().isF32())
      stored = roundToTF32(b, stored);
    storeValue(b, stored, element.k, element.position, memory);
  }
}
