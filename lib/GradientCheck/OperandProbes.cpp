//===- OperandProbes.cpp - Report operands of ops at run time -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandProbes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Runtime/NativeCall.h"
#include <cstring>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

static void call(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp function,
                 Value word) {
  LLVM::CallOp::create(b, function, ValueRange{word});
}

/// Emits the conversion of an integer, or of a float's bits, to 64 bits.
static Value toWord(ImplicitLocOpBuilder &b, Value scalar) {
  Type type = scalar.getType(), word = b.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, word, scalar);
  if (isa<FloatType>(type)) {
    auto bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    scalar = arith::BitcastOp::create(b, bits, scalar);
    type = bits;
  }
  return type == word ? scalar : Value(arith::ExtUIOp::create(b, word, scalar));
}

/// Emits calls that report a scalar, or the sizes and elements of a tensor.
static void report(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp function,
                   Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return call(b, function, toWord(b, value));
  SmallVector<Value> sizes, indices;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    sizes.push_back(tensor::DimOp::create(b, value, dim));
    call(b, function, toWord(b, sizes.back()));
  }
  OpBuilder::InsertionGuard guard(b);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  for (Value size : sizes) {
    auto loop = scf::ForOp::create(b, zero, size, one);
    indices.push_back(loop.getInductionVar());
    b.setInsertionPointToStart(loop.getBody());
  }
  Value element = tensor::ExtractOp::create(b, value, indices);
  call(b, function, toWord(b, element));
}

OperandProbes::OperandProbes(ModuleOp module) {
  MLIRContext *context = module.getContext();
  context->loadDialect<LLVM::LLVMDialect, scf::SCFDialect, arith::ArithDialect,
                       tensor::TensorDialect>();
  auto b =
      ImplicitLocOpBuilder::atBlockBegin(module.getLoc(), module.getBody());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {b.getI64Type()});
  begin = LLVM::LLVMFuncOp::create(b, "sgrt_probe", type);
  word = LLVM::LLVMFuncOp::create(b, "sgrt_probe_word", type);
}

void OperandProbes::add(Operation *op, int64_t id, ValueRange operands) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  call(b, begin, arith::ConstantIntOp::create(b, b.getI64Type(), id));
  for (Value operand : operands)
    report(b, word, operand);
}

llvm::Expected<Array> sg::gradcheck::readOperand(Type type,
                                                 ArrayRef<int64_t> &words) {
  Type element = getElementTypeOrSelf(type);
  size_t rank = shapeOf(type).size();
  SmallVector<int64_t> shape(words.take_front(rank));
  words = words.drop_front(rank);
  llvm::Expected<Array> array = Array::allocate(element, shape);
  if (!array)
    return array;
  unsigned size = getElementSize(element);
  size_t count = array->getNumElements();
  for (size_t i = 0; i < count; ++i)
    std::memcpy(array->getData() + i * size, &words[i], size); // little-endian
  words = words.drop_front(count);
  return array;
}
