//===- EmulatedOps.cpp - Lowers GPU ops of emulated kernels ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "sg/Runtime/WarpSize.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-emulate-kernels"

using namespace mlir;

/// Maximum width in bits of a value that the runtime shuffles.
static constexpr unsigned kShuffleBits = 64;

//===----------------------------------------------------------------------===//
// Indices of threads and blocks
//===----------------------------------------------------------------------===//

Value sg::EmulatedOps::loadMember(ImplicitLocOpBuilder &b, Type type,
                                  size_t offset) {
  Value address =
      LLVM::GEPOp::create(b, pointer, b.getI8Type(), function.getArgument(1),
                          ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(offset)));
  return LLVM::LoadOp::create(b, type, address);
}

Value sg::EmulatedOps::loadIndex(ImplicitLocOpBuilder &b, size_t offset) {
  Value value = loadMember(b, b.getI64Type(), offset);
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

/// Returns the offset of the x, y or z component of a member of sgrt_position.
static size_t getOffset(size_t member, gpu::Dimension dimension) {
  return member + static_cast<size_t>(dimension) * sizeof(int64_t);
}

/// Builds the linear index of the thread in its block; x varies fastest.
Value sg::EmulatedOps::createThreadIndex(ImplicitLocOpBuilder &b) {
  Value linear;
  for (auto dim : {gpu::Dimension::z, gpu::Dimension::y, gpu::Dimension::x}) {
    Value index = loadIndex(b, getOffset(offsetof(sgrt_position, thread), dim));
    if (linear) {
      Value size =
          loadIndex(b, getOffset(offsetof(sgrt_position, threads), dim));
      Value preceding = arith::MulIOp::create(b, linear, size);
      index = arith::AddIOp::create(b, preceding, index);
    }
    linear = index;
  }
  return linear;
}

Value sg::EmulatedOps::createWarpCount(ImplicitLocOpBuilder &b) {
  Value threadCount = arith::ConstantIndexOp::create(b, 1);
  for (auto dim : {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z}) {
    Value size = loadIndex(b, getOffset(offsetof(sgrt_position, threads), dim));
    threadCount = arith::MulIOp::create(b, threadCount, size);
  }
  Value warp = arith::ConstantIndexOp::create(b, sg::kWarpSize);
  return arith::CeilDivUIOp::create(b, threadCount, warp);
}

/// Builds the result of an op that queries an index or a size in the grid.
/// Returns null for other ops.
Value sg::EmulatedOps::replaceId(ImplicitLocOpBuilder &b, Operation *op) {
  auto member = [&](auto op, size_t offset) {
    return loadIndex(b, getOffset(offset, op.getDimension()));
  };
  auto warp = [&] { return arith::ConstantIndexOp::create(b, sg::kWarpSize); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](gpu::BlockIdOp op) {
        return member(op, offsetof(sgrt_position, block));
      })
      .Case([&](gpu::ThreadIdOp op) {
        return member(op, offsetof(sgrt_position, thread));
      })
      .Case([&](gpu::GridDimOp op) {
        return member(op, offsetof(sgrt_position, blocks));
      })
      .Case([&](gpu::BlockDimOp op) {
        return member(op, offsetof(sgrt_position, threads));
      })
      .Case([&](gpu::GlobalIdOp op) -> Value {
        Value block = member(op, offsetof(sgrt_position, block));
        Value threads = member(op, offsetof(sgrt_position, threads));
        Value thread = member(op, offsetof(sgrt_position, thread));
        Value preceding = arith::MulIOp::create(b, block, threads);
        return arith::AddIOp::create(b, preceding, thread);
      })
      .Case([&](gpu::LaneIdOp) -> Value {
        Value threadIndex = createThreadIndex(b);
        return arith::RemUIOp::create(b, threadIndex, warp());
      })
      .Case([&](gpu::SubgroupIdOp) -> Value {
        Value threadIndex = createThreadIndex(b);
        return arith::DivUIOp::create(b, threadIndex, warp());
      })
      .Case([&](gpu::SubgroupSizeOp) -> Value { return warp(); })
      .Case([&](gpu::NumSubgroupsOp) { return createWarpCount(b); })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Cooperation of threads
//===----------------------------------------------------------------------===//

/// Builds the address of a description of the op for messages, for example
/// "model.mlir:3:5: 'gpu.barrier'".
Value sg::EmulatedOps::createDescription(ImplicitLocOpBuilder &b,
                                         Operation *op) {
  return calls.createText(b, "sg.where",
                          describeLocation(op->getLoc()) + "'" +
                              op->getName().getStringRef().str() + "'");
}

/// Allocates stack memory in the entry block, even if `b` is in a loop.
Value sg::EmulatedOps::allocate(ImplicitLocOpBuilder &b, Type type) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&function.getBody().front());
  Value one = LLVM::ConstantOp::create(b, b.getI64Type(), 1);
  return LLVM::AllocaOp::create(b, pointer, type, one);
}

LogicalResult sg::EmulatedOps::replaceShuffle(ImplicitLocOpBuilder &b,
                                              gpu::ShuffleOp op) {
  static_assert(static_cast<int>(gpu::ShuffleMode::XOR) == SGRT_XOR &&
                static_cast<int>(gpu::ShuffleMode::UP) == SGRT_UP &&
                static_cast<int>(gpu::ShuffleMode::DOWN) == SGRT_DOWN &&
                static_cast<int>(gpu::ShuffleMode::IDX) == SGRT_IDX);
  Type type = op.getValue().getType();
  unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (auto vector = dyn_cast<VectorType>(type))
    bits *= vector.getNumElements();
  if (bits > kShuffleBits)
    return op.emitOpError("of more than 64 bits is not emulated");
  Type integer = b.getIntegerType(bits);
  Type i64 = b.getI64Type();
  auto convert = [&](Type to, Value value) -> Value {
    if (value.getType() == to)
      return value;
    return LLVM::BitcastOp::create(b, to, value);
  };
  Value buffer = allocate(b, i64);
  Value value = convert(integer, op.getValue());
  if (bits < kShuffleBits)
    value = LLVM::ZExtOp::create(b, i64, value);
  LLVM::StoreOp::create(b, value, buffer);
  Value site = createDescription(b, op);
  Value mode = arith::ConstantIntOp::create(
      b, static_cast<int64_t>(op.getMode()), /*width=*/32);
  Value isValid =
      calls
          .createCall(b, "sgrt_shuffle", b.getI32Type(),
                      {site, mode, op.getOffset(), op.getWidth(), buffer})
          .getResult();
  Value result = LLVM::LoadOp::create(b, i64, buffer);
  if (bits < kShuffleBits)
    result = LLVM::TruncOp::create(b, integer, result);
  result = convert(type, result);
  Value valid = LLVM::TruncOp::create(b, b.getI1Type(), isValid);
  op.replaceAllUsesWith(ValueRange{result, valid});
  op.erase();
  return success();
}

static bool isForGPU(Operation *op) {
  static constexpr StringLiteral dialects[] = {"gpu", "nvgpu", "nvvm"};
  return llvm::is_contained(dialects, op->getName().getDialectNamespace());
}

/// Returns true if threads synchronize or share memory at the op.
static bool needsCooperation(Operation *op) {
  return isa<gpu::BarrierOp, gpu::DynamicSharedMemoryOp, gpu::ShuffleOp,
             nvgpu::LdMatrixOp, nvgpu::MmaSyncOp, NVVM::MmaOp>(op);
}

/// Rounds an f32 to 10 bits of mantissa, ties away from zero. Returns the same
/// NaN for every NaN (PTX ISA, "cvt").
static Value roundToTF32(ImplicitLocOpBuilder &b,
                         NVVM::ConvertFloatToTF32Op op) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, /*width=*/32);
  };
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), op.getSrc());
  Value biased = arith::AddIOp::create(b, bits, constant(0x1000));
  Value rounded = arith::AndIOp::create(b, biased, constant(~0x1fff));
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, op.getSrc(),
                                      op.getSrc());
  return arith::SelectOp::create(b, isNaN, constant(0x7fffffff), rounded);
}

LogicalResult sg::EmulatedOps::replaceOps() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isForGPU(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    if (needsCooperation(op) && !hasCooperation) {
      LDBG() << "threads take turns because of " << op->getName() << " at "
             << op->getLoc();
      hasCooperation = true;
    }
    auto cooperative =
        llvm::TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
            .Case([&](gpu::ShuffleOp op) { return replaceShuffle(b, op); })
            .Case([&](nvgpu::LdMatrixOp op) { return replaceLoad(b, op); })
            .Case<nvgpu::MmaSyncOp, NVVM::MmaOp>(
                [&](auto op) { return replaceProduct(b, op); })
            .Default([](Operation *) { return std::nullopt; });
    if (cooperative) {
      if (failed(*cooperative))
        return failure();
      continue;
    }
    if (isa<gpu::ReturnOp>(op)) {
      func::ReturnOp::create(b);
    } else if (isa<gpu::BarrierOp>(op)) {
      Value site = createDescription(b, op);
      calls.createCall(b, "sgrt_barrier", {}, site);
    } else if (auto dynamic = dyn_cast<gpu::DynamicSharedMemoryOp>(op)) {
      op->replaceAllUsesWith(ValueRange{getDynamicMemory(b, dynamic)});
    } else if (auto convert = dyn_cast<NVVM::ConvertFloatToTF32Op>(op);
               convert && convert.getRnd() == NVVM::FPRoundingMode::RNA &&
               !convert.getRelu() &&
               convert.getSat() == NVVM::SaturationMode::NONE) {
      op->replaceAllUsesWith(ValueRange{roundToTF32(b, convert)});
    } else if (Value id = replaceId(b, op)) {
      op->replaceAllUsesWith(ValueRange{id});
    } else {
      return op->emitOpError("is not emulated");
    }
    op->erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value sg::EmulatedOps::getAddress(ImplicitLocOpBuilder &b, Value memory,
                                  ValueRange indices) {
  DataLayout layout = DataLayout::closest(function);
  auto type = cast<MemRefType>(memory.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memory);
  Value offset = metadata.getOffset();
  for (auto [index, stride] : llvm::zip(indices, metadata.getStrides())) {
    Value distance = arith::MulIOp::create(b, index, stride);
    offset = arith::AddIOp::create(b, offset, distance);
  }
  int64_t size = layout.getTypeSize(type.getElementType());
  Value bytes = arith::ConstantIndexOp::create(b, size);
  offset = arith::MulIOp::create(b, offset, bytes);
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, memory);
  Value address = arith::AddIOp::create(b, offset, start);
  address = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, pointer, address);
}

void sg::EmulatedOps::addAccessCheck(Operation *op, int32_t kind, Value memory,
                                     ValueRange indices, Type accessed) {
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(
          cast<MemRefType>(memory.getType())))
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value address = getAddress(b, memory, indices);
  Value site = createDescription(b, op);
  Value kindValue = arith::ConstantIntOp::create(b, kind, /*width=*/32);
  int64_t bytes = DataLayout::closest(op).getTypeSize(accessed);
  Value count = arith::ConstantIntOp::create(b, bytes, /*width=*/64);
  calls.createCall(b, "sgrt_access", {}, {site, kindValue, address, count});
}

/// Returns the dynamic workgroup memory, which follows the static memory.
Value sg::EmulatedOps::getDynamicMemory(ImplicitLocOpBuilder &b,
                                        gpu::DynamicSharedMemoryOp op) {
  auto type = cast<MemRefType>(op.getType());
  Location loc = b.getLoc();
  LLVMTypeConverter types(b.getContext());
  auto inHostMemory = MemRefType::get(type.getShape(), type.getElementType());
  Value start = loadMember(b, pointer, offsetof(sgrt_position, memory));
  Value total = loadMember(b, b.getI64Type(), offsetof(sgrt_position, bytes));
  Value staticSize = LLVM::ConstantOp::create(b, b.getI64Type(), staticBytes);
  Value bytes = LLVM::SubOp::create(b, total, staticSize);
  Value address = LLVM::GEPOp::create(
      b, pointer, b.getI8Type(), start,
      ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(staticBytes)));
  auto descriptor =
      MemRefDescriptor::poison(b, loc, types.convertType(inHostMemory));
  descriptor.setAllocatedPtr(b, loc, address);
  descriptor.setAlignedPtr(b, loc, address);
  descriptor.setConstantOffset(b, loc, 0);
  descriptor.setSize(b, loc, 0, bytes);
  descriptor.setConstantStride(b, loc, 0, 1);
  Value result = descriptor;
  return UnrealizedConversionCastOp::create(b, type, result).getResult(0);
}

void sg::EmulatedOps::checkAccesses() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](memref::LoadOp op) {
          addAccessCheck(op, SGRT_LOAD, op.getMemRef(), op.getIndices(),
                         op.getType());
        })
        .Case([&](memref::StoreOp op) {
          addAccessCheck(op, SGRT_STORE, op.getMemRef(), op.getIndices(),
                         op.getValue().getType());
        })
        .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([&](auto op) {
          addAccessCheck(op, SGRT_ATOMIC, op.getMemref(), op.getIndices(),
                         op.getType());
        })
        .Case([&](vector::LoadOp op) {
          addAccessCheck(op, SGRT_LOAD, op.getBase(), op.getIndices(),
                         op.getType());
        })
        .Case([&](vector::StoreOp op) {
          addAccessCheck(op, SGRT_STORE, op.getBase(), op.getIndices(),
                         op.getValueToStore().getType());
        });
}

void sg::EmulatedOps::eraseMemorySpaces() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!isa_and_nonnull<gpu::AddressSpaceAttr>(type.getMemorySpace()))
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           type.getLayout());
  });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  function.walk([](memref::MemorySpaceCastOp op) {
    if (op.getType() != op.getSource().getType())
      return;
    op.replaceAllUsesWith(op.getSource());
    op.erase();
  });
}
