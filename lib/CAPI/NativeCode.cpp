//===- NativeCode.cpp - Functions as native code --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode.h"
#include "Module.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/Pipelines/ExplainErrors.h"
#include "sg/Pipelines/OneFunction.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Runtime/NativeTypes.h"

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

/// From a module with nothing but `function` and what it reaches to LLVM's.
static LogicalResult lower(ModuleOp module, func::FuncOp function,
                           const SGCompileOptions &options) {
  auto written = std::make_shared<const sg::WrittenOps>(module);
  if (failed(sg::keepReachable(module, function)) ||
      failed(sg::checkKnown(module)) || failed(sg::liftBranches(module)))
    return failure();
  PassManager pm(module.getContext());
  sg::explainErrors(pm, written);
  sg::LowerToCPUOptions lowering;
  for (size_t i = 0; i < options.donated_count; ++i)
    lowering.donated.push_back(options.donated[i]);
  lowering.threads = options.threads;
  sg::buildLowerToCPUPipeline(pm, lowering);
  if (failed(pm.run(module)))
    return failure();
  return sg::checkLowered(module);
}

SGError *sgModuleCompile(SGModule *module, const char *name,
                         const SGCompileOptions *given, SGExecutable **result) {
  std::lock_guard<std::mutex> lock(module->mutex);
  SGCompileOptions options = given ? *given : SGCompileOptions{};
  if (options.threads < 0)
    return makeError(SG_ERROR_ARGUMENT,
                     "threads is " + Twine(options.threads) +
                         "; it is at least 1, or 0 for that");
  options.threads = std::max(options.threads, 1);
  func::FuncOp function;
  if (SGError *error = findFunction(*module->module, name, function))
    return error;
  std::string symbol = function.getName().str();
  ArrayRef<int64_t> named(options.donated, options.donated_count);
  for (int64_t i : named)
    if (i < 0 || i >= function.getNumArguments())
      return makeError(SG_ERROR_ARGUMENT,
                       "donated names argument " + Twine(i) + ", but @" +
                           symbol + " has " +
                           Twine(function.getNumArguments()));
  auto made = std::make_unique<SGExecutable>();
  made->threads = options.threads;
  OwningOpRef<ModuleOp> lowered;
  if (SGError *error = tryOnCopy(
          *module, "@" + Twine(symbol) + " cannot be compiled",
          [&](ModuleOp copy) {
            return lower(copy, copy.lookupSymbol<func::FuncOp>(symbol),
                         options);
          },
          lowered))
    return error;
  llvm::SmallBitVector donated = sg::findDonated(function, named);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    made->arguments.push_back(
        describe(type, donated[i] || isa<BaseMemRefType>(type)));
  for (Type type : function.getResultTypes())
    made->results.push_back(describe(type, true));

  Diagnostics diagnostics(&module->context);
  llvm::Expected<std::unique_ptr<sg::Executable>> executable =
      sg::Executable::compile(*lowered, {});
  if (!executable)
    return diagnostics.takeError(llvm::toString(executable.takeError()));
  llvm::Expected<sg_entry_point> entry = (*executable)->lookup(symbol);
  if (!entry)
    return diagnostics.takeError(llvm::toString(entry.takeError()));
  module->warnings += diagnostics.takeWarnings();
  made->executable = std::move(*executable);
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
