//===- Reference.cpp - Interpretation of programs -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "Messages.h"
#include "Progress.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Interpreter/Verification.h"
#include "sg/Pipelines/Pipelines.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;
using namespace sg;
using namespace sg::run;
using namespace sg::interpreter;

static bool hasRequest(ModuleOp module) {
  return module
      .walk([](grad::DerivativeRequestOpInterface) {
        return WalkResult::interrupt();
      })
      .wasInterrupted();
}

int sg::run::prepareForReference(const Options &options, Program &program) {
  ModuleOp module = *program.module;
  if (hasRequest(module) || options.report)
    if (llvm::Error error = sg::prepareModule(module))
      return reportError(options, std::move(error));
  if (options.isReference && options.report &&
      failed(printGradientReports(module, options.function, llvm::errs())))
    return Usage;
  if (hasRequest(module))
    if (llvm::Error error =
            sg::expandDerivatives(module, options.compiler.strongZero))
      return reportError(options, std::move(error));
  PassManager pm(module.getContext());
  if (options.compiler.buildLowering)
    options.compiler.buildLowering(pm);
  // Add the lowerings that dialects contribute to the pipelines.
  BeginStageOptions begin;
  begin.stage = PipelineStage::Fusion;
  pm.addPass(createBeginStage(begin));
  return failed(pm.run(module)) ? Finding : Success;
}

InterpreterOptions sg::run::toInterpreterOptions(const Options &options) {
  InterpreterOptions result;
  result.rounding = options.referenceRounding;
  result.seed = options.seed;
  if (options.memoryLimit != 0)
    result.memoryLimit = options.memoryLimit;
  return result;
}

func::FuncOp sg::run::getFunction(const Options &options,
                                  const Program &program) {
  ModuleOp module = *program.module;
  return module.lookupSymbol<func::FuncOp>(options.function);
}

int sg::run::convertToTensors(ArrayRef<Array> arrays,
                              SmallVectorImpl<Tensor> &tensors) {
  for (const Array &array : arrays) {
    llvm::Expected<Tensor> tensor = toTensor(array);
    if (!tensor)
      return fail(llvm::toString(tensor.takeError()));
    tensors.push_back(std::move(*tensor));
  }
  return Success;
}

int sg::run::reportFault(llvm::Error error) {
  int code = Usage;
  llvm::handleAllErrors(
      std::move(error),
      [&](const Fault &fault) {
        code = fail(fault.message(),
                    fault.getKind() == Fault::Finding ? Finding : Usage);
      },
      [&](const llvm::ErrorInfoBase &other) { code = fail(other.message()); });
  return code;
}

int sg::run::runReference(const Options &options, const Program &program,
                          ArrayRef<Array> arguments,
                          SmallVectorImpl<Array> &results) {
  Progress progress("interpreting @" + options.function);
  SmallVector<Tensor> tensors;
  if (int code = convertToTensors(arguments, tensors))
    return code;
  llvm::Expected<std::vector<Tensor>> interpreted = interpret(
      getFunction(options, program), tensors, toInterpreterOptions(options));
  if (!interpreted)
    return reportFault(interpreted.takeError());
  for (auto [tensor, type] :
       llvm::zip_equal(*interpreted, program.type.getResults())) {
    llvm::Expected<Array> array = toArray(tensor, getElementTypeOrSelf(type));
    if (!array)
      return fail(llvm::toString(array.takeError()));
    results.push_back(std::move(*array));
  }
  return Success;
}

std::string sg::run::describe(const ResultVerdict &verdict, Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!verdict.difference) {
    os << "has the sizes " << verdict.nativeShape << ", the reference gives "
       << verdict.referenceShape;
    return text;
  }
  const Difference &difference = *verdict.difference;
  if (!difference.index.empty()) {
    os << "element [";
    llvm::interleaveComma(difference.index, os);
    os << "] ";
  }
  os << "is " << difference.native << ", the reference gives "
     << difference.reference;
  if (isa<FloatType>(getPartType(getElementTypeOrSelf(type))) &&
      std::isfinite(difference.distance))
    os << llvm::format(" (difference %.2g, bound %.2g)", difference.distance,
                       difference.bound);
  return text;
}

static void reportAgreement(unsigned result, const ResultVerdict &verdict) {
  raw_ostream &os = llvm::errs();
  os << "reference: result " << result << ": "
     << verdict.numElements - verdict.numUndecided << " of "
     << verdict.numElements << " elements agree";
  if (verdict.difference && verdict.difference->distance != 0)
    os << llvm::format(", difference at most %.2g where the bound is %.2g",
                       verdict.difference->distance, verdict.difference->bound);
  if (verdict.numUndecided != 0)
    os << "; rounding decides the others";
  os << "\n";
}

int sg::run::verifyAgainstReference(const Options &options,
                                    const Program &program,
                                    ArrayRef<Array> arguments,
                                    ArrayRef<Array> results, int nativeCode) {
  auto progress =
      std::make_unique<Progress>("interpreting @" + options.function);
  SmallVector<Tensor> tensors;
  if (int code = convertToTensors(arguments, tensors))
    return code;
  InterpreterOptions interpreterOptions = toInterpreterOptions(options);
  interpreterOptions.output = nullptr; // native code has printed already
  if (nativeCode != Success) {
    llvm::Expected<std::vector<Tensor>> interpreted =
        interpret(getFunction(options, program), tensors, interpreterOptions);
    progress.reset();
    if (interpreted)
      return fail("the reference does not fail", Finding);
    fail("the reference reports: " + llvm::toString(interpreted.takeError()));
    return nativeCode;
  }
  llvm::Expected<std::vector<ResultVerdict>> verdicts = verifyResults(
      getFunction(options, program), tensors, results, interpreterOptions);
  progress.reset();
  if (!verdicts) {
    int code = reportFault(verdicts.takeError());
    return code == Finding ? fail("native code does not fail", Finding) : code;
  }
  int code = Success;
  for (auto [i, verdict] : llvm::enumerate(*verdicts)) {
    if (verdict.isWrong)
      code = fail("result " + Twine(i) + " DISAGREES with the reference: " +
                      describe(verdict, program.type.getResult(i)),
                  Finding);
    else if (options.verifyAgainstReference == Options::Verify::Verbose)
      reportAgreement(i, verdict);
  }
  return code;
}
