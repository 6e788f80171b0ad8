//===- BuilderOps.cpp - Operations, calls and derivatives -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/ArrayOps/ArrayOps.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace sg::capi;
namespace array = sg::array;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static SGError *findArray(SGBuilder *handle, SGValue value,
                          array::Array &array) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  return use.getArray(value, array);
}

int32_t sgBuilderGetDType(SGBuilder *handle, SGValue value) {
  array::Array array;
  if (SGError *error = findArray(handle, value, array)) {
    sgErrorDestroy(error);
    return -1;
  }
  return static_cast<int32_t>(array.getDType());
}

int32_t sgBuilderGetRank(SGBuilder *handle, SGValue value) {
  array::Array array;
  if (SGError *error = findArray(handle, value, array)) {
    sgErrorDestroy(error);
    return -1;
  }
  return static_cast<int32_t>(array.getRank());
}

int64_t sgBuilderGetSize(SGBuilder *handle, SGValue value, int32_t axis) {
  BuilderUse use(handle);
  array::Array array;
  SGError *error = use.begin();
  if (!error)
    error = use.getArray(value, array);
  if (error) {
    sgErrorDestroy(error);
    return 0;
  }
  if (axis < 0 || axis >= array.getRank())
    return 0;
  return use.addSize(array.getSize(axis));
}

SGError *sgBuildConstant(SGBuilder *handle, const SGArrayType *type,
                         const void *elements, SGValue *value) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(value, "value"))
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  array::ArrayType arrayType;
  if (SGError *error = use.getType(type, arrayType))
    return error;
  array::ArrayBuilder &b = use.getBuilder();
  RankedTensorType tensor = arrayType.getTensorType(b.getContext());
  if (!tensor.hasStaticShape())
    return makeError(SG_ERROR_ARGUMENT, "the sizes of a constant must be "
                                        "known, not " +
                                            b.print(arrayType));
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    if (llvm::MulOverflow(count, size, count))
      return makeError(SG_ERROR_ARGUMENT, "the constant is too large");
  if (SGError *error = checkList(elements, count, "elements"))
    return error;
  unsigned bits = array::getBitWidth(arrayType.dtype);
  size_t bytes = bits == 1 ? 1 : bits / 8;
  if (count > std::numeric_limits<int32_t>::max() / 16)
    return makeError(SG_ERROR_ARGUMENT,
                     "a constant has at most 2^27 elements; pass larger "
                     "arrays as arguments");
  ArrayRef<char> data(static_cast<const char *>(elements), count * bytes);
  DenseElementsAttr attr;
  if (bits == 1) {
    // A dense attribute packs the bits of bools.
    SmallVector<bool> bools(
        llvm::map_range(data, [](char byte) { return byte != 0; }));
    attr = DenseElementsAttr::get(tensor, ArrayRef<bool>(bools));
  } else if (count == 0) {
    attr = DenseElementsAttr::getFromRawBuffer(tensor, {});
  } else {
    attr = DenseElementsAttr::getFromRawBuffer(tensor, data);
  }
  Value constant =
      arith::ConstantOp::create(b.getOpBuilder(), b.getLoc(), attr);
  use.addValues(array::Array{constant, arrayType}, value);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Converts a parameter.
static SGError *readParameter(const BuilderUse &use,
                              const SGParameter &parameter,
                              array::Parameter &value) {
  switch (parameter.kind) {
  case SG_PARAMETER_NONE:
    value = std::monostate();
    return nullptr;
  case SG_PARAMETER_BOOL:
    value = parameter.integer != 0;
    return nullptr;
  case SG_PARAMETER_INTEGER:
    value = parameter.integer;
    return nullptr;
  case SG_PARAMETER_FLOAT:
    value = parameter.number;
    return nullptr;
  case SG_PARAMETER_TEXT:
    if (SGError *error = checkPointer(parameter.text, "text"))
      return error;
    value = std::string(parameter.text);
    return nullptr;
  case SG_PARAMETER_DTYPE: {
    std::optional<array::DType> dtype = array::findDType(parameter.integer);
    if (!dtype)
      return makeError(SG_ERROR_ARGUMENT, "there is no element type " +
                                              Twine(parameter.integer) +
                                              ": see enum SGDType");
    value = *dtype;
    return nullptr;
  }
  case SG_PARAMETER_SIZES: {
    if (SGError *error =
            checkList(parameter.sizes, parameter.size_count, "sizes"))
      return error;
    array::Sizes sizes(parameter.size_count);
    for (size_t i = 0; i < parameter.size_count; ++i)
      if (SGError *error = use.getSize(parameter.sizes[i], sizes[i]))
        return error;
    value = std::move(sizes);
    return nullptr;
  }
  }
  return makeError(SG_ERROR_ARGUMENT, "there is no kind " +
                                          Twine(parameter.kind) +
                                          ": see enum SGParameterKind");
}

SGError *sgBuildOperation(SGBuilder *handle, const char *name,
                          const SGValue *arrays, size_t array_count,
                          const SGParameter *parameters, size_t parameter_count,
                          SGValue *first, int32_t *count) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = checkPointer(name, "name"))
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  if (SGError *error = checkList(parameters, parameter_count, "parameters"))
    return error;
  array::Arrays operands;
  if (SGError *error = use.getArrays(arrays, array_count, operands))
    return error;
  llvm::StringMap<array::Parameter> values;
  for (const SGParameter &parameter : ArrayRef(parameters, parameter_count)) {
    if (SGError *error = checkPointer(parameter.name, "name"))
      return error;
    if (SGError *error = readParameter(use, parameter, values[parameter.name]))
      return error;
  }
  return use.runForArrays(first, count, [&] {
    return array::buildArrayOp(use.getBuilder(), name, operands, values);
  });
}

SGError *sgDescribeOperations(char **json) {
  if (SGError *error = checkPointer(json, "json"))
    return error;
  llvm::json::Array operations;
  for (const array::ArrayOp &operation : array::getArrayOps())
    operations.push_back(llvm::json::Object{
        {"name", operation.getName()},
        {"signature", operation.signature},
        {"summary", operation.summary},
        {"derivative", operation.derivative},
        {"results", operation.hasSeveralResults ? "several" : "one"}});
  std::string printed;
  llvm::raw_string_ostream os(printed);
  os << llvm::json::Value(std::move(operations));
  return giveText(printed, json);
}

//===----------------------------------------------------------------------===//
// Calls and derivatives
//===----------------------------------------------------------------------===//

SGError *sgBuildCall(SGBuilder *handle, SGFunction number,
                     const SGValue *arguments, size_t argument_count,
                     SGValue *first, int32_t *count) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  const array::Function *function;
  if (SGError *error = use.getFunction(number, function))
    return error;
  array::Arrays operands;
  if (SGError *error = use.getArrays(arguments, argument_count, operands))
    return error;
  return use.runForArrays(
      first, count, [&] { return use.getBuilder().call(*function, operands); });
}

SGError *sgBuildDerivative(SGBuilder *handle, SGFunction number,
                           const SGRequest *request, const SGValue *operands,
                           size_t operand_count, SGValue *first,
                           int32_t *count) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  if (SGError *error = checkPointer(request, "request"))
    return error;
  if (SGError *error = checkList(request->wrt, request->wrt_count, "wrt"))
    return error;
  if (request->of_count != 0)
    return makeError(SG_ERROR_ARGUMENT,
                     "of must be empty: differentiate a function that returns "
                     "the differentiated results only");
  const array::Function *function;
  if (SGError *error = use.getFunction(number, function))
    return error;
  array::Arrays arrays;
  if (SGError *error = use.getArrays(operands, operand_count, arrays))
    return error;
  array::Derivative derivative;
  switch (request->mode) {
  case SG_VALUE_AND_GRAD:
    derivative.mode = array::Derivative::ValueAndGrad;
    break;
  case SG_VJP:
    derivative.mode = array::Derivative::VJP;
    break;
  case SG_JVP:
    derivative.mode = array::Derivative::JVP;
    break;
  default:
    return makeError(SG_ERROR_ARGUMENT, "there is no mode " +
                                            Twine(request->mode) +
                                            ": see enum SGMode");
  }
  llvm::append_range(derivative.wrt,
                     ArrayRef(request->wrt, request->wrt_count));
  derivative.isStrict = request->is_strict;
  derivative.hasStrongZero = request->has_strong_zero;
  return use.runForArrays(first, count, [&] {
    return use.getBuilder().differentiate(*function, derivative, arrays);
  });
}

SGError *sgBuildSetVJP(SGBuilder *handle, SGFunction function,
                       SGFunction forward, SGFunction backward) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  const array::Function *primal, *first, *second;
  if (SGError *error = use.getFunction(function, primal))
    return error;
  if (SGError *error = use.getFunction(forward, first))
    return error;
  if (SGError *error = use.getFunction(backward, second))
    return error;
  return use.run([&] {
    return succeeded(use.getBuilder().setVJP(*primal, *first, *second));
  });
}

SGError *sgBuildSetJVP(SGBuilder *handle, SGFunction function, SGFunction jvp) {
  BuilderUse use(handle);
  if (SGError *error = use.begin())
    return error;
  const array::Function *primal, *rule;
  if (SGError *error = use.getFunction(function, primal))
    return error;
  if (SGError *error = use.getFunction(jvp, rule))
    return error;
  return use.run(
      [&] { return succeeded(use.getBuilder().setJVP(*primal, *rule)); });
}
