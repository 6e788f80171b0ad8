//===- Module.cpp - A module and its context ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Compiler/OneFunction.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Pipelines/CheckSource.h"
#include "sg/Pipelines/VerifyParsed.h"
#include "sg/Register.h"
#include "sg/Version.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace sg::capi;

static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    sg::registerAllDialects(all);
    return all;
  }();
  return registry;
}

SGError *sg::capi::checkAllowed(const CompilerUse &use) {
  if (use)
    return nullptr;
  return makeError(SG_ERROR_ARGUMENT,
                   "the process is ending: only calls of executables work");
}

SGError *ModuleUse::begin() {
  if (!pinned)
    return makeHandleError(handle, "module");
  if (SGError *error = checkAllowed(compiler))
    return error;
  lock = std::unique_lock<std::mutex>(pinned->mutex);
  return nullptr;
}

ModuleObject::ModuleObject()
    : context(getRegistry(), MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects();
}

/// Returns true if this library and libMLIR agree on type ids. They disagree if
/// another compiler built libMLIR and libMLIR was loaded first. Ops would then
/// lose their traits, and derivatives would be zero.
static bool agreesOnTypeIDs(MLIRContext &context) {
  context.loadDialect<func::FuncDialect>();
  std::optional<RegisteredOperationName> returnName =
      RegisteredOperationName::lookup("func.return", &context);
  return returnName && returnName->hasTrait<OpTrait::IsTerminator>();
}

SGError *sg::capi::parse(StringRef bytes, StringRef name,
                         std::unique_ptr<ModuleObject> &module) {
  auto result = std::make_unique<ModuleObject>();
  if (!agreesOnTypeIDs(result->context))
    return makeError(SG_ERROR_ARGUMENT,
                     "libSGC.so was not built by the compiler that built "
                     "libMLIR, which this process has loaded before: load "
                     "libSGC.so first, or build it with clang");
  Diagnostics diagnostics(&result->context);
  if (failed(checkSource(bytes, name, result->context)))
    return diagnostics.takeError(name + ": this is not an MLIR module");
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.size(), name, llvm::Align(4096));
  if (!buffer)
    return makeError(SG_ERROR_MEMORY, "out of memory: a module of " +
                                          Twine(bytes.size()) + " bytes");
  llvm::copy(bytes, buffer->getBufferStart());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  ParserConfig config(&result->context, /*verifyAfterParse=*/false);
  result->module = parseSourceFile<ModuleOp>(sources, config);
  if (!result->module || failed(verifyParsed(*result->module)))
    return diagnostics.takeError(name + ": this is not an MLIR module");
  result->warnings = diagnostics.takeWarnings();
  module = std::move(result);
  return nullptr;
}

SGError *sg::capi::copyModule(const SGModule *handle,
                              std::unique_ptr<ModuleObject> &copy) {
  std::string bytecode;
  {
    ModuleUse module(handle);
    if (SGError *error = module.begin())
      return error;
    Diagnostics diagnostics(&module->context);
    llvm::raw_string_ostream os(bytecode);
    if (failed(writeBytecodeToFile(*module->module, os)))
      return diagnostics.takeError("the module cannot be copied");
  }
  return parse(bytecode, "module", copy);
}

SGError *sg::capi::giveParsed(StringRef bytes, StringRef name,
                              SGModule **module) {
  std::unique_ptr<ModuleObject> parsed;
  if (SGError *error = parse(bytes, name, parsed))
    return error;
  return giveHandle(std::move(parsed), module);
}

SGError *sg::capi::tryOnCopy(ModuleObject &module, const Twine &defaultMessage,
                             function_ref<LogicalResult(ModuleOp)> change,
                             OwningOpRef<ModuleOp> &copy) {
  Diagnostics diagnostics(&module.context);
  OwningOpRef<ModuleOp> changed(module.module->clone());
  if (failed(change(*changed)))
    return diagnostics.takeError(defaultMessage);
  module.warnings += diagnostics.takeWarnings();
  copy = std::move(changed);
  return nullptr;
}

SGError *sg::capi::findFunction(ModuleOp module, const char *name,
                                func::FuncOp &function) {
  if (!name)
    return makeError(SG_ERROR_ARGUMENT, "the name of a function is NULL");
  StringRef functionName = StringRef(name);
  functionName.consume_front("@");
  llvm::Expected<func::FuncOp> foundFunction =
      sg::findFunction(module, functionName);
  if (!foundFunction)
    return makeError(SG_ERROR_ARGUMENT,
                     llvm::toString(foundFunction.takeError()));
  function = *foundFunction;
  return nullptr;
}

static llvm::json::Array describe(TypeRange types) {
  llvm::json::Array all;
  for (Type type : types)
    all.push_back(llvm::json::fixUTF8(debugString(type)));
  return all;
}

const char *sgVersion(void) { return SG_VERSION_STRING; }

SGError *sgModuleParse(const char *text, size_t length, const char *name,
                       SGModule **module) {
  if (SGError *error = checkList(text, length, "text"))
    return error;
  if (SGError *error = checkPointer(module, "module"))
    return error;
  CompilerUse use;
  if (SGError *error = checkAllowed(use))
    return error;
  return giveParsed(StringRef(text, length), name ? name : "module", module);
}

SGError *sgModuleClone(SGModule *module, SGModule **clone) {
  if (SGError *error = checkPointer(clone, "clone"))
    return error;
  CompilerUse use;
  std::unique_ptr<ModuleObject> copy;
  if (SGError *error = copyModule(module, copy))
    return error;
  return giveHandle(std::move(copy), clone);
}

void sgModuleDestroy(SGModule *module) { destroy<ModuleObject>(module); }

SGError *sgModulePrint(SGModule *handle, int has_locations, char **text) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkPointer(text, "text"))
    return error;
  std::string printed;
  llvm::raw_string_ostream os(printed);
  OpPrintingFlags flags;
  if (has_locations)
    flags.enableDebugInfo(true);
  module->module->print(os, flags);
  return giveText(printed, text);
}

SGError *sgModuleDescribe(SGModule *handle, char **json) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkPointer(json, "json"))
    return error;
  llvm::json::Array functions;
  for (auto function : module->module->getOps<func::FuncOp>())
    functions.push_back(llvm::json::Object{
        {"name", llvm::json::fixUTF8(function.getName())},
        {"isPublic", function.isPublic()},
        {"hasBody", !function.isExternal()},
        {"arguments", describe(function.getArgumentTypes())},
        {"differentiable",
         llvm::json::Array(sg::grad::getDifferentiablePositions(
             function.getArgumentTypes()))},
        {"results", describe(function.getResultTypes())}});
  std::string printed;
  llvm::raw_string_ostream os(printed);
  os << llvm::json::Value(std::move(functions));
  return giveText(printed, json);
}

SGError *sgModuleTakeWarnings(SGModule *handle, char **text) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkPointer(text, "text"))
    return error;
  if (module->warnings.empty()) {
    *text = nullptr;
    return nullptr;
  }
  SGError *error = giveText(StringRef(module->warnings).rtrim(), text);
  if (!error)
    module->warnings.clear();
  return error;
}
