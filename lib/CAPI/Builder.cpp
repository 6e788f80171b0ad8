//===- Builder.cpp - A module that is being built -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::capi;
namespace array = sg::array;

static_assert(SG_DTYPE_COMPLEX128 == static_cast<int>(array::DType::Complex128),
              "SGDType and DType list the same types");

void BuilderObject::reset() {
  values.clear();
  functions.clear();
  outerCounts.clear();
  sizes.clear();
  sizeNumbers.clear();
  builder.reset();
  module = std::make_unique<ModuleObject>();
  module->module = ModuleOp::create(UnknownLoc::get(&module->context));
  builder = std::make_unique<array::ArrayBuilder>(*module->module);
}

//===----------------------------------------------------------------------===//
// The use of a builder
//===----------------------------------------------------------------------===//

SGError *BuilderUse::begin() {
  if (!pinned)
    return makeHandleError(handle, "builder");
  if (SGError *error = checkAllowed(compiler))
    return error;
  lock = std::unique_lock<std::mutex>(pinned->mutex);
  if (!pinned->module)
    pinned->reset();
  return nullptr;
}

SGError *BuilderUse::getArray(SGValue value, array::Array &result) const {
  if (value < 0 || static_cast<size_t>(value) >= pinned->values.size())
    return makeError(SG_ERROR_ARGUMENT,
                     "there is no value " + Twine(value) + " in this builder");
  result = pinned->values[value];
  if (!result)
    return makeError(SG_ERROR_ARGUMENT, "value " + Twine(value) +
                                            " belongs to a function that was "
                                            "abandoned");
  return nullptr;
}

SGError *BuilderUse::getArrays(const SGValue *values, size_t count,
                               array::Arrays &arrays) const {
  if (SGError *error = checkList(values, count, "values"))
    return error;
  for (SGValue value : ArrayRef(values, count)) {
    arrays.emplace_back();
    if (SGError *error = getArray(value, arrays.back()))
      return error;
  }
  return nullptr;
}

SGError *BuilderUse::getFunction(SGFunction number,
                                 const array::Function *&function) const {
  if (number < 0 || static_cast<size_t>(number) >= pinned->functions.size())
    return makeError(SG_ERROR_ARGUMENT, "there is no function " +
                                            Twine(number) + " in this builder");
  function = pinned->functions[number];
  return nullptr;
}

SGError *BuilderUse::getSize(int64_t number, array::Size &size) const {
  if (number > SG_SYMBOLIC_SIZE) {
    size = getBuilder().getConstantSize(number);
    return nullptr;
  }
  uint64_t index =
      static_cast<uint64_t>(SG_SYMBOLIC_SIZE) - static_cast<uint64_t>(number);
  if (index >= pinned->sizes.size())
    return makeError(SG_ERROR_ARGUMENT,
                     "there is no size " + Twine(number) + " in this builder");
  size = pinned->sizes[index];
  return nullptr;
}

int64_t BuilderUse::addSize(array::Size size) const {
  if (std::optional<int64_t> constant = array::getConstant(size))
    return *constant;
  int64_t next = SG_SYMBOLIC_SIZE - static_cast<int64_t>(pinned->sizes.size());
  auto [entry, isNew] = pinned->sizeNumbers.try_emplace(size, next);
  if (isNew)
    pinned->sizes.push_back(size);
  return entry->second;
}

SGError *BuilderUse::getType(const SGArrayType *type,
                             array::ArrayType &result) const {
  if (SGError *error = checkPointer(type, "type"))
    return error;
  std::optional<array::DType> dtype = array::findDType(type->dtype);
  if (!dtype)
    return makeError(SG_ERROR_ARGUMENT, "there is no element type " +
                                            Twine(type->dtype) +
                                            ": see enum SGDType");
  if (SGError *error = checkRank(type->rank, "the array"))
    return error;
  if (SGError *error = checkList(type->sizes, type->rank, "sizes"))
    return error;
  result.dtype = *dtype;
  for (int64_t number : ArrayRef(type->sizes, type->rank)) {
    if (number < 0 && number > SG_SYMBOLIC_SIZE)
      return makeError(SG_ERROR_ARGUMENT,
                       "the size " + Twine(number) + " is negative");
    result.sizes.emplace_back();
    if (SGError *error = getSize(number, result.sizes.back()))
      return error;
  }
  return nullptr;
}

SGError *BuilderUse::checkInFunction() const {
  if (getBuilder().isInFunction())
    return nullptr;
  return makeError(SG_ERROR_ARGUMENT,
                   "no function has begun: call sgBuildBeginFunction");
}

void BuilderUse::addValues(ArrayRef<array::Array> arrays,
                           SGValue *first) const {
  if (first)
    *first = static_cast<SGValue>(pinned->values.size());
  llvm::append_range(pinned->values, arrays);
}

void BuilderUse::dropValues() const {
  for (size_t i = pinned->outerCounts.back(); i < pinned->values.size(); ++i)
    pinned->values[i] = array::Array();
  pinned->outerCounts.pop_back();
}

SGError *BuilderUse::run(function_ref<bool()> build) const {
  Diagnostics diagnostics(&pinned->module->context);
  // An unknown size is an error that does not end the operation.
  if (!build() || diagnostics.hasErrors())
    return diagnostics.takeError("this cannot be built");
  return nullptr;
}

SGError *
BuilderUse::runForArrays(SGValue *first, int32_t *count,
                         function_ref<FailureOr<array::Arrays>()> build) const {
  FailureOr<array::Arrays> arrays = failure();
  if (SGError *error = run([&] {
        arrays = build();
        return succeeded(arrays);
      }))
    return error;
  addValues(*arrays, first);
  if (count)
    *count = static_cast<int32_t>(arrays->size());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

SGError *sgBuilderCreate(SGBuilder **builder) {
  if (SGError *error = checkPointer(builder, "builder"))
    return error;
  CompilerUse use;
  if (SGError *error = checkAllowed(use))
    return error;
  return giveHandle(std::make_unique<BuilderObject>(), builder);
}

void sgBuilderDestroy(SGBuilder *builder) { destroy<BuilderObject>(builder); }

SGError *sgBuilderFinish(SGBuilder *handle, SGModule **module) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(module, "module"))
    return error;
  if (use.getBuilder().isInFunction())
    return makeError(SG_ERROR_ARGUMENT, "a function has begun and not ended");
  if (SGError *error =
          use.run([&] { return succeeded(verify(*use->module->module)); }))
    return error;
  std::unique_ptr<ModuleObject> finished = std::move(use->module);
  use->builder.reset();
  return giveHandle(std::move(finished), module);
}

SGError *sgBuilderSetLocation(SGBuilder *handle, const char *file, int32_t line,
                              int32_t column) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(file, "file"))
    return error;
  use.getBuilder().setLoc(FileLineColLoc::get(use.getBuilder().getContext(),
                                              file, std::max(line, 0),
                                              std::max(column, 0)));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SGError *sgBuildSymbol(SGBuilder *handle, const char *name, int64_t *size) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(name, "name"))
    return error;
  if (SGError *error = checkPointer(size, "size"))
    return error;
  *size = use.addSize(use.getBuilder().getSymbol(name));
  return nullptr;
}

SGError *sgBuildSize(SGBuilder *handle, char operation, int64_t x, int64_t y,
                     int64_t *size) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(size, "size"))
    return error;
  array::Size left, right, result;
  if (SGError *error = use.getSize(x, left))
    return error;
  if (SGError *error = use.getSize(y, right))
    return error;
  bool isDivision = operation == '/' || operation == '%';
  if (isDivision && array::getConstant(right) &&
      *array::getConstant(right) <= 0)
    return makeError(SG_ERROR_ARGUMENT, "a size is divided by " + Twine(y));
  switch (operation) {
  case '+':
    result = left + right;
    break;
  case '-':
    result = left - right;
    break;
  case '*':
    result = left * right;
    break;
  case '/':
    result = left.floorDiv(right);
    break;
  case '%':
    result = left % right;
    break;
  default:
    return makeError(SG_ERROR_ARGUMENT, "'" + Twine(operation) +
                                            "' is no operation on sizes: see "
                                            "sgBuildSize");
  }
  *size = use.addSize(use.getBuilder().simplify(result));
  return nullptr;
}

SGError *sgBuilderPrintSize(SGBuilder *handle, int64_t number, char **text) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(text, "text"))
    return error;
  array::Size size;
  if (SGError *error = use.getSize(number, size))
    return error;
  return giveText(use.getBuilder().print(size), text);
}

SGError *sgBuildSizeValue(SGBuilder *handle, int64_t number, SGValue *value) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(value, "value"))
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  array::Size size;
  if (SGError *error = use.getSize(number, size))
    return error;
  return use.runForArrays(
      value, /*count=*/nullptr, [&]() -> FailureOr<array::Arrays> {
        array::ArrayBuilder &builder = use.getBuilder();
        OpBuilder &ops = builder.getOpBuilder();
        Value index = builder.getIndex(size);
        Value number = arith::IndexCastOp::create(ops, builder.getLoc(),
                                                  ops.getI64Type(), index);
        return array::Arrays{builder.wrapElement(number, array::DType::Int64)};
      });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

SGError *sgBuildBeginFunction(SGBuilder *handle, const char *name,
                              const SGArrayType *arguments,
                              size_t argument_count, int is_public,
                              SGValue *first) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(name, "name"))
    return error;
  if (SGError *error = checkList(arguments, argument_count, "arguments"))
    return error;
  SmallVector<array::ArrayType> types(argument_count);
  for (size_t i = 0; i < argument_count; ++i)
    if (SGError *error = use.getType(&arguments[i], types[i]))
      return error;
  use->outerCounts.push_back(use->values.size());
  use.addValues(use.getBuilder().beginFunction(name, types, is_public), first);
  return nullptr;
}

SGError *sgBuildNameArgument(SGBuilder *handle, SGValue argument,
                             const char *name) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(name, "name"))
    return error;
  array::Array array;
  if (SGError *error = use.getArray(argument, array))
    return error;
  auto value = dyn_cast<BlockArgument>(array.value);
  if (!value || !isa<func::FuncOp>(value.getOwner()->getParentOp()))
    return makeError(SG_ERROR_ARGUMENT, "the array " + Twine(argument) +
                                            " is no argument of a function");
  value.setLoc(
      NameLoc::get(StringAttr::get(value.getContext(), name), value.getLoc()));
  return nullptr;
}

SGError *sgBuildEndFunction(SGBuilder *handle, const SGValue *results,
                            size_t result_count, SGFunction *function) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  array::Arrays arrays;
  if (SGError *error = use.getArrays(results, result_count, arrays))
    return error;
  return use.run([&] {
    const array::Function *made = use.getBuilder().endFunction(arrays);
    if (!made) {
      use.dropValues();
      return false;
    }
    use->outerCounts.pop_back();
    if (function)
      *function = static_cast<SGFunction>(use->functions.size());
    use->functions.push_back(made);
    return true;
  });
}

SGError *sgBuildAbandonFunction(SGBuilder *handle) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  use.getBuilder().abandonFunction();
  use.dropValues();
  return nullptr;
}

const char *sgBuilderGetFunctionName(SGBuilder *handle, SGFunction number) {
  BuilderUse use(handle);
  const array::Function *function;
  if (SGError *error = use.begin()) {
    sgErrorDestroy(error);
    return nullptr;
  }
  if (SGError *error = use.getFunction(number, function)) {
    sgErrorDestroy(error);
    return nullptr;
  }
  return function->name.c_str();
}
