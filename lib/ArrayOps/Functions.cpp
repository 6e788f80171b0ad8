//===- Functions.cpp - Functions over arrays ------------------------------===//
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

ArrayBuilder::ArrayBuilder(ModuleOp module)
    : module(module), builder(module.getContext()),
      loc(UnknownLoc::get(module.getContext())) {
  builder.setInsertionPointToEnd(module.getBody());
}

ArrayBuilder::~ArrayBuilder() = default;

Array ArrayBuilder::fail(const Twine &message) {
  emitError(loc, message);
  return {};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool ArrayBuilder::isVisible(Value value, unsigned level) {
  Block *block = level + 1 == functions.size()
                     ? builder.getInsertionBlock()
                     : functions[level + 1]->outer.getBlock();
  return value.getParentRegion()->isAncestor(block->getParent());
}

Value ArrayBuilder::captureValue(const Array &array, unsigned level) {
  FunctionScope &scope = *functions[level];
  Value &inner = scope.captures[array.value];
  if (!inner) {
    inner = scope.getEntry().addArgument(array.value.getType(), loc);
    scope.function->captured.push_back(array);
  }
  return inner;
}

Value ArrayBuilder::capture(const Array &array, unsigned level) {
  if (isVisible(array.value, level))
    return array.value;
  if (level == 0)
    return nullptr;
  Array outer = array;
  outer.value = capture(array, level - 1);
  return outer ? captureValue(outer, level) : Value();
}

Value ArrayBuilder::use(const Array &array) {
  Value value = capture(array, functions.size() - 1);
  if (!value)
    fail("this array belongs to a branch, a loop or a function that has ended; "
         "return it from there");
  return value;
}

Array ArrayBuilder::wrap(Value tensor, const ArrayType &type) {
  RankedTensorType wanted = type.getTensorType(getContext());
  if (tensor.getType() != wanted)
    tensor = tensor::CastOp::create(builder, loc, wanted, tensor);
  return {tensor, type};
}

Value ArrayBuilder::getElement(const Array &scalar) {
  Value tensor = use(scalar);
  return tensor ? tensor::ExtractOp::create(builder, loc, tensor, ValueRange())
                      .getResult()
                : Value();
}

Array ArrayBuilder::wrapElement(Value element, DType dtype) {
  ArrayType type{dtype, {}};
  return {tensor::FromElementsOp::create(
              builder, loc, type.getTensorType(getContext()), element),
          type};
}

Value ArrayBuilder::makeEmpty(DType dtype, ArrayRef<Size> sizes) {
  return tensor::EmptyOp::create(builder, loc, getSizeValues(sizes),
                                 getElementType(getContext(), dtype));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string ArrayBuilder::getFreeName(StringRef name) {
  std::string free = name.str();
  for (unsigned i = 1; module.lookupSymbol(free); ++i)
    free = (name + "_" + Twine(i)).str();
  return free;
}

Arrays ArrayBuilder::beginFunction(StringRef name,
                                   ArrayRef<ArrayType> arguments,
                                   bool isPublic) {
  auto scope = std::make_unique<FunctionScope>();
  scope->outer = builder.saveInsertionPoint();
  scope->function = std::make_unique<Function>();
  scope->function->name = getFreeName(name);
  scope->function->arguments.assign(arguments.begin(), arguments.end());
  SmallVector<Type> types;
  for (const ArrayType &type : arguments)
    types.push_back(type.getTensorType(getContext()));
  builder.setInsertionPointToEnd(module.getBody());
  scope->op =
      func::FuncOp::create(builder, loc, scope->function->name,
                           FunctionType::get(getContext(), types, TypeRange()));
  if (!isPublic)
    scope->op.setPrivate();
  Block *entry = scope->op.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  functions.push_back(std::move(scope));
  Arrays arrays;
  for (auto [value, type] : llvm::zip(entry->getArguments(), arguments))
    arrays.push_back({value, type});
  return arrays;
}

const Function *ArrayBuilder::endFunction(ArrayRef<Array> results) {
  FunctionScope &scope = *functions.back();
  SmallVector<Value> values;
  for (const Array &result : results) {
    Value value = result ? use(result) : Value();
    if (!value) {
      abandonFunction();
      return nullptr;
    }
    values.push_back(value);
  }
  func::ReturnOp::create(builder, loc, values);
  scope.op.setFunctionType(FunctionType::get(
      getContext(), scope.getEntry().getArgumentTypes(), TypeRange(values)));
  scope.function->results = getTypes(results);
  builder.restoreInsertionPoint(scope.outer);
  built.push_back(std::move(scope.function));
  functions.pop_back();
  return built.back().get();
}

void ArrayBuilder::abandonFunction() {
  FunctionScope &scope = *functions.back();
  builder.restoreInsertionPoint(scope.outer);
  scope.op.erase();
  functions.pop_back();
}

FailureOr<SmallVector<Value>>
ArrayBuilder::castArguments(const Function &function, ArrayRef<Array> arguments,
                            Substitution &substitution) {
  if (arguments.size() != function.arguments.size()) {
    fail("@" + function.name + " has " + Twine(function.arguments.size()) +
         " arguments, not " + Twine(arguments.size()));
    return failure();
  }
  SmallVector<Value> values;
  for (auto [position, argument] : llvm::enumerate(arguments)) {
    const ArrayType &type = function.arguments[position];
    bool fits = argument && argument.getDType() == type.dtype &&
                argument.getRank() == type.getRank();
    for (int64_t axis = 0; fits && axis < type.getRank(); ++axis) {
      Size formal = type.sizes[axis], actual = argument.getSize(axis);
      if (isa<AffineSymbolExpr>(formal) &&
          substitution.try_emplace(formal, actual).second)
        continue;
      Size wanted = formal.replace(substitution);
      fits = static_cast<bool>(unify(wanted, actual, "@" + function.name));
    }
    if (!fits) {
      if (argument)
        fail("argument " + Twine(position) + " of @" + function.name +
             " must be " + print(type) + ", not " + print(argument.type));
      return failure();
    }
    Value value = use(argument);
    if (!value)
      return failure();
    values.push_back(wrap(value, type).value);
  }
  for (const Array &captured : function.captured) {
    Value value = use(captured);
    if (!value)
      return failure();
    values.push_back(value);
  }
  return values;
}

Arrays ArrayBuilder::wrapResults(ValueRange values, ArrayRef<ArrayType> types,
                                 const Substitution &substitution) {
  Arrays arrays;
  for (auto [value, type] : llvm::zip(values, types)) {
    ArrayType actual = type;
    for (Size &size : actual.sizes)
      size = simplify(size.replace(substitution));
    arrays.push_back(nameUnknownSizes({value, actual}));
  }
  return arrays;
}

FailureOr<Arrays> ArrayBuilder::call(const Function &function,
                                     ArrayRef<Array> arguments) {
  Substitution substitution;
  FailureOr<SmallVector<Value>> values =
      castArguments(function, arguments, substitution);
  if (failed(values))
    return failure();
  auto op = func::CallOp::create(
      builder, loc, module.lookupSymbol<func::FuncOp>(function.name), *values);
  return wrapResults(op.getResults(), function.results, substitution);
}

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

Array ArrayBuilder::nameUnknownSizes(Array array) {
  ArrayType type = array.type;
  for (auto [axis, size] : llvm::enumerate(type.sizes)) {
    bool isKnown = true;
    size.walk([&](AffineExpr expr) {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
        isKnown &= static_cast<bool>(
            getSymbolValue(symbol.getPosition(), functions.size() - 1));
    });
    if (!isKnown)
      size = addSymbol(tensor::DimOp::create(builder, loc, array.value, axis));
  }
  return wrap(array.value, type);
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
