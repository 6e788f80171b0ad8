//===- FreezeStopGradient.cpp - Record and replay the values at stops -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrozenFunctions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Freeze/Passes.h"
#include "sg/Transforms/PassOptionUtils.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-freeze-stop-gradient"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_FREEZESTOPGRADIENT
#include "sg/Freeze/Passes.h.inc"
} // namespace sg::grad

namespace {
struct FreezeStopGradient
    : sg::grad::impl::FreezeStopGradientBase<FreezeStopGradient> {
  using FreezeStopGradientBase::FreezeStopGradientBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return readOptions(
        getArgument(), options, "function=NAME", errorHandler,
        [&](auto error) { return Pass::initializeOptions(options, error); });
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    if (function.empty()) {
      emitError(module.getLoc())
          << getArgument() << " needs the function to freeze, as in --"
          << getArgument() << "=\"function=f\"";
      return signalPassFailure();
    }
    FailureOr<func::FuncOp> found =
        lookupFunctionOption(module, function, getArgument());
    if (failed(found))
      return signalPassFailure();
    func::FuncOp target = *found;
    std::string name = target.getName().str();
    if (target.isExternal()) {
      emitError(target.getLoc()) << getArgument() << ": '@" << name
                                 << "' has no body, so that it has no stops";
      return signalPassFailure();
    }
    for (StringRef suffix : {"_record", "_replay"})
      if (Operation *other = symbols.lookup(name + suffix.str())) {
        emitError(other->getLoc()) << getArgument() << ": the name '@" << name
                                   << suffix << "' is taken";
        return signalPassFailure();
      }
    FailureOr<func::FuncOp> recording =
        createRecorded(symbols)->get(target, target);
    if (failed(recording))
      return signalPassFailure();
    FailureOr<func::FuncOp> replaying =
        createReplayed(symbols)->get(target, target);
    if (failed(replaying))
      return signalPassFailure();
    LDBG() << "recorded by '@" << recording->getName() << "', replayed by '@"
           << replaying->getName() << "': '@" << name << "' at "
           << target.getLoc();
    recording->setPublic();
    replaying->setPublic();
  }
};
} // namespace
