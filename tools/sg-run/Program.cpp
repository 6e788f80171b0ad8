//===- Program.cpp - The program that is run ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Messages.h"
#include "Progress.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "sg/Compiler/Compiler.h"
#include "sg/Pipelines/CheckSource.h"
#include "sg/Pipelines/VerifyParsed.h"
#include "sg/Support/Files.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace sg::run;

/// Emits an error if a function uses a value of another function. The parser
/// resolves an undefined name to a value of a later function, and the module is
/// not verified yet.
static LogicalResult checkIsolated(ModuleOp module) {
  for (Operation &topLevelOp : *module.getBody()) {
    WalkResult walk = topLevelOp.walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (!operand) {
          op->emitOpError("has an operand without a value: the op that defines "
                          "the value is not valid");
          return WalkResult::interrupt();
        }
        Region *region = operand.getParentRegion();
        if (region == op->getParentRegion() ||
            topLevelOp.isAncestor(region->getParentOp()))
          continue;
        op->emitOpError("uses a value of another function");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

/// Emits an error if the module has no block, a symbol has no name, or a
/// function has no region. Code that runs before verification relies on these
/// properties.
static LogicalResult checkSymbols(ModuleOp module) {
  if (module->getNumRegions() != 1 ||
      !llvm::hasSingleElement(module->getRegion(0)))
    return verify(module);
  for (Operation &op : *module.getBody()) {
    bool isNamed =
        !isa<SymbolOpInterface>(op) ||
        op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    bool hasRegion = !isa<func::FuncOp>(op) || op.getNumRegions() == 1;
    if ((!isNamed || !hasRegion) && failed(verify(&op)))
      return failure();
  }
  return success();
}

int sg::run::loadProgram(MLIRContext &context, const Options &options,
                         Program &program) {
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      readProgram(options.file);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  if (failed(checkSource((*buffer)->getBuffer(),
                         (*buffer)->getBufferIdentifier(), context)))
    return Usage;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(alignBytecode(std::move(*buffer)), llvm::SMLoc());
  program.module = parseSourceFile<ModuleOp>(sources, config);
  if (!program.module)
    return Usage;
  replaceOpsThatCrashVerifier(*program.module);
  if (failed(checkSymbols(*program.module)) ||
      failed(checkIsolated(*program.module)))
    return Usage;
  llvm::Expected<func::FuncOp> function =
      findFunction(*program.module, options.function, options.file);
  if (!function)
    return fail(llvm::toString(function.takeError()));
  if (llvm::Error error = isolateFunction(*function))
    return reportError(options, std::move(error));
  program.type = function->getFunctionType();
  ArrayRef<int64_t> donated = options.compiler.donated;
  if (llvm::Error error = checkPositions(function->getName(), donated,
                                         function->getNumArguments()))
    return fail("--donate " + llvm::toString(std::move(error)));
  program.donated = findDonated(*function, donated);
  return Success;
}

int sg::run::reportError(const Options &options, llvm::Error error) {
  int code = Usage;
  llvm::handleAllErrors(
      std::move(error),
      [&](const sg::CompileError &failed) {
        using Error = sg::CompileError;
        Error::Step step = failed.getStep();
        if (step == Error::Derivatives || step == Error::Verifying)
          code = Finding;
        if (failed.hasDiagnostic())
          return;
        if (step == Error::Verifying || step == Error::NativeCode)
          fail(failed.message());
        else
          fail("cannot compile @" + options.function);
      },
      [&](const llvm::ErrorInfoBase &other) { fail(other.message()); });
  return code;
}

int sg::run::compileProgram(const Options &options, Program &program) {
  Progress progress("compiling @" + options.function);
  sg::CompilerOptions compilerOptions = options.compiler;
  // Bypass the cache, since only a compilation can print.
  bool printsModule = options.report || options.printLowered;
  if (printsModule)
    compilerOptions.cache.clear();
  ModuleOp module = *program.module;
  if (printsModule)
    if (llvm::Error error = sg::prepareModule(module))
      return reportError(options, std::move(error));
  if (options.report &&
      failed(printGradientReports(module, options.function, llvm::errs())))
    return Usage;
  if (options.printLowered) {
    if (llvm::Error error = sg::verifyMachineCode(module, compilerOptions))
      return reportError(options, std::move(error));
    if (llvm::Error error = sg::lowerModule(module, compilerOptions))
      return reportError(options, std::move(error));
    return Success;
  }
  llvm::Expected<sg::CompiledFunction> compiled = sg::compileFunction(
      module.lookupSymbol<func::FuncOp>(options.function), compilerOptions);
  if (!compiled)
    return reportError(options, compiled.takeError());
  program.executable = std::move(compiled->executable);
  program.isFromCache = compiled->isFromCache;
  return Success;
}
