//===- Derivatives.cpp - Derivatives and passes ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "sg/Compiler/OneFunction.h"
#include "sg/Diagnostics/Passes.h"
#include "sg/Diagnostics/Report.h"
#include "sg/Pipelines/ExplainErrors.h"
#include "sg/Register.h"
#include "sg/Transforms/Differentiate.h"

using namespace mlir;
using namespace sg::capi;

/// Runs `change` on the module. If `change` fails, the module is unchanged.
static SGError *changeModule(ModuleObject &module, const Twine &defaultMessage,
                             function_ref<LogicalResult(ModuleOp)> change) {
  return tryOnCopy(module, defaultMessage, change, module.module);
}

static FailureOr<sg::grad::RequestMode> readMode(int32_t mode) {
  switch (mode) {
  case SG_VALUE_AND_GRAD:
    return sg::grad::RequestMode::ValueAndGrad;
  case SG_VJP:
    return sg::grad::RequestMode::VJP;
  case SG_JVP:
    return sg::grad::RequestMode::JVP;
  }
  return failure();
}

/// Returns an error if a required pointer of `request` is NULL.
static SGError *checkRequest(const SGRequest *request) {
  if (SGError *error = checkPointer(request, "request"))
    return error;
  if (SGError *error = checkList(request->wrt, request->wrt_count, "wrt"))
    return error;
  return checkList(request->of, request->of_count, "of");
}

SGError *sgModuleDifferentiate(SGModule *handle, const SGRequest *request) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkRequest(request))
    return error;
  FailureOr<sg::grad::RequestMode> mode = readMode(request->mode);
  if (failed(mode))
    return makeError(SG_ERROR_ARGUMENT, "there is no mode " +
                                            Twine(request->mode) +
                                            ": see enum SGMode");
  func::FuncOp function;
  if (SGError *error =
          findFunction(*module->module, request->function, function))
    return error;
  sg::DerivativeRequest derivative;
  derivative.mode = *mode;
  llvm::append_range(derivative.wrt,
                     ArrayRef(request->wrt, request->wrt_count));
  llvm::append_range(derivative.of, ArrayRef(request->of, request->of_count));
  derivative.name = request->name ? request->name : "";
  derivative.isStrict = request->is_strict;
  derivative.hasStrongZero = request->has_strong_zero;
  std::string name = function.getName().str();
  return changeModule(*module, "@" + Twine(name) + " cannot be differentiated",
                      [&](ModuleOp copy) -> LogicalResult {
                        auto copied = copy.lookupSymbol<func::FuncOp>(name);
                        if (failed(sg::liftBranches(copy, copied)))
                          return failure();
                        return sg::differentiate(copied, derivative);
                      });
}

SGError *sgModuleExpand(SGModule *handle) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  return changeModule(*module, "requests cannot be expanded",
                      [&](ModuleOp copy) {
                        PassManager pm(&module->context);
                        pm.addPass(sg::grad::createExpandDerivatives());
                        return success(succeeded(sg::liftBranches(copy)) &&
                                       succeeded(pm.run(copy)));
                      });
}

/// Registers the passes in the registry of the process. Returns false if
/// another copy of sg has registered its passes, which match only the ops of
/// that copy.
static bool registerPasses() {
  static const bool hasRegistered = [] {
    bool isUnregistered = !PassInfo::lookup("grad-expand-derivatives");
    if (isUnregistered)
      sg::registerAllPasses();
    return isUnregistered;
  }();
  return hasRegistered;
}

SGError *sgModuleRunPipeline(SGModule *handle, const char *pipeline) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkPointer(pipeline, "pipeline"))
    return error;
  if (!registerPasses())
    return makeError(SG_ERROR_ARGUMENT,
                     "another copy of sg, such as its plugin for mlir-opt, has "
                     "registered its passes in this process: pipelines cannot "
                     "be run by name");
  std::string message;
  llvm::raw_string_ostream os(message);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
  if (failed(parsed))
    return makeError(SG_ERROR_ARGUMENT,
                     "'" + Twine(pipeline) + "' is not a pipeline: " + message);
  if (parsed->getOpAnchorName() != ModuleOp::getOperationName())
    return makeError(SG_ERROR_ARGUMENT,
                     "the pipeline is for '" + parsed->getOpAnchorName() +
                         "'; write builtin.module(" + Twine(pipeline) + ")");
  return changeModule(*module, "the pipeline failed", [&](ModuleOp copy) {
    PassManager pm(&module->context);
    static_cast<OpPassManager &>(pm) = *parsed;
    sg::explainErrors(pm);
    return pm.run(copy);
  });
}

SGError *sgModuleReport(SGModule *handle, const SGRequest *request,
                        int32_t format, char **text) {
  ModuleUse module(handle);
  if (SGError *error = module.begin())
    return error;
  if (SGError *error = checkRequest(request))
    return error;
  if (SGError *error = checkPointer(text, "text"))
    return error;
  sg::grad::ReportFormat reportFormat;
  switch (format) {
  case SG_REPORT_TEXT:
    reportFormat = sg::grad::ReportFormat::Text;
    break;
  case SG_REPORT_JSON:
    reportFormat = sg::grad::ReportFormat::JSON;
    break;
  case SG_REPORT_DOT:
    reportFormat = sg::grad::ReportFormat::DOT;
    break;
  default:
    return makeError(SG_ERROR_ARGUMENT,
                     "there is no format " + Twine(format) +
                         " of a report: see enum SGReportFormat");
  }
  func::FuncOp function;
  if (SGError *error =
          findFunction(*module->module, request->function, function))
    return error;
  sg::grad::ReportRequest reportRequest;
  reportRequest.function = function.getName().str();
  reportRequest.wrt.assign(request->wrt, request->wrt + request->wrt_count);
  reportRequest.results.assign(request->of, request->of + request->of_count);
  std::string printed;
  OwningOpRef<ModuleOp> copy;
  SGError *error = tryOnCopy(
      *module, "there is nothing to report on",
      [&](ModuleOp copied) -> LogicalResult {
        auto copiedFunction =
            copied.lookupSymbol<func::FuncOp>(reportRequest.function);
        if (failed(sg::liftBranches(copied, copiedFunction)))
          return failure();
        FailureOr<sg::grad::GradientReport> report =
            sg::grad::makeGradientReport(copied, reportRequest);
        if (failed(report))
          return failure();
        llvm::raw_string_ostream os(printed);
        sg::grad::print(os, *report, reportFormat);
        return success();
      },
      copy);
  return error ? error : giveText(printed, text);
}
