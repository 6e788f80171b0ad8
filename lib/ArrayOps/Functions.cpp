//===- Functions.cpp - Functions over arrays ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::array;

ArrayBuilder::ArrayBuilder(ModuleOp module)
    : module(module), builder(module.getContext()),
      loc(UnknownLoc::get(module.getContext())) {
  // The dialects of the operations. To load all dialects takes more time than
  // to build most programs.
  module.getContext()
      ->loadDialect<affine::AffineDialect, arith::ArithDialect,
                    cf::ControlFlowDialect, complex::ComplexDialect,
                    func::FuncDialect, sg::grad::GradDialect,
                    linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
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
  // The element of a constant is a constant. The bounds of loops then show that
  // the number of iterations does not depend on arguments.
  return tensor ? builder.createOrFold<tensor::ExtractOp>(loc, tensor,
                                                          ValueRange())
                : Value();
}

Value ArrayBuilder::getIndexElement(const Array &integer) {
  Value element = getElement(integer);
  if (!element || element.getType().isIndex())
    return element;
  Type index = builder.getIndexType();
  if (isUnsigned(integer.getDType()))
    return arith::IndexCastUIOp::create(builder, loc, index, element);
  return arith::IndexCastOp::create(builder, loc, index, element);
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
  if (!scope.regions.empty()) {
    fail("a branch, loop or checkpoint has begun and not ended");
    abandonFunction();
    return nullptr;
  }
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
