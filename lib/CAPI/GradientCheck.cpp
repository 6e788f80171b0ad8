//===- GradientCheck.cpp - The check of gradients -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/GradientCheck/GradientCheck.h"
#include "Module.h"
#include "NativeCode.h"
#include "Strides.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Support/OptionChecks.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace sg::capi;
namespace gradcheck = sg::gradcheck;

namespace sg::capi {
/// The result of a check. Owns the memory to which the structs of SG.h point.
struct CheckObject {
  using Handle = SGGradientCheck;
  static constexpr HandleKind kind = HandleKind::GradientCheck;

  bool agrees;
  std::string text;
  struct Argument {
    SGArgumentCheck check;
    std::vector<gradcheck::Doubles> coefficients;
    std::vector<SGDirectionCheck> directions;
    std::vector<SGIntegerInput> integers;
  };
  std::vector<std::unique_ptr<Argument>> arguments;
  struct WrongOp {
    SGWrongOp op;
    std::string name, file, message;
  };
  std::vector<std::unique_ptr<WrongOp>> wrongOps;
};
} // namespace sg::capi

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static std::unique_ptr<CheckObject::Argument>
convert(const gradcheck::ArgumentCheck &argumentCheck,
        const gradcheck::FunctionCheck &function) {
  auto converted = std::make_unique<CheckObject::Argument>();
  for (const gradcheck::DirectionalResult &result : argumentCheck.directions)
    converted->coefficients.push_back(result.direction);
  for (auto [result, coefficients] :
       llvm::zip_equal(argumentCheck.directions, converted->coefficients))
    converted->directions.push_back(
        {result.kind, result.forward, result.reverse, result.differences,
         result.distance, coefficients.data(), coefficients.size()});
  for (const gradcheck::IntegerInput &integer : function.integers)
    converted->integers.push_back(
        {static_cast<int32_t>(integer.argument), integer.value});
  size_t worst = &argumentCheck.getWorst() - argumentCheck.directions.data();
  converted->check = {function.kind,
                      static_cast<int32_t>(argumentCheck.argument),
                      converted->directions.data(),
                      converted->directions.size(),
                      &converted->directions[worst],
                      converted->integers.data(),
                      converted->integers.size()};
  return converted;
}

static std::unique_ptr<CheckObject::WrongOp>
convert(const gradcheck::WrongOp &wrongOp) {
  auto converted = std::make_unique<CheckObject::WrongOp>();
  converted->name = wrongOp.name;
  converted->message = wrongOp.describe();
  converted->op = {};
  if (auto file = wrongOp.location->findInstanceOf<FileLineColLoc>()) {
    converted->file = file.getFilename().str();
    converted->op.file = converted->file.c_str();
    converted->op.line = file.getLine();
    converted->op.column = file.getColumn();
  }
  converted->op.name = converted->name.c_str();
  converted->op.message = converted->message.c_str();
  converted->op.forward = wrongOp.forward;
  converted->op.reverse = wrongOp.reverse;
  converted->op.differences = wrongOp.differences;
  return converted;
}

static std::unique_ptr<CheckObject> convert(const gradcheck::Result &result) {
  auto converted = std::make_unique<CheckObject>();
  converted->agrees = result.agrees();
  llvm::raw_string_ostream os(converted->text);
  print(os, result);
  converted->text = StringRef(converted->text).rtrim().str();
  for (const gradcheck::FunctionCheck &function : result.functions)
    for (const gradcheck::ArgumentCheck &argument : function.arguments)
      converted->arguments.push_back(convert(argument, function));
  for (const gradcheck::Localization &localization : result.localizations)
    if (localization.op)
      converted->wrongOps.push_back(convert(*localization.op));
  return converted;
}

static_assert(SG_AGREES == int(gradcheck::DirectionalResult::Agrees) &&
                  SG_UNCLEAR == int(gradcheck::DirectionalResult::Unclear) &&
                  SG_NOT_DIFFERENTIABLE ==
                      int(gradcheck::DirectionalResult::NotDifferentiable) &&
                  SG_NOT_FINITE ==
                      int(gradcheck::DirectionalResult::NotFinite) &&
                  SG_DISAGREES == int(gradcheck::DirectionalResult::Disagrees),
              "the kinds equal the values of SGVerdict");
static_assert(SG_CHECKED_FUNCTION == int(gradcheck::FunctionCheck::Function) &&
                  SG_CHECKED_REVERSE ==
                      int(gradcheck::FunctionCheck::ReverseDerivative) &&
                  SG_CHECKED_FORWARD ==
                      int(gradcheck::FunctionCheck::ForwardDerivative),
              "the kinds equal the values of SGCheckedFunction");

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Returns the element type whose code in enum sg_type is `code`, or null if
/// there is none.
static Type getElementType(int32_t code, Type expected) {
  // Prefer `expected`, since the types index and i64 have the same code.
  if (sg::getElementTypeCode(expected) == code)
    return expected;
  Builder b(expected.getContext());
  for (Type type :
       {Type(b.getI1Type()), Type(b.getI8Type()), Type(b.getI16Type()),
        Type(b.getI32Type()), Type(b.getI64Type()), Type(b.getF16Type()),
        Type(b.getBF16Type()), Type(b.getF32Type()), Type(b.getF64Type()),
        Type(b.getType<Float8E5M2Type>()), Type(b.getType<Float8E4M3Type>()),
        Type(b.getType<Float8E4M3FNType>()),
        Type(b.getType<Float8E5M2FNUZType>()),
        Type(b.getType<Float8E4M3FNUZType>()),
        Type(b.getType<Float8E4M3B11FNUZType>()),
        Type(b.getType<Float8E3M4Type>()), Type(b.getType<Float8E8M0FNUType>()),
        Type(ComplexType::get(b.getF32Type())),
        Type(ComplexType::get(b.getF64Type()))})
    if (sg::getElementTypeCode(type) == code)
      return type;
  return {};
}

/// Copies an argument to `arrays`. Returns an error if the argument does not
/// match `type`.
static SGError *readArgument(const SGArray &source, unsigned position,
                             Type type, SmallVectorImpl<sg::Array> &arrays) {
  auto fail = [&](const Twine &text) {
    return makeError(SG_ERROR_ARGUMENT,
                     "argument " + Twine(position) + " " + text);
  };
  Type element = getElementType(source.type, getElementTypeOrSelf(type));
  if (!element)
    return fail("has elements of an unknown type, " + Twine(source.type));
  if (SGError *error =
          checkRank(source.rank, ("argument " + Twine(position)).str()))
    return error;
  if (source.rank > 0 && !source.sizes)
    return fail("has a rank but no sizes");
  ArrayRef<int64_t> sizes(source.sizes, source.rank);
  if (llvm::Error error = gradcheck::checkInput(position, type, element, sizes))
    return makeError(SG_ERROR_ARGUMENT, llvm::toString(std::move(error)));
  llvm::Expected<sg::Array> array = sg::Array::allocate(element, sizes);
  if (!array)
    return makeError(SG_ERROR_MEMORY, llvm::toString(array.takeError()));
  if (array->getNumBytes() != 0) {
    if (!source.data)
      return fail("has no data");
    if (isRowMajor(source))
      std::memcpy(array->getData(), source.data, array->getNumBytes());
    else
      pack(source, sg::getElementSize(element), array->getData());
  }
  arrays.push_back(std::move(*array));
  return nullptr;
}

static SGError *readArguments(const SGArray *sources, int32_t count,
                              func::FuncOp function,
                              SmallVectorImpl<sg::Array> &arrays) {
  if (count == 0)
    return nullptr;
  if (count < 0 || static_cast<uint32_t>(count) != function.getNumArguments())
    return makeError(SG_ERROR_ARGUMENT, "the call has " + Twine(count) +
                                            " arguments, the function " +
                                            Twine(function.getNumArguments()));
  if (SGError *error = checkList(sources, count, "arguments"))
    return error;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (SGError *error = readArgument(sources[i], i, type, arrays))
      return error;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static SGErrorKind getErrorKind(const gradcheck::CheckError &error) {
  switch (error.getKind()) {
  case gradcheck::CheckError::Run:
    return sg::capi::getErrorKind(error.getStatus());
  case gradcheck::CheckError::Program:
    return SG_ERROR_PROGRAM;
  case gradcheck::CheckError::Option:
  case gradcheck::CheckError::Unsupported:
  case gradcheck::CheckError::Inputs:
  case gradcheck::CheckError::Time:
    break;
  }
  return SG_ERROR_ARGUMENT;
}

static std::string describeError(const gradcheck::CheckError &error) {
  std::string text = error.message();
  if (!error.isAtRandom())
    return text;
  bool isTimeout = error.getKind() == gradcheck::CheckError::Time;
  return text + (isTimeout ? "; give arguments, or more time by time_limit"
                           : "; give arguments");
}

/// Returns the emitted diagnostics, or the first of `errors` if there are none.
static SGError *takeError(llvm::Error errors, Diagnostics &diagnostics) {
  SGErrorKind kind = SG_ERROR_PROGRAM;
  std::string text;
  llvm::handleAllErrors(
      std::move(errors),
      [&](const gradcheck::CheckError &error) {
        if (!text.empty())
          return;
        kind = getErrorKind(error);
        text = describeError(error);
      },
      [&](const llvm::ErrorInfoBase &error) {
        if (text.empty())
          text = error.message();
      });
  return diagnostics.takeError(text, kind);
}

/// Returns true if the check is cancelled. Process exit cancels the check and
/// waits until it ends. The flag is read atomically, since another thread may
/// store to the flag.
static bool isCancelled(const SGCheckOptions &options) {
  return (options.is_cancelled &&
          __atomic_load_n(options.is_cancelled, __ATOMIC_RELAXED)) ||
         isProcessEnding();
}

static SGError *readOptions(const SGCheckOptions &callerOptions,
                            func::FuncOp function,
                            gradcheck::Options &options) {
  if (SGError *error =
          checkList(callerOptions.wrt, callerOptions.wrt_count, "wrt"))
    return error;
  ArrayRef<int64_t> wrt(callerOptions.wrt, callerOptions.wrt_count);
  if (llvm::Error error = sg::checkPositions(function.getName(), wrt,
                                             function.getNumArguments()))
    return makeError(SG_ERROR_ARGUMENT,
                     "wrt " + llvm::toString(std::move(error)));
  options.wrt.assign(wrt.begin(), wrt.end());
  if (callerOptions.order < 0 || callerOptions.order > 2)
    return makeError(SG_ERROR_ARGUMENT, "order is " +
                                            Twine(callerOptions.order) +
                                            "; it is 1 or 2, or 0 for 1");
  options.order = callerOptions.order ? callerOptions.order : 1;
  if (callerOptions.directions < 0)
    return makeError(SG_ERROR_ARGUMENT, "directions is " +
                                            Twine(callerOptions.directions) +
                                            "; it is at least 1, or 0 for 4");
  if (callerOptions.directions != 0)
    options.directions = callerOptions.directions;
  options.seed = callerOptions.seed;
  if (callerOptions.time_limit != 0)
    options.timeLimit = callerOptions.time_limit;
  options.makeRunner = [callerOptions](const sg::Executable &) {
    return gradcheck::makeForkedRunner(
        [callerOptions] { return isCancelled(callerOptions); });
  };
  options.makeTrialRunner = options.makeRunner;
  options.compiler.strongZero = callerOptions.has_strong_zero;
  return nullptr;
}

SGError *sgCheckGradients(SGModule *handle, const char *name,
                          const SGArray *arguments, int32_t argument_count,
                          const SGCheckOptions *callerOptions,
                          SGGradientCheck **check) {
  if (SGError *error = checkPointer(check, "check"))
    return error;
  CompilerUse use;
  // Check a copy, so that other calls for the module do not wait.
  std::unique_ptr<ModuleObject> copy;
  if (SGError *error = copyModule(handle, copy))
    return error;
  func::FuncOp function;
  if (SGError *error = findFunction(*copy->module, name, function))
    return error;
  gradcheck::Options options;
  SGCheckOptions checkOptions =
      callerOptions ? *callerOptions : SGCheckOptions{};
  if (SGError *error = readOptions(checkOptions, function, options))
    return error;
  Diagnostics diagnostics(&copy->context);
  // Errors of the function take precedence over errors of inputs.
  auto wrt = gradcheck::chooseArguments(function, options.wrt);
  if (!wrt)
    return takeError(wrt.takeError(), diagnostics);
  if (llvm::Error error = gradcheck::checkTypes(function))
    return takeError(std::move(error), diagnostics);
  SmallVector<sg::Array> inputs;
  if (SGError *error =
          readArguments(arguments, argument_count, function, inputs))
    return error;
  gradcheck::Result result;
  SGError *failure = nullptr;
  if (llvm::Error error =
          gradcheck::checkGradients(function, inputs, options, result))
    failure = takeError(std::move(error), diagnostics);
  if (isCancelled(checkOptions)) {
    sgErrorDestroy(failure);
    return makeError(SG_ERROR_CANCELLED, "the check was cancelled");
  }
  if (failure && result.agrees())
    return failure;
  // The module may have been destroyed during the check.
  if (Pinned<ModuleObject> module(handle); module) {
    std::lock_guard<std::mutex> lock(module->mutex);
    module->warnings += diagnostics.takeWarnings();
  }
  std::unique_ptr<CheckObject> converted = convert(result);
  if (failure)
    converted->text += std::string("\n") + sgErrorGetMessage(failure);
  sgErrorDestroy(failure);
  return giveHandle(std::move(converted), check);
}

void sgGradientCheckDestroy(SGGradientCheck *check) {
  destroy<CheckObject>(check);
}

int sgGradientCheckAgrees(const SGGradientCheck *handle) {
  Pinned<CheckObject> check(handle);
  return check && check->agrees;
}

const char *sgGradientCheckGetText(const SGGradientCheck *handle) {
  Pinned<CheckObject> check(handle);
  return check ? check->text.c_str() : nullptr;
}

size_t sgGradientCheckGetArgumentCount(const SGGradientCheck *handle) {
  Pinned<CheckObject> check(handle);
  return check ? check->arguments.size() : 0;
}

const SGArgumentCheck *sgGradientCheckGetArgument(const SGGradientCheck *handle,
                                                  size_t position) {
  Pinned<CheckObject> check(handle);
  return check && position < check->arguments.size()
             ? &check->arguments[position]->check
             : nullptr;
}

size_t sgGradientCheckGetWrongOpCount(const SGGradientCheck *handle) {
  Pinned<CheckObject> check(handle);
  return check ? check->wrongOps.size() : 0;
}

const SGWrongOp *sgGradientCheckGetWrongOp(const SGGradientCheck *handle,
                                           size_t position) {
  Pinned<CheckObject> check(handle);
  return check && position < check->wrongOps.size()
             ? &check->wrongOps[position]->op
             : nullptr;
}
