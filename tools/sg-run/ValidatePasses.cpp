//===- ValidatePasses.cpp - Checks of the program after each pass ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValidatePasses.h"
#include "Messages.h"
#include "Progress.h"
#include "Reference.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "sg/Runtime/NativeTypes.h"

using namespace mlir;
using namespace sg;
using namespace sg::run;
using namespace sg::interpreter;

namespace {
/// The state of the validation. It outlives the pass managers.
struct Validation {
  const Options &options;
  FunctionType type;
  ArrayRef<Tensor> arguments;
  ReferenceRuns &runs;
  unsigned numValidated = 0;
  /// The first wrong result, and the first unsupported op or type since the
  /// last validated pass.
  std::string finding = {}, unsupported = {};

  void validate(ModuleOp module, StringRef pass);

private:
  llvm::Expected<std::vector<Tensor>> interpretModule(ModuleOp module);
  llvm::Error compare(ArrayRef<Tensor> results);
};

class ValidatingInstrumentation : public PassInstrumentation {
public:
  explicit ValidatingInstrumentation(Validation &validation)
      : validation(validation) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (isAdaptor(pass) || !validation.finding.empty() || depth++ != 0)
      return;
    fingerprintBefore.emplace(getModule(op));
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    // A pass that runs other passes is not finished yet.
    if (isAdaptor(pass) || !validation.finding.empty() || --depth != 0)
      return;
    ModuleOp module = getModule(op);
    bool isChanged = std::exchange(isDeferred, false) ||
                     OperationFingerPrint(module) != *fingerprintBefore;
    fingerprintBefore.reset();
    // Bufferization casts memrefs with gaps to row-major memrefs. Validate
    // after the next pass, which replaces the casts by copies
    // (docs/UpstreamFaults.md).
    if (pass->getArgument() == "sg-bufferize") {
      isDeferred = isChanged;
      return;
    }
    if (isChanged)
      validation.validate(module, pass->getArgument());
  }

private:
  /// Returns true if `pass` only runs other passes: function passes or passes
  /// that dialects contribute.
  static bool isAdaptor(Pass *pass) {
    return pass->getName().contains("OpToOpPassAdaptor") ||
           pass->getArgument() == "sg-begin-stage";
  }
  static ModuleOp getModule(Operation *op) {
    while (Operation *parent = op->getParentOp())
      op = parent;
    return cast<ModuleOp>(op);
  }

  Validation &validation;
  unsigned depth = 0;
  /// True if the last pass changed the module and its validation is deferred
  /// until after the next pass.
  bool isDeferred = false;
  std::optional<OperationFingerPrint> fingerprintBefore;
};
} // namespace

llvm::Expected<std::vector<Tensor>>
Validation::interpretModule(ModuleOp module) {
  InterpreterOptions interpreterOptions;
  // Round the result of each op, as native code does. Expansions of math
  // functions may rely on the rounding.
  interpreterOptions.rounding = Rounding::EachOp;
  interpreterOptions.output = nullptr;
  if (options.memoryLimit != 0)
    interpreterOptions.memoryLimit = options.memoryLimit;
  auto inner = module.lookupSymbol<func::FuncOp>(
      (kInnerPrefix + options.function).str());
  if (inner)
    return interpretEntryPoint(inner, type, arguments, interpreterOptions);
  auto function = module.lookupSymbol<func::FuncOp>(options.function);
  if (function && function.getFunctionType() == type)
    return interpret(function, arguments, interpreterOptions);
  return llvm::make_error<Fault>(Fault::Unknown, module.getLoc(),
                                 "the function is not in the func dialect");
}

llvm::Error Validation::compare(ArrayRef<Tensor> results) {
  std::vector<Array> arrays;
  for (auto [tensor, type] : llvm::zip_equal(results, type.getResults())) {
    llvm::Expected<Array> array = toArray(tensor, getElementTypeOrSelf(type));
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  llvm::Expected<std::vector<ResultVerdict>> verdicts = runs.compare(arrays);
  if (!verdicts)
    return verdicts.takeError();
  for (auto [i, verdict] : llvm::enumerate(*verdicts))
    if (verdict.isWrong && finding.empty())
      finding = "result " + std::to_string(i) +
                " DISAGREES with the reference: " +
                describe(verdict, type.getResult(i));
  return llvm::Error::success();
}

void Validation::validate(ModuleOp module, StringRef pass) {
  llvm::Expected<std::vector<Tensor>> results = interpretModule(module);
  llvm::Error error = results ? compare(*results) : results.takeError();
  std::string problem;
  llvm::handleAllErrors(
      std::move(error),
      [&](const Fault &fault) {
        (fault.getKind() == Fault::Finding ? finding : problem) =
            fault.message();
      },
      [&](const llvm::ErrorInfoBase &other) { problem = other.message(); });
  std::string prefix = ("after --" + pass + ": ").str();
  if (!finding.empty()) {
    finding = prefix + finding;
  } else if (problem.empty()) {
    ++numValidated;
    unsupported.clear();
  } else if (unsupported.empty()) {
    unsupported = prefix + problem;
  }
}

int sg::run::validatePasses(const Options &options, const Program &program,
                            ArrayRef<Array> arguments) {
  Progress progress("validating passes on @" + options.function);
  Program reference;
  reference.type = program.type;
  reference.module = ModuleOp(*program.module).clone();
  if (int code = prepareForReference(options, reference))
    return code;
  SmallVector<Tensor> tensors;
  if (int code = convertToTensors(arguments, tensors))
    return code;
  InterpreterOptions interpreterOptions = toInterpreterOptions(options);
  interpreterOptions.output = nullptr;
  llvm::Expected<ReferenceRuns> runs = ReferenceRuns::make(
      getFunction(options, reference), tensors, interpreterOptions);
  if (!runs) {
    // The original program fails, so no results can be compared. Native code
    // reports the error.
    std::string text = llvm::toString(runs.takeError());
    if (options.validatePasses == Options::Verify::Verbose)
      llvm::errs() << "passes: not validated, " << text << "\n";
    return Success;
  }
  Validation validation{options, program.type, tensors, *runs};
  OwningOpRef<ModuleOp> lowered = ModuleOp(*program.module).clone();
  if (llvm::Error error = sg::prepareModule(*lowered))
    return reportError(options, std::move(error));
  llvm::Error error =
      sg::lowerModule(*lowered, options.compiler, [&](PassManager &pm) {
        pm.addInstrumentation(
            std::make_unique<ValidatingInstrumentation>(validation));
      });
  int code = error ? reportError(options, std::move(error)) : int(Success);
  if (!validation.finding.empty())
    return fail(validation.finding, Finding);
  if (code == Success && options.validatePasses == Options::Verify::Verbose) {
    llvm::errs() << "passes: the results are correct after "
                 << validation.numValidated << " passes";
    if (!validation.unsupported.empty())
      llvm::errs() << "; " << validation.unsupported;
    llvm::errs() << "\n";
  }
  return code;
}
