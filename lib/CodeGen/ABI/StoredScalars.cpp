//===- StoredScalars.cpp - Scalars in a caller's memory -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

/// Returns the type that LLVM loads and stores for a scalar. LLVM has no 8-bit
/// floats, no signed or unsigned integers, and no complex numbers.
static Type getStoredType(OpBuilder &b, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return LLVM::LLVMStructType::getLiteral(
        b.getContext(), {complex.getElementType(), complex.getElementType()});
  return LLVM::isCompatibleType(type)
             ? type
             : b.getIntegerType(type.getIntOrFloatBitWidth());
}

Value sg::loadScalar(ImplicitLocOpBuilder &b, Type type, Value address) {
  if (type.isIndex()) {
    Value integer = LLVM::LoadOp::create(b, b.getI64Type(), address);
    return b.createOrFold<arith::IndexCastOp>(type, integer);
  }
  if (type.isInteger(1)) {
    Value byte = LLVM::LoadOp::create(b, b.getI8Type(), address);
    return arith::TruncIOp::create(b, type, byte);
  }
  Type stored = getStoredType(b, type);
  Value value = LLVM::LoadOp::create(b, stored, address);
  if (stored != type)
    value = UnrealizedConversionCastOp::create(b, type, value).getResult(0);
  return value;
}

void sg::storeScalar(ImplicitLocOpBuilder &b, Value scalar, Value address) {
  if (scalar.getType().isIndex())
    scalar = b.createOrFold<arith::IndexCastOp>(b.getI64Type(), scalar);
  if (scalar.getType().isInteger(1))
    scalar = arith::ExtUIOp::create(b, b.getI8Type(), scalar);
  if (Type stored = getStoredType(b, scalar.getType());
      stored != scalar.getType())
    scalar = UnrealizedConversionCastOp::create(b, stored, scalar).getResult(0);
  LLVM::StoreOp::create(b, scalar, address);
}
