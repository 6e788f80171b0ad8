//===- NativeCode.cpp - Functions as native code --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode.h"
#include "Module.h"
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

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

SGError *sgModuleCompile(SGModule *module, const char *name,
                         const SGCompileOptions *given, SGExecutable **result) {
  std::lock_guard<std::mutex> lock(module->mutex);
  SGCompileOptions options = given ? *given : SGCompileOptions{};
  if (options.threads < 0)
    return makeError(SG_ERROR_ARGUMENT,
                     "threads is " + Twine(options.threads) +
                         "; it is at least 1, or 0 for that");
  if (options.threads > static_cast<int32_t>(sg::kMaxThreads))
    return makeError(SG_ERROR_ARGUMENT, "threads is " + Twine(options.threads) +
                                            "; it is at most " +
                                            Twine(sg::kMaxThreads));
  func::FuncOp function;
  if (SGError *error = findFunction(*module->module, name, function))
    return error;
  ArrayRef<int64_t> named(options.donated, options.donated_count);
  if (llvm::Error error = sg::checkPositions(function.getName(), named,
                                             function.getNumArguments()))
    return makeError(SG_ERROR_ARGUMENT,
                     "donated " + llvm::toString(std::move(error)));
  sg::CompilerOptions compiling;
  compiling.threads = std::max(options.threads, 1);
  llvm::append_range(compiling.donated, named);
  if (options.cache)
    compiling.cache = options.cache;

  Diagnostics diagnostics(&module->context);
  OwningOpRef<ModuleOp> copy(module->module->clone());
  StringRef symbol = function.getName();
  llvm::Expected<sg::CompiledFunction> compiled =
      sg::compileFunction(copy->lookupSymbol<func::FuncOp>(symbol), compiling);
  if (!compiled)
    return diagnostics.takeError(llvm::toString(compiled.takeError()));
  llvm::Expected<sg_entry_point> entry = compiled->executable->lookup(symbol);
  if (!entry)
    return diagnostics.takeError(llvm::toString(entry.takeError()));
  module->warnings += diagnostics.takeWarnings();

  auto made = std::make_unique<SGExecutable>();
  made->threads = compiling.threads;
  llvm::SmallBitVector donated = sg::findDonated(function, named);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    made->arguments.push_back(
        describe(type, donated[i] || isa<BaseMemRefType>(type)));
  for (Type type : function.getResultTypes())
    made->results.push_back(describe(type, true));
  made->executable = std::move(compiled->executable);
  made->entry = *entry;
  *result = made.release();
  return nullptr;
}

void sgExecutableDestroy(SGExecutable *executable) { delete executable; }

static const SGType *
getType(const std::vector<std::unique_ptr<NativeType>> &types, int32_t i) {
  if (i < 0 || static_cast<size_t>(i) >= types.size())
    return nullptr;
  return &types[i]->type;
}

int32_t sgExecutableGetArgumentCount(const SGExecutable *executable) {
  return executable->arguments.size();
}
int32_t sgExecutableGetResultCount(const SGExecutable *executable) {
  return executable->results.size();
}
const SGType *sgExecutableGetArgument(const SGExecutable *executable,
                                      int32_t position) {
  return getType(executable->arguments, position);
}
const SGType *sgExecutableGetResult(const SGExecutable *executable,
                                    int32_t position) {
  return getType(executable->results, position);
}
