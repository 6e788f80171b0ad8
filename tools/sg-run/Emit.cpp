//===- Emit.cpp - Native code for other programs --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "CheckGradients.h"
#include "Header.h"
#include "Messages.h"
#include "Progress.h"
#include "SharedLibrary.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Support/Files.h"
#include "sg/Transforms/Differentiate.h"

using namespace mlir;
using namespace sg::run;

/// Adds the derivatives that --derivatives names to the module.
static int addDerivatives(const Options &options, ModuleOp module,
                          SmallVectorImpl<func::FuncOp> &functions) {
  if (options.derivatives.empty())
    return Success;
  func::FuncOp function = functions.front();
  SmallVector<unsigned> wrt;
  if (int code = chooseArguments(options, function, wrt))
    return code;
  for (sg::grad::RequestMode mode : options.derivatives) {
    Type firstResult = function.getResultTypes().front();
    if (mode == sg::grad::RequestMode::ValueAndGrad &&
        (!isa<FloatType>(getElementTypeOrSelf(firstResult)) ||
         (isa<ShapedType>(firstResult) &&
          (!cast<ShapedType>(firstResult).hasRank() ||
           cast<ShapedType>(firstResult).getRank() != 0))))
      return fail("--derivatives=value-and-grad needs a float scalar as first "
                  "result of @" +
                  options.function + ", not " + debugString(firstResult) +
                  ": return a float scalar first, or use vjp");
    sg::DerivativeRequest request;
    request.mode = mode;
    request.wrt.assign(wrt.begin(), wrt.end());
    request.hasStrongZero = options.compiler.strongZero;
    FailureOr<func::FuncOp> derivative = sg::differentiate(function, request);
    if (failed(derivative))
      return Finding;
    functions.push_back(*derivative);
  }
  return Success;
}

static int write(const llvm::Twine &path, StringRef text) {
  if (llvm::Error error =
          sg::writeFile(path.str(), [&](llvm::raw_ostream &os) { os << text; }))
    return fail(llvm::toString(std::move(error)));
  return Success;
}

int sg::run::emitFiles(const Options &options, Program &program) {
  Progress progress("compiling @" + options.function);
  ModuleOp module = *program.module;
  if (llvm::Error error = sg::prepareModule(module))
    return reportError(options, std::move(error));
  SmallVector<func::FuncOp> functions{
      module.lookupSymbol<func::FuncOp>(options.function)};
  if (int code = addDerivatives(options, module, functions))
    return code;
  std::string header;
  if (options.emit.header)
    if (int code = makeHeader(options.emit.stem, functions,
                              options.compiler.donated, header))
      return code;
  if (llvm::Error error = sg::lowerModule(module, options.compiler))
    return reportError(options, std::move(error));
  if (options.emit.object || options.emit.library) {
    auto object = Executable::compileObject(module, options.compiler.processor);
    if (!object)
      return fail(llvm::toString(object.takeError()));
    StringRef code = (*object)->getBuffer();
    if (options.emit.object)
      if (int failed = write(options.emit.stem + ".o", code))
        return failed;
    if (options.emit.library)
      if (int failed = linkLibrary(options.emit.stem + ".so", code))
        return failed;
  }
  return options.emit.header ? write(options.emit.stem + ".h", header)
                             : int(Success);
}
