//===- NativeCode.cpp - Functions as native code --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode.h"
#include "Module.h"
#include "TimeDependence.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/CodeGen/CPU/Threading/Passes.h"
#include "sg/Compiler/Compiler.h"
#include "sg/Runtime/NativeTypes.h"
#include "sg/Support/OptionChecks.h"

using namespace mlir;
using namespace sg::capi;

static std::unique_ptr<NativeType> describe(Type type, bool isWritten) {
  auto native = std::make_unique<NativeType>();
  Type element = getElementTypeOrSelf(type);
  if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
    for (int64_t size : shaped.getShape())
      native->sizes.push_back(ShapedType::isDynamic(size) ? SG_DYNAMIC_SIZE
                                                          : size);
  native->elementSize = sg::getElementSize(element);
  native->type = {sg::getElementTypeCode(element),
                  static_cast<int32_t>(native->sizes.size()),
                  native->sizes.data(), isWritten};
  return native;
}

SGError *sgModuleCompile(SGModule *handle, const char *name,
                         const SGCompileOptions *callerOptions,
                         SGExecutable **result) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkPointer(result, "executable"))
    return error;
  SGCompileOptions options =
      callerOptions ? *callerOptions : SGCompileOptions{};
  if (options.threads < 0)
    return makeError(SG_ERROR_ARGUMENT, "threads is " + Twine(options.threads) +
                                            "; it is at least 1, or 0 for 1");
  if (options.threads > static_cast<int32_t>(sg::kMaxThreads))
    return makeError(SG_ERROR_ARGUMENT, "threads is " + Twine(options.threads) +
                                            "; it is at most " +
                                            Twine(sg::kMaxThreads));
  func::FuncOp function;
  if (SGError *error = findFunction(*module->module, name, function))
    return error;
  if (SGError *error =
          checkList(options.donated, options.donated_count, "donated"))
    return error;
  ArrayRef<int64_t> donatedIndices(options.donated, options.donated_count);
  if (llvm::Error error = sg::checkPositions(function.getName(), donatedIndices,
                                             function.getNumArguments()))
    return makeError(SG_ERROR_ARGUMENT,
                     "donated " + llvm::toString(std::move(error)));
  sg::CompilerOptions compilerOptions;
  compilerOptions.threads = std::max(options.threads, 1);
  llvm::append_range(compilerOptions.donated, donatedIndices);
  if (options.cache)
    compilerOptions.cache = options.cache;

  Diagnostics diagnostics(&module->context);
  OwningOpRef<ModuleOp> copy(module->module->clone());
  StringRef symbol = function.getName();
  llvm::Expected<sg::CompiledFunction> compiled = sg::compileFunction(
      copy->lookupSymbol<func::FuncOp>(symbol), compilerOptions);
  if (!compiled)
    return diagnostics.takeError(llvm::toString(compiled.takeError()));
  llvm::Expected<sg_entry_point> entry = compiled->executable->lookup(symbol);
  if (!entry)
    return diagnostics.takeError(llvm::toString(entry.takeError()));
  module->warnings += diagnostics.takeWarnings();

  auto object = std::make_unique<ExecutableObject>();
  object->threads = compilerOptions.threads;
  object->timeDependsOnValues = timeDependsOnValues(function);
  llvm::SmallBitVector donated = sg::findDonated(function, donatedIndices);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    object->arguments.push_back(
        describe(type, donated[i] || isa<BaseMemRefType>(type)));
  for (Type type : function.getResultTypes())
    object->results.push_back(describe(type, true));
  object->executable = std::move(compiled->executable);
  object->entry = *entry;
  return giveHandle(std::move(object), result);
}

void sgExecutableDestroy(SGExecutable *executable) {
  destroy<ExecutableObject>(executable);
}

static const SGType *
getType(const std::vector<std::unique_ptr<NativeType>> &types, int32_t i) {
  if (i < 0 || static_cast<size_t>(i) >= types.size())
    return nullptr;
  return &types[i]->type;
}

int32_t sgExecutableGetArgumentCount(const SGExecutable *handle) {
  Pinned<ExecutableObject> executable(handle);
  return executable ? executable->arguments.size() : 0;
}
int32_t sgExecutableGetResultCount(const SGExecutable *handle) {
  Pinned<ExecutableObject> executable(handle);
  return executable ? executable->results.size() : 0;
}
const SGType *sgExecutableGetArgument(const SGExecutable *handle,
                                      int32_t position) {
  Pinned<ExecutableObject> executable(handle);
  return executable ? getType(executable->arguments, position) : nullptr;
}
const SGType *sgExecutableGetResult(const SGExecutable *handle,
                                    int32_t position) {
  Pinned<ExecutableObject> executable(handle);
  return executable ? getType(executable->results, position) : nullptr;
}
int sgExecutableTimeDependsOnValues(const SGExecutable *handle) {
  Pinned<ExecutableObject> executable(handle);
  return executable && executable->timeDependsOnValues;
}
