//===- Sizes.cpp - Constant and symbolic sizes ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

Size ArrayBuilder::getConstantSize(int64_t size) {
  return builder.getAffineConstantExpr(size);
}

Size ArrayBuilder::getSymbol(StringRef name) {
  auto [entry, isNew] = symbols.try_emplace(name, symbolNames.size());
  if (isNew)
    symbolNames.push_back(name.str());
  return builder.getAffineSymbolExpr(entry->second);
}

Size ArrayBuilder::addSymbol(Value value) {
  unsigned symbol = symbolNames.size();
  symbolNames.push_back("s" + std::to_string(symbol));
  functions.back()->symbolValues[symbol] = value;
  return builder.getAffineSymbolExpr(symbol);
}

Size ArrayBuilder::simplify(Size size) const {
  return simplifyAffineExpr(size, 0, symbolNames.size());
}

Size ArrayBuilder::subtract(Size first, Size second) {
  return simplify(first - second);
}

Size ArrayBuilder::multiply(ArrayRef<Size> sizes) {
  Size product = getConstantSize(1);
  for (Size size : sizes)
    product = product * size;
  return simplify(product);
}

Size ArrayBuilder::choose(Size first, Size second, bool isMax) {
  if (std::optional<int64_t> difference = getConstant(subtract(first, second)))
    return (*difference >= 0) == isMax ? first : second;
  Size &size = (isMax ? maxima : minima)[{first, second}];
  if (!size) {
    unsigned symbol = symbolNames.size();
    symbolNames.push_back(((isMax ? "max(" : "min(") + print(first) + ", " +
                           print(second) + ")"));
    choices[symbol] = {first, second, isMax};
    size = builder.getAffineSymbolExpr(symbol);
  }
  return size;
}

Value ArrayBuilder::getSymbolValue(unsigned symbol, unsigned level) {
  FunctionScope &scope = *functions[level];
  if (Value value = scope.symbolValues.lookup(symbol))
    if (isVisible(value, level))
      return value;
  if (Value value = getDimension(symbol, level))
    return scope.symbolValues[symbol] = value;
  auto found = choices.find(symbol);
  if (found != choices.end() && level + 1 == functions.size()) {
    Choice choice = found->second;
    Value first = getIndex(choice.first), second = getIndex(choice.second);
    if (choice.isMax)
      return arith::MaxSIOp::create(builder, loc, first, second);
    return arith::MinSIOp::create(builder, loc, first, second);
  }
  Value outer = level == 0 ? Value() : getSymbolValue(symbol, level - 1);
  if (!outer)
    return nullptr;
  Value inner = captureValue(Array{outer, {DType::Index, {}}}, level);
  return scope.symbolValues[symbol] = inner;
}

Value ArrayBuilder::getDimension(unsigned symbol, unsigned level) {
  FunctionScope &scope = *functions[level];
  Size size = builder.getAffineSymbolExpr(symbol);
  for (auto [argument, type] :
       llvm::zip(scope.getEntry().getArguments(), scope.function->arguments))
    for (auto [axis, other] : llvm::enumerate(type.sizes))
      if (other == size) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(&scope.getEntry());
        return tensor::DimOp::create(builder, loc, argument, axis);
      }
  return nullptr;
}

Value ArrayBuilder::getIndex(Size size) {
  if (std::optional<int64_t> constant = getConstant(size))
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  SmallVector<Value> values(symbolNames.size());
  bool isKnown = true;
  size.walk([&](AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (!symbol)
      return;
    Value &value = values[symbol.getPosition()];
    if (!value)
      value = getSymbolValue(symbol.getPosition(), functions.size() - 1);
    isKnown &= static_cast<bool>(value);
  });
  if (!isKnown) {
    fail("the size " + print(size) + " is not known here");
    return arith::ConstantIndexOp::create(builder, loc, 0);
  }
  // The expansion does not support a division by a symbolic size.
  Value index =
      affine::expandAffineExpr(builder, loc, size, ValueRange(), values);
  if (index)
    return index;
  fail("the size " + print(size) + " divides by a symbolic size");
  return arith::ConstantIndexOp::create(builder, loc, 0);
}

OpFoldResult ArrayBuilder::getSizeValue(Size size) {
  if (std::optional<int64_t> constant = getConstant(size))
    return builder.getIndexAttr(*constant);
  return getIndex(size);
}

SmallVector<OpFoldResult> ArrayBuilder::getSizeValues(ArrayRef<Size> sizes) {
  SmallVector<OpFoldResult> values;
  for (Size size : sizes)
    values.push_back(getSizeValue(size));
  return values;
}

/// Prints an expression. Parenthesizes a sum if `isFactor`.
static void printSize(Size size, ArrayRef<std::string> names, bool isFactor,
                      raw_ostream &os) {
  if (auto constant = dyn_cast<AffineConstantExpr>(size)) {
    os << constant.getValue();
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(size)) {
    os << names[symbol.getPosition()];
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(size);
  bool isSum = binary.getKind() == AffineExprKind::Add;
  if (isSum && isFactor)
    os << "(";
  printSize(binary.getLHS(), names, !isSum, os);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    os << " + ";
    break;
  case AffineExprKind::Mul:
    os << "*";
    break;
  case AffineExprKind::Mod:
    os << " % ";
    break;
  case AffineExprKind::FloorDiv:
    os << " // ";
    break;
  default:
    os << " ceildiv ";
    break;
  }
  printSize(binary.getRHS(), names, !isSum, os);
  if (isSum && isFactor)
    os << ")";
}

std::string ArrayBuilder::print(Size size) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  printSize(size, symbolNames, /*isFactor=*/false, os);
  return text;
}

std::string ArrayBuilder::print(const ArrayType &type) const {
  std::string text = getName(type.dtype).str();
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(type.sizes, os, [&](Size size) { os << print(size); });
  os << "]";
  return text;
}

Size ArrayBuilder::unify(Size first, Size second, StringRef what) {
  if (std::optional<int64_t> difference = getConstant(subtract(first, second)))
    return *difference == 0 ? first : Size();
  Value firstIndex = getIndex(first), secondIndex = getIndex(second);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        firstIndex, secondIndex);
  cf::AssertOp::create(builder, loc, isEqual,
                       (what + ": the sizes " + print(first) + " and " +
                        print(second) + " differ")
                           .str());
  return getConstant(second) ? second : first;
}
