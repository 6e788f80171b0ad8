//===- EmulatedMatrices.cpp - Products by tensor cores --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both dialects order the matrix elements of a lane by register. nvgpu passes
// one vector, nvvm one value per register.
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

/// Returns true if the runtime multiplies an MxK by a KxN matrix of this type.
static bool isEmulated(int64_t m, int64_t n, int64_t k, int32_t kind) {
  if (m != 16 || n != 8)
    return false;
  return kind == SGRT_TF32 ? k == 4 || k == 8 : k == 8 || k == 16;
}

static LogicalResult reportProduct(Operation *op) {
  return op->emitOpError(
      "is not emulated; use products of 16xK by Kx8 elements of f16, bf16 "
      "or tf32 with sums in f32");
}

LogicalResult sg::EmulatedOps::replaceProduct(ImplicitLocOpBuilder &b,
                                              nvgpu::MmaSyncOp op) {
  Type element = op.getMatrixA().getType().getElementType();
  int32_t kind = element.isF16()    ? SGRT_F16
                 : element.isBF16() ? SGRT_BF16
                                    : SGRT_TF32;
  auto [m, n, k] = op.getMmaShapeAsArray();
  bool isSupportedType = element.isF16() || element.isBF16() ||
                         (element.isF32() && op.getTf32Enabled());
  if (!isSupportedType || !isEmulated(m, n, k, kind) ||
      !op.getMatrixC().getType().getElementType().isF32())
    return reportProduct(op);
  LLVMTypeConverter types(b.getContext());
  SmallVector<Value> buffers;
  for (Value matrix : op.getOperands()) {
    Type type = types.convertType(matrix.getType());
    Value buffer = allocate(b, type);
    Value converted =
        UnrealizedConversionCastOp::create(b, type, matrix).getResult(0);
    LLVM::StoreOp::create(b, converted, buffer);
    buffers.push_back(buffer);
  }
  createProduct(b, op, kind, k, buffers);
  Value sums =
      LLVM::LoadOp::create(b, types.convertType(op.getType()), buffers.back());
  Value result =
      UnrealizedConversionCastOp::create(b, op.getType(), sums).getResult(0);
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}

/// Returns the runtime's constant for an element type that it supports.
static std::optional<int32_t>
getElementKind(std::optional<NVVM::MMATypes> type) {
  if (type == NVVM::MMATypes::f16)
    return SGRT_F16;
  if (type == NVVM::MMATypes::bf16)
    return SGRT_BF16;
  if (type == NVVM::MMATypes::tf32)
    return SGRT_TF32;
  return std::nullopt;
}

LogicalResult sg::EmulatedOps::replaceProduct(ImplicitLocOpBuilder &b,
                                              NVVM::MmaOp op) {
  std::optional<int32_t> kind = getElementKind(op.getMultiplicandAPtxType());
  NVVM::MMAShapeAttr shape = op.getShape();
  if (!kind || kind != getElementKind(op.getMultiplicandBPtxType()) ||
      !isEmulated(shape.getM(), shape.getN(), shape.getK(), *kind) ||
      !op.getOperandC().front().getType().isF32() ||
      op.getLayoutA() != NVVM::MMALayout::row ||
      op.getLayoutB() != NVVM::MMALayout::col)
    return reportProduct(op);
  SmallVector<Value> buffers;
  for (ValueRange registers :
       {op.getOperandA(), op.getOperandB(), op.getOperandC()}) {
    Type type =
        LLVM::LLVMArrayType::get(registers.front().getType(), registers.size());
    Value buffer = allocate(b, type);
    for (auto [i, value] : llvm::enumerate(registers)) {
      Value address =
          LLVM::GEPOp::create(b, pointer, value.getType(), buffer,
                              ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(i)));
      LLVM::StoreOp::create(b, value, address);
    }
    buffers.push_back(buffer);
  }
  createProduct(b, op, *kind, shape.getK(), buffers);
  // The result struct has the layout of the array of C's registers.
  Value sums = LLVM::LoadOp::create(b, op.getType(), buffers.back());
  op->replaceAllUsesWith(ValueRange{sums});
  op.erase();
  return success();
}

/// Adds A * B to C. `buffers` holds the addresses of A, B and C.
void sg::EmulatedOps::createProduct(ImplicitLocOpBuilder &b, Operation *op,
                                    int32_t kind, int64_t k,
                                    ArrayRef<Value> buffers) {
  Value site = createDescription(b, op);
  Value kindValue = arith::ConstantIntOp::create(b, kind, /*width=*/32);
  Value termCount = arith::ConstantIntOp::create(b, k, /*width=*/32);
  calls.createCall(
      b, "sgrt_multiply", {},
      {site, kindValue, termCount, buffers[0], buffers[1], buffers[2]});
}

LogicalResult sg::EmulatedOps::replaceLoad(ImplicitLocOpBuilder &b,
                                           nvgpu::LdMatrixOp op) {
  LLVMTypeConverter types(b.getContext());
  Type type = types.convertType(op.getType());
  Value buffer = allocate(b, type);
  Value row = getAddress(b, op.getSrcMemref(), op.getIndices());
  Value site = createDescription(b, op);
  Value count = arith::ConstantIntOp::create(b, op.getNumTiles(), /*width=*/32);
  Value isTransposed =
      arith::ConstantIntOp::create(b, op.getTranspose(), /*width=*/32);
  calls.createCall(b, "sgrt_load_matrices", {},
                   {site, count, isTransposed, row, buffer});
  Value registers = LLVM::LoadOp::create(b, type, buffer);
  Value result = UnrealizedConversionCastOp::create(b, op.getType(), registers)
                     .getResult(0);
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}
