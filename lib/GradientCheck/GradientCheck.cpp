//===- GradientCheck.cpp - Check derivatives against differences ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/GradientCheck/GradientCheck.h"
#include "CheckedFunction.h"
#include "ChoosePoints.h"
#include "CompareFunction.h"
#include "LocalizeWrongRule.h"
#include "WidenFloats.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/ArgumentNames.h"
#include <cmath>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;
using llvm::Error, llvm::Expected;

namespace {
/// One check of a function with respect to the arguments `options.wrt`.
class GradientCheck {
public:
  GradientCheck(func::FuncOp function, ArrayRef<Array> inputs,
                const Options &options, Result &result)
      : options(options), result(result), original(function),
        name(function.getName().str()), type(function.getFunctionType()),
        inputs(inputs) {}

  Error run();

private:
  void choosePrecision();
  Error compile();
  Error choosePoints();
  Error check(CheckedFunction &checked, FunctionCheck::Kind kind,
              std::optional<ArrayRef<Array>> point = std::nullopt);
  Error compareAt(CheckedFunction &checked, FunctionCheck &check,
                  std::optional<ArrayRef<Array>> point);
  Error checkDerivatives();
  Error checkPoints();
  Error compare();
  void localize();
  void enter(Listener::Phase phase) {
    if (options.listener)
      options.listener->enter(phase);
  }

  const Options &options;
  Result &result;
  func::FuncOp original;
  std::string name;
  FunctionType type;
  ArrayRef<Array> inputs;       ///< The inputs given by the user, or empty.
  OwningOpRef<ModuleOp> module; ///< Widened to f64 if possible.
  SmallVector<unsigned> wrt;
  std::optional<NativeProgram> program;
  std::optional<CheckedFunction> function;
  /// The derivatives in both modes, which order 2 also checks.
  std::vector<CheckedFunction> derivatives;
  /// The properties of all checks at the current point.
  FunctionCheck checkTemplate;
  std::vector<CheckedPoint> points;
  double runSeconds = 0; ///< Longest run time of the function at a point.
  TimeLimit limit;
  Failure firstFailure;
  /// Arguments that can only be checked separately.
  llvm::SmallSetVector<unsigned, 4> separateArguments;
};
} // namespace

static Error fail(CheckError::Kind kind, const Twine &text) {
  return llvm::make_error<CheckError>(kind, text.str());
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

void GradientCheck::choosePrecision() {
  FloatType coarsest = findCoarsestFloat(*module);
  if (isNarrowFloat(coarsest)) {
    OwningOpRef<ModuleOp> wide(module->clone());
    if (std::optional<std::string> reason = widenFloats(*wide)) {
      checkTemplate.whyNotWider = *reason;
    } else {
      module = std::move(wide);
      coarsest = Float64Type::get(module->getContext());
    }
  }
  checkTemplate.type =
      checkTemplate.whyNotWider.empty() ? "f64" : debugString(coarsest);
  checkTemplate.precision.epsilon =
      std::ldexp(1.0, 1 - int(coarsest.getFPMantissaWidth()));
}

Error GradientCheck::compile() {
  enter(Listener::Phase::Compiling);
  OwningOpRef<ModuleOp> lowered(module->clone());
  auto add = [&](StringRef name) {
    auto funcOp = lowered->lookupSymbol<func::FuncOp>(name);
    return CheckedFunction(name.str(), funcOp.getFunctionType(), wrt);
  };
  if (Error error = addRequests(*lowered, name, wrt))
    return error;
  function = add(name);
  if (options.order == 2)
    for (const std::string &derivative : {vjpName(name), jvpName(name)}) {
      if (Error error = addRequests(*lowered, derivative, wrt))
        return error;
      derivatives.push_back(add(derivative));
    }
  if (Error error = expandDerivatives(*lowered, options.compiler.strongZero))
    return error;
  if (Error error = function->freeze(*lowered))
    return error;
  for (CheckedFunction &derivative : derivatives)
    if (Error error = derivative.freeze(*lowered))
      return error;
  Expected<NativeProgram> compiled = NativeProgram::compile(*lowered, options);
  if (!compiled)
    return compiled.takeError();
  program = std::move(*compiled);
  enter(Listener::Phase::Running);
  return Error::success();
}

Error GradientCheck::choosePoints() {
  PointChooser chooser(*program, *function, type, options, checkTemplate);
  Expected<std::vector<CheckedPoint>> chosen =
      inputs.empty()
          ? chooser.drawPoints(module->lookupSymbol<func::FuncOp>(name))
          : chooser.takeInputs(inputs);
  if (!chosen)
    return chosen.takeError();
  points = std::move(*chosen);
  runSeconds = chooser.getRunSeconds();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Compares derivatives with differences at `point`, or at the current point of
/// `checked` if `point` is not given.
Error GradientCheck::compareAt(CheckedFunction &checked, FunctionCheck &check,
                               std::optional<ArrayRef<Array>> point) {
  std::optional<CallOutcome> failure;
  if (point)
    failure = checked.setPoint(*program, *point);
  Error error = failure ? makeRunError(*failure)
                        : compareFunction(checked, type, options, check,
                                          separateArguments);
  Error runnerError = program->checkRunner();
  if (!runnerError)
    return error;
  // Report the error of the runner, which caused the failure.
  llvm::consumeError(std::move(error));
  check.arguments.clear();
  return runnerError;
}

Error GradientCheck::check(CheckedFunction &checked, FunctionCheck::Kind kind,
                           std::optional<ArrayRef<Array>> point) {
  FunctionCheck check = checkTemplate;
  check.kind = kind;
  if (kind != FunctionCheck::Function)
    check.failedIntegers.clear();
  if (options.listener)
    options.listener->begin(check);
  Error error = compareAt(checked, check, point);
  auto source = module->lookupSymbol<func::FuncOp>(name);
  for (ArgumentCheck &argument : check.arguments) {
    argument.name =
        grad::getArgumentName(source.getArgument(argument.argument));
    const DirectionalResult &worst = argument.getWorst();
    // Keep the first failure: derivatives of a wrong derivative fail too.
    if (worst.kind == DirectionalResult::Disagrees && !firstFailure.function)
      firstFailure = {&checked, argument.argument, worst.direction};
  }
  if (options.listener)
    options.listener->end(check);
  result.functions.push_back(std::move(check));
  return error;
}

/// Returns the point with random values for the additional arguments of a
/// derivative: tangents of the differentiated arguments, or cotangents of the
/// results.
static Expected<SmallVector<Array>>
extendPoint(const CheckedFunction &function, bool isForward, Random &random) {
  SmallVector<Array> prototypes(function.getResults());
  if (isForward) {
    prototypes.clear();
    for (unsigned i : function.getWrt())
      prototypes.push_back(function.getArguments()[i]);
  }
  SmallVector<Array> point(function.getArguments());
  Expected<SmallVector<Array>> additional =
      splitLike(makeDirection(random, countElements(prototypes)), prototypes);
  if (!additional)
    return additional;
  llvm::append_range(point, *additional);
  return point;
}

Error GradientCheck::checkDerivatives() {
  Random random(options.seed + 2);
  for (auto [i, derivative] : llvm::enumerate(derivatives)) {
    bool isForward = i == 1;
    Expected<SmallVector<Array>> point =
        extendPoint(*function, isForward, random);
    if (!point)
      return fail(CheckError::Inputs, llvm::toString(point.takeError()));
    auto kind = isForward ? FunctionCheck::ForwardDerivative
                          : FunctionCheck::ReverseDerivative;
    if (Error error = check(derivative, kind, *point))
      return error;
  }
  return Error::success();
}

/// Checks the points. Stops after a point with a wrong derivative, at which
/// `localize` searches for the wrong op.
Error GradientCheck::checkPoints() {
  for (const CheckedPoint &point : points) {
    checkTemplate = point.checkTemplate;
    std::optional<ArrayRef<Array>> pointInputs;
    if (points.size() > 1)
      pointInputs = point.inputs;
    if (Error error = check(*function, FunctionCheck::Function, pointInputs))
      return error;
    if (Error error = checkDerivatives())
      return error;
    if (firstFailure.function)
      break;
  }
  return Error::success();
}

Error GradientCheck::compare() {
  // A derivative takes several times as long as the function.
  limit = makeLimit(options.timeLimit.value_or(kTimeLimit) + 20 * runSeconds,
                    "@" + name + " or its derivative",
                    ", at these inputs or a step away from them",
                    /*isRandom=*/false);
  program->setLimit(limit);
  if (Error error = checkPoints())
    return error;
  if (firstFailure.function)
    localize();
  return Error::success();
}

void GradientCheck::localize() {
  enter(Listener::Phase::Localizing);
  OwningOpRef<ModuleOp> clone(module->clone());
  bool isDerivative = firstFailure.function != &*function;
  Localization localization = localizeWrongRule(
      std::move(clone), firstFailure, isDerivative ? name : "",
      {options, checkTemplate.precision, limit});
  if (options.listener)
    options.listener->end(localization);
  result.localizations.push_back(std::move(localization));
}

Error GradientCheck::run() {
  Expected<SmallVector<unsigned>> chosen =
      chooseArguments(original, options.wrt);
  if (!chosen)
    return chosen.takeError();
  wrt = std::move(*chosen);
  if (Error error = checkTypes(original))
    return error;
  if (!inputs.empty())
    if (Error error = checkInputs(type, inputs))
      return error;
  module = original->getParentOfType<ModuleOp>().clone();
  if (Error error = isolateFunction(module->lookupSymbol<func::FuncOp>(name)))
    return error;
  if (Error error = prepareModule(*module))
    return error;
  checkTemplate.name = name;
  checkTemplate.seed = options.seed;
  choosePrecision();
  if (Error error = compile())
    return error;
  if (Error error = choosePoints())
    return error;
  if (Error error = compare())
    return error;
  Error errors = Error::success();
  for (unsigned argument : separateArguments) {
    Options separateOptions = options;
    separateOptions.wrt = {argument};
    GradientCheck check(original, inputs, separateOptions, result);
    errors = llvm::joinErrors(std::move(errors), check.run());
  }
  return errors;
}

Error sg::gradcheck::checkGradients(func::FuncOp function,
                                    ArrayRef<Array> inputs,
                                    const Options &options, Result &result) {
  if (options.order != 1 && options.order != 2)
    return fail(CheckError::Option,
                "order is " + Twine(options.order) + "; it is 1 or 2");
  if (options.directions == 0)
    return fail(CheckError::Option, "directions is 0; it is at least 1");
  if (options.timeLimit && !(*options.timeLimit > 0))
    return fail(CheckError::Option, "time_limit must be more than 0");
  Options fastOptions = options;
  fastOptions.compiler.optimizesLess = true;
  return GradientCheck(function, inputs, fastOptions, result).run();
}
