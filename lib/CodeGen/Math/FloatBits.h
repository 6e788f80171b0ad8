//===- FloatBits.h - Arithmetic on the bits of floats -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_FLOATBITS_H
#define SG_LIB_CODEGEN_MATH_FLOATBITS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

namespace sg {

/// Emits integer arithmetic on the bits of floats: scalars or vectors of one
/// type.
class FloatBits {
public:
  FloatBits(mlir::ImplicitLocOpBuilder &b, mlir::Type floatType)
      : b(b), floatType(floatType),
        width(mlir::getElementTypeOrSelf(floatType).getIntOrFloatBitWidth()) {
    mlir::Type element = b.getIntegerType(width);
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(floatType);
    integerType = shaped ? mlir::Type(shaped.clone(element)) : element;
  }

  mlir::Value constant(const llvm::APInt &value) {
    mlir::TypedAttr attribute = b.getIntegerAttr(
        mlir::getElementTypeOrSelf(integerType), value.zextOrTrunc(width));
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(integerType))
      attribute = mlir::DenseElementsAttr::get(shaped, attribute);
    return mlir::arith::ConstantOp::create(b, attribute);
  }
  mlir::Value constant(uint64_t value) {
    return constant(llvm::APInt(64, value));
  }
  /// Returns the float constant with the given bits.
  mlir::Value floatConstant(const llvm::APInt &bits) {
    auto element =
        mlir::cast<mlir::FloatType>(mlir::getElementTypeOrSelf(floatType));
    mlir::TypedAttr attribute = b.getFloatAttr(
        element, llvm::APFloat(element.getFloatSemantics(), bits));
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(floatType))
      attribute = mlir::DenseElementsAttr::get(shaped, attribute);
    return mlir::arith::ConstantOp::create(b, attribute);
  }

  mlir::Value getBits(mlir::Value value) {
    return mlir::arith::BitcastOp::create(b, integerType, value);
  }
  mlir::Value toFloat(mlir::Value value) {
    return mlir::arith::BitcastOp::create(b, floatType, value);
  }
  mlir::Value add(mlir::Value x, const llvm::APInt &c) {
    mlir::Value constant = this->constant(c);
    return mlir::arith::AddIOp::create(b, x, constant);
  }
  mlir::Value add(mlir::Value x, uint64_t c) {
    return add(x, llvm::APInt(64, c));
  }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return mlir::arith::AddIOp::create(b, x, y);
  }
  mlir::Value bitAnd(mlir::Value x, uint64_t c) {
    mlir::Value mask = constant(c);
    return mlir::arith::AndIOp::create(b, x, mask);
  }
  mlir::Value bitOr(mlir::Value x, uint64_t c) {
    mlir::Value mask = constant(c);
    return mlir::arith::OrIOp::create(b, x, mask);
  }
  mlir::Value bitOr(mlir::Value x, mlir::Value y) {
    return mlir::arith::OrIOp::create(b, x, y);
  }
  mlir::Value shiftLeft(mlir::Value x, unsigned c) {
    mlir::Value count = constant(c);
    return mlir::arith::ShLIOp::create(b, x, count);
  }
  mlir::Value shiftRight(mlir::Value x, unsigned c) {
    mlir::Value count = constant(c);
    return mlir::arith::ShRUIOp::create(b, x, count);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value x,
                      const llvm::APInt &c) {
    mlir::Value constant = this->constant(c);
    return mlir::arith::CmpIOp::create(b, predicate, x, constant);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value x,
                      uint64_t c) {
    return compare(predicate, x, llvm::APInt(64, c));
  }
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y) {
    return mlir::arith::SelectOp::create(b, condition, x, y);
  }
  mlir::Value select(mlir::Value condition, uint64_t x, mlir::Value y) {
    mlir::Value constant = this->constant(x);
    return select(condition, constant, y);
  }

  mlir::ImplicitLocOpBuilder &b;
  mlir::Type floatType, integerType;
  unsigned width;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_MATH_FLOATBITS_H
