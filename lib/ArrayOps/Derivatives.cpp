//===- Derivatives.cpp - Requests for derivatives, and rules --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::array;

FailureOr<Arrays> ArrayBuilder::differentiate(const Function &function,
                                              const Derivative &derivative,
                                              ArrayRef<Array> operands) {
  size_t count = function.arguments.size();
  if (operands.size() < count) {
    fail("@" + function.name + " has " + Twine(count) + " arguments, not " +
         Twine(operands.size()));
    return failure();
  }
  SmallVector<int64_t> wrt = derivative.wrt;
  if (wrt.empty())
    for (auto [position, type] : llvm::enumerate(function.arguments))
      if (isFloat(type.dtype))
        wrt.push_back(position);
  SmallVector<ArrayType> differentiated, useful;
  for (int64_t position : wrt) {
    if (position < 0 || position >= static_cast<int64_t>(count) ||
        !isFloat(function.arguments[position].dtype)) {
      fail("@" + function.name + " has no argument of float type at position " +
           Twine(position));
      return failure();
    }
    differentiated.push_back(function.arguments[position]);
  }
  for (const ArrayType &type : function.results)
    if (isFloat(type.dtype))
      useful.push_back(type);

  if (derivative.mode == Derivative::ValueAndGrad) {
    ArrayRef<ArrayType> results = function.results;
    if (results.empty() || !isFloat(results[0].dtype) ||
        results[0].getRank() != 0) {
      fail("@" + function.name + " has no gradient: its first result must be " +
           "a float of rank 0" +
           (results.empty() ? "" : ", not " + print(results[0])));
      return failure();
    }
  }

  Substitution substitution;
  FailureOr<SmallVector<Value>> primals =
      castArguments(function, operands.take_front(count), substitution);
  if (failed(primals))
    return failure();
  ArrayRef<Array> given = operands.drop_front(count);
  bool isJVP = derivative.mode == Derivative::JVP;
  ArrayRef<ArrayType> wanted;
  if (derivative.mode != Derivative::ValueAndGrad)
    wanted = isJVP ? differentiated : useful;
  if (given.size() != wanted.size()) {
    fail("the derivative of @" + function.name + " has " +
         Twine(wanted.size()) + (isJVP ? " tangents" : " cotangents") +
         ", not " + Twine(given.size()));
    return failure();
  }
  SmallVector<Value> rest;
  for (auto [position, array, type] : llvm::enumerate(given, wanted)) {
    ArrayType exact = type;
    bool fits = array && array.getDType() == type.dtype &&
                array.getRank() == type.getRank();
    for (int64_t axis = 0; fits && axis < type.getRank(); ++axis) {
      exact.sizes[axis] = simplify(type.sizes[axis].replace(substitution));
      fits = static_cast<bool>(
          unify(exact.sizes[axis], array.getSize(axis), "@" + function.name));
    }
    if (!fits) {
      if (array)
        fail((isJVP ? "tangent " : "cotangent ") + Twine(position) + " of @" +
             function.name + " must be " + print(exact) + ", not " +
             print(array.type));
      return failure();
    }
    Value value = use(array);
    if (!value)
      return failure();
    rest.push_back(wrap(value, type).value);
  }

  auto callee = module.lookupSymbol<func::FuncOp>(function.name);
  SmallVector<ArrayType> types(function.results);
  llvm::append_range(types, isJVP ? useful : differentiated);
  SmallVector<Type> tensors(callee.getResultTypes());
  for (const ArrayType &type : isJVP ? useful : differentiated)
    tensors.push_back(type.getTensorType(getContext()));
  auto symbol = FlatSymbolRefAttr::get(callee);
  DenseI64ArrayAttr wrtAttr = builder.getDenseI64ArrayAttr(wrt);
  UnitAttr strict = derivative.isStrict ? builder.getUnitAttr() : UnitAttr();
  UnitAttr strongZero =
      derivative.hasStrongZero ? builder.getUnitAttr() : UnitAttr();
  Operation *op;
  if (derivative.mode == Derivative::ValueAndGrad)
    op = sg::grad::ValueAndGradOp::create(
        builder, loc, tensors, symbol, *primals, wrtAttr, strict, strongZero);
  else if (derivative.mode == Derivative::VJP)
    op = sg::grad::VJPOp::create(builder, loc, tensors, symbol, *primals, rest,
                                 wrtAttr, strict, strongZero);
  else
    op = sg::grad::JVPOp::create(builder, loc, tensors, symbol, *primals, rest,
                                 wrtAttr, strict, strongZero);
  return wrapResults(op->getResults(), types, substitution);
}

LogicalResult ArrayBuilder::setRule(const Function &function,
                                    ArrayRef<const Function *> parts,
                                    StringRef name, Attribute rule) {
  for (const Function *one : parts)
    if (!one->captured.empty()) {
      fail("@" + one->name +
           " is part of a custom rule and uses an array of an "
           "enclosing function; pass the array as an argument");
      return failure();
    }
  auto op = module.lookupSymbol<func::FuncOp>(function.name);
  op->setAttr("no_inline", builder.getUnitAttr());
  op->setAttr(name, rule);
  return success();
}

LogicalResult ArrayBuilder::setVJP(const Function &function,
                                   const Function &forward,
                                   const Function &backward) {
  auto getSymbol = [&](const Function &one) {
    return FlatSymbolRefAttr::get(getContext(), one.name);
  };
  Attribute rule = builder.getDictionaryAttr(
      {builder.getNamedAttr("forward", getSymbol(forward)),
       builder.getNamedAttr("backward", getSymbol(backward))});
  return setRule(function, {&function, &forward, &backward}, "grad.custom_vjp",
                 rule);
}

LogicalResult ArrayBuilder::setJVP(const Function &function,
                                   const Function &jvp) {
  return setRule(function, {&function, &jvp}, "grad.custom_jvp",
                 FlatSymbolRefAttr::get(getContext(), jvp.name));
}

Arrays ArrayBuilder::callWithRule(StringRef key, ArrayRef<Array> operands,
                                  Body body, JVP jvp) {
  if (!llvm::all_of(operands, [](const Array &array) { return bool(array); }))
    return {};
  auto isFloatArray = [](const Array &array) {
    return isFloat(array.getDType());
  };
  if (llvm::none_of(operands, isFloatArray))
    return body(operands);

  // Symbols that are no dimension of an operand become operands, so that the
  // functions of the rule capture nothing.
  Arrays all(operands.begin(), operands.end());
  SmallVector<unsigned> free;
  std::string name = key.str();
  {
    llvm::DenseSet<AffineExpr> dimensions;
    for (const Array &array : operands) {
      name += " " + print(array.type);
      dimensions.insert(array.type.sizes.begin(), array.type.sizes.end());
    }
    for (const Array &array : operands)
      for (Size size : array.type.sizes)
        size.walk([&](AffineExpr expr) {
          auto symbol = dyn_cast<AffineSymbolExpr>(expr);
          if (symbol && dimensions.insert(expr).second)
            free.push_back(symbol.getPosition());
        });
  }
  for (unsigned symbol : free)
    all.push_back(wrapElement(getIndex(builder.getAffineSymbolExpr(symbol)),
                              DType::Index));
  SmallVector<ArrayType> types = getTypes(all);
  auto takeSymbols = [&](ArrayRef<Array> arguments) {
    for (auto [symbol, array] :
         llvm::zip(free, arguments.drop_front(operands.size())))
      functions.back()->symbolValues[symbol] = getElement(array);
  };

  const Function *&function = rules[name];
  if (!function) {
    std::string symbol =
        "sg." + key.take_until([](char c) { return c == ' '; }).str();
    Arrays arguments = beginFunction(symbol, types, /*isPublic=*/false);
    takeSymbols(arguments);
    const Function *made =
        endFunction(body(ArrayRef(arguments).take_front(operands.size())));
    if (!made)
      return {};
    rules[name] = made;
    for (const ArrayType &type : getTypes(operands))
      if (isFloat(type.dtype))
        types.push_back(type);
    Arrays dual = beginFunction(made->name + ".jvp", types, false);
    ArrayRef<Array> primals = ArrayRef(dual).take_front(all.size());
    takeSymbols(primals);
    FailureOr<Arrays> results = call(*made, primals);
    if (failed(results)) {
      abandonFunction();
      return {};
    }
    Arrays tangents = jvp(primals.take_front(operands.size()), *results,
                          ArrayRef(dual).drop_front(all.size()));
    llvm::append_range(*results, tangents);
    const Function *derivative = endFunction(*results);
    if (!derivative)
      return {};
    if (failed(setJVP(*made, *derivative)))
      return {};
  }
  FailureOr<Arrays> results = call(*rules[name], all);
  return succeeded(results) ? *results : Arrays();
}
