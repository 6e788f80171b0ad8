//===- Descriptors.cpp - Build and parse memref descriptors ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/Descriptors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

static LLVM::LLVMStructType getDescriptorType(MemRefType type) {
  MLIRContext *context = type.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  SmallVector<Type> fields{pointer, pointer, i64};
  if (int64_t rank = type.getRank())
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

Value sg::createMemRef(ImplicitLocOpBuilder &b, MemRefType type, Value address,
                       ArrayRef<Value> sizes) {
  Type i64 = b.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  Value descriptor = LLVM::PoisonOp::create(b, getDescriptorType(type));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor = LLVM::InsertValueOp::create(b, descriptor, value, position);
  };
  insert(address, 0);
  insert(address, 1);
  insert(constant(0), 2);
  Value stride = constant(1);
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    Value size = b.createOrFold<arith::IndexCastOp>(i64, sizes[dim]);
    insert(size, {3, dim});
    insert(stride, {4, dim});
    stride = b.createOrFold<arith::MulIOp>(stride, size);
  }
  return UnrealizedConversionCastOp::create(b, type, descriptor).getResult(0);
}

Value sg::createAddress(ImplicitLocOpBuilder &b, Value memref) {
  Type type = getDescriptorType(cast<MemRefType>(memref.getType()));
  Value descriptor =
      UnrealizedConversionCastOp::create(b, type, memref).getResult(0);
  return LLVM::ExtractValueOp::create(b, descriptor, 1);
}
