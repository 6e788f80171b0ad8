//===- GradientCheck.cpp - Whether derivatives are right ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"
#include "CheckInputs.h"
#include "CheckedFunction.h"
#include "DirectionalResults.h"
#include "LocalizeWrongRule.h"
#include "Messages.h"
#include "NativeCall.h"
#include "Progress.h"
#include "TimeLimit.h"
#include "WidenFloats.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace sg;
using namespace sg::run;

namespace {
class GradientCheck {
public:
  GradientCheck(const Options &options, Program &program)
      : options(options), program(program) {}

  int run();

private:
  void choosePrecision();
  int compile();
  std::optional<CallOutcome> runAt(ArrayRef<Array> point, bool isRandom);
  int choosePoint();
  int check(CheckedFunction &checked);
  int checkDerivatives();
  int compare();
  int narrow();

  const Options &options;
  Program &program;
  OwningOpRef<ModuleOp> module; ///< in f64, if that can be
  SmallVector<unsigned> wrt;
  Precision precision = {};
  std::string types; ///< what is computed in, for people
  bool isWidened = false;
  std::unique_ptr<Executable> executable;
  std::optional<CheckedFunction> function;
  /// Its derivatives in both modes, if they are checked too.
  std::vector<CheckedFunction> derivatives;
  std::string inputs;    ///< where they come from, for people
  double runSeconds = 0; ///< there
  Failure failing;
  /// Arguments that can only be checked without others.
  llvm::SmallSetVector<unsigned, 4> alone;
};
} // namespace

int sg::run::chooseArguments(const Options &options, FunctionType type,
                             SmallVectorImpl<unsigned> &wrt) {
  TypeRange arguments = type.getInputs();
  wrt = options.wrt;
  if (wrt.empty())
    wrt = grad::getDifferentiablePositions(arguments);
  if (wrt.empty())
    return fail("@" + options.function +
                " has no argument of differentiable type");
  for (auto [i, argument] : llvm::enumerate(wrt)) {
    if (argument >= arguments.size())
      return fail("--wrt names argument " + Twine(argument) + ", but @" +
                  options.function + " has " + Twine(arguments.size()));
    if (!grad::isDifferentiable(arguments[argument]))
      return fail("--wrt names argument " + Twine(argument) +
                  ", whose type has no derivative");
    if (llvm::is_contained(ArrayRef(wrt).take_front(i), argument))
      return fail("--wrt names argument " + Twine(argument) + " twice");
  }
  if (grad::getDifferentiablePositions(type.getResults()).empty())
    return fail("@" + options.function +
                " has no result of differentiable type");
  return Success;
}

/// Of the coarsest float type in the module.
static FloatType findCoarsest(ModuleOp module) {
  FloatType coarsest = Float64Type::get(module.getContext());
  auto look = [&](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (element && element.getFPMantissaWidth() < coarsest.getFPMantissaWidth())
      coarsest = element;
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), look);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), look);
  });
  return coarsest;
}

void GradientCheck::choosePrecision() {
  FloatType coarsest = findCoarsest(*module);
  if (isNarrowFloat(coarsest)) {
    OwningOpRef<ModuleOp> wide(module->clone());
    if (std::optional<std::string> reason = widenFloats(*wide)) {
      types =
          "in " + debugString(coarsest) + ", not in f64, as " + *reason + ",";
    } else {
      module = std::move(wide);
      isWidened = true;
      coarsest = Float64Type::get(module->getContext());
    }
  }
  precision.epsilon = std::ldexp(1.0, 1 - int(coarsest.getFPMantissaWidth()));
  if (types.empty())
    types = "in f64";
}

int GradientCheck::compile() {
  Progress progress("compiling the derivatives of @" + options.function);
  OwningOpRef<ModuleOp> lowered(module->clone());
  auto add = [&](StringRef name) {
    auto found = lowered->lookupSymbol<func::FuncOp>(name);
    return CheckedFunction(name.str(), found.getFunctionType(), wrt);
  };
  if (int code = addRequests(*lowered, options.function, wrt))
    return code;
  function = add(options.function);
  if (options.order == 2)
    for (const std::string &name :
         {vjpName(options.function), jvpName(options.function)}) {
      if (int code = addRequests(*lowered, name, wrt))
        return code;
      derivatives.push_back(add(name));
    }
  if (llvm::Error error =
          sg::expandDerivatives(*lowered, options.compiler.strongZero))
    return reportError(options, std::move(error));
  if (int code = function->freeze(*lowered))
    return code;
  for (CheckedFunction &derivative : derivatives)
    if (int code = derivative.freeze(*lowered))
      return code;
  auto compiled = sg::compileModule(*lowered, options.compiler);
  if (!compiled)
    return reportError(options, compiled.takeError());
  executable = std::move(*compiled);
  return Success;
}

static bool isFinite(ArrayRef<Array> arrays) {
  return llvm::all_of(arrays, [](const Array &array) {
    return llvm::all_of(toDoubles(array),
                        [](double value) { return std::isfinite(value); });
  });
}

/// Where nobody says what a program is made for, a loop may have no end.
constexpr double kTimeLimit = 10;

std::optional<CallOutcome> GradientCheck::runAt(ArrayRef<Array> point,
                                                bool isRandom) {
  double seconds = options.timeLimit.value_or(
      isRandom ? kTimeLimit : std::numeric_limits<double>::infinity());
  TimeLimit limit(seconds, "@" + options.function + " " + inputs,
                  isRandom ? "; give inputs by --input, or more time by "
                             "--time-limit"
                           : "");
  auto start = std::chrono::steady_clock::now();
  std::optional<CallOutcome> failure = function->setPoint(*executable, point);
  runSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return failure;
}

int GradientCheck::choosePoint() {
  // Many programs have logarithms or square roots of what they are given.
  const Range ranges[] = {{-1, 1}, {0.125, 0.875}};
  bool isRandom = options.inputs.empty() && program.type.getNumInputs() != 0;
  std::string message;
  for (Range range : ranges) {
    SmallVector<Array> point;
    if (int code = makeInputs(options, program.type, range, point))
      return code;
    for (Array &array : point) {
      if (!isWidened)
        break;
      llvm::Expected<Array> wide = widen(array);
      if (!wide)
        return fail(llvm::toString(wide.takeError()));
      array = std::move(*wide);
    }
    inputs = "at the given inputs";
    if (isRandom) {
      llvm::raw_string_ostream(inputs = "")
          << "at random inputs from "
          << llvm::format("%g to %g", range.low, range.high);
      auto isDynamic = [](Type type) {
        return llvm::is_contained(shapeOf(type), ShapedType::kDynamic);
      };
      if (llvm::any_of(program.type.getInputs(), isDynamic))
        inputs += " (dynamic sizes: " + std::to_string(kRandomSize) + ")";
    }
    std::optional<CallOutcome> failure = runAt(point, isRandom);
    if (!failure && isFinite(function->getResults()))
      return Success;
    if (!isRandom && failure)
      return fail(failure->message, failure->getExitCode());
    message = failure ? failure->message : "its results are not finite";
    if (!isRandom)
      break;
  }
  return fail("@" + options.function + " " + inputs + ": " + message +
              (isRandom ? "; give inputs by --input" : ""));
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

static size_t countElements(ArrayRef<Array> arrays) {
  size_t count = 0;
  for (const Array &array : arrays)
    count += array.getNumElements();
  return count;
}

/// Whether the function with its stops frozen gives what the function gave.
static bool isRepeatable(CheckedFunction &checked, Precision precision) {
  unsigned argument = checked.getWrt().front();
  Doubles nowhere(checked.getArguments()[argument].getNumElements());
  std::optional<Doubles> again = checked.resultsAt(argument, nowhere, 0);
  Doubles before;
  for (const Array &result : checked.getResults())
    llvm::append_range(before, toDoubles(result));
  if (!again || again->size() != before.size())
    return false;
  double most = 0, apart = 0;
  for (auto [a, b] : llvm::zip_equal(before, *again)) {
    if (!std::isfinite(a) || !std::isfinite(b))
      continue;
    most = std::max(most, std::abs(a));
    apart = std::max(apart, std::abs(a - b));
  }
  return apart <= precision.differenceTolerance() * most;
}

int GradientCheck::check(CheckedFunction &checked) {
  ArrayRef<unsigned> arguments = checked.getWrt();
  std::vector<SmallVector<DirectionalResult>> answers(arguments.size());
  std::vector<std::vector<Doubles>> directions(arguments.size());
  if (!isRepeatable(checked, precision))
    return fail("@" + checked.getName() +
                    " gives other results when it is run again; it may read "
                    "what it has not written" +
                    (options.inputs.empty() ? " at random inputs" : ""),
                Finding);
  Random random(options.seed + 1);
  for (unsigned d = 0; d < options.directions; ++d) {
    Doubles cotangents =
        makeDirection(random, countElements(checked.getResults()));
    std::optional<std::vector<Doubles>> gradients =
        checked.gradients(cotangents);
    if (!gradients)
      return fail("@" + vjpName(checked.getName()) + " fails", Finding);
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Doubles point = toDoubles(checked.getArguments()[argument]);
      Doubles direction = makeDirection(random, point.size());
      std::optional<Doubles> tangents = checked.tangents(argument, direction);
      if (!tangents)
        return fail("@" + jvpName(checked.getName()) + " fails", Finding);
      auto resultsAt = [&, argument = argument](double distance) {
        return checked.resultsAt(argument, direction, distance);
      };
      auto slopesAt = [&, argument = argument](double distance) {
        return checked.slopesAt(cotangents, argument, direction, distance);
      };
      Slopes slopes{dot(cotangents, *tangents),
                    dot((*gradients)[i], direction)};
      answers[i].push_back(compareSlopes(
          {resultsAt, cotangents, scaleOf(point), slopes, slopesAt},
          precision));
      directions[i].push_back(direction);
      // The zero tangents of others may have met an infinite slope.
      const DirectionalResult &answer = answers[i].back();
      if (arguments.size() > 1 && !std::isfinite(answer.forward) &&
          std::isfinite(answer.reverse))
        alone.insert(argument);
    }
  }
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (alone.contains(argument))
      continue;
    printAnswers(argument, program.type.getInput(argument), answers[i],
                 directions[i], precision);
    const DirectionalResult *worst = findWorst(answers[i]);
    // The first is enough: what is wrong in a function is so in its derivative.
    if (worst->kind == DirectionalResult::Disagrees && !failing.function)
      failing = {&checked, argument, directions[i][worst - answers[i].begin()]};
  }
  return Success;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

/// The point, and a direction in what a derivative takes besides: tangents of
/// the differentiated arguments, or cotangents of the results.
static llvm::Expected<SmallVector<Array>>
extendPoint(const CheckedFunction &function, bool isForward, Random &random) {
  SmallVector<Array> like(function.getResults());
  if (isForward) {
    like.clear();
    for (unsigned i : function.getWrt())
      like.push_back(function.getArguments()[i]);
  }
  SmallVector<Array> point(function.getArguments());
  llvm::Expected<SmallVector<Array>> further =
      splitLike(makeDirection(random, countElements(like)), like);
  if (!further)
    return further;
  llvm::append_range(point, *further);
  return point;
}

int GradientCheck::checkDerivatives() {
  Random random(options.seed + 2);
  for (auto [i, derivative] : llvm::enumerate(derivatives)) {
    bool isForward = i == 1;
    llvm::outs() << "its derivative in " << (isForward ? "forward" : "reverse")
                 << " mode:\n";
    llvm::Expected<SmallVector<Array>> point =
        extendPoint(*function, isForward, random);
    if (!point)
      return fail(llvm::toString(point.takeError()));
    if (std::optional<CallOutcome> failure =
            derivative.setPoint(*executable, *point))
      return fail(failure->message, failure->getExitCode());
    if (int code = check(derivative))
      return code;
  }
  return Success;
}

int GradientCheck::compare() {
  // A derivative does some times the work.
  TimeLimit limit(options.timeLimit.value_or(kTimeLimit) + 20 * runSeconds,
                  "@" + options.function + " or its derivative",
                  ", at these inputs or a step away from them");
  if (int code = check(*function))
    return code;
  if (int code = checkDerivatives())
    return code;
  llvm::outs().flush();
  return failing.function ? narrow() : int(Success);
}

int GradientCheck::run() {
  if (int code = chooseArguments(options, program.type, wrt))
    return code;
  if (int code = checkTypes(options.function, program.type))
    return code;
  module = program.module->clone();
  if (llvm::Error error = sg::prepareModule(*module))
    return reportError(options, std::move(error));
  choosePrecision();
  if (int code = compile())
    return code;
  if (int code = choosePoint())
    return code;
  llvm::outs() << "@" << options.function << " " << types << " " << inputs
               << ", seed " << options.seed << ":\n";
  int code = compare();
  if (code != Success && !failing.function)
    return code;
  for (unsigned argument : alone) {
    Options others = options;
    others.wrt = {argument};
    GradientCheck check(others, program);
    if (int other = check.run(); code != Finding)
      code = other == Success ? code : other;
  }
  return code;
}

int GradientCheck::narrow() {
  OwningOpRef<ModuleOp> narrowed(module->clone());
  if (failing.function != &*function)
    if (int code = addRequests(*narrowed, options.function, wrt))
      return code;
  Progress progress("looking for the op that is wrong");
  narrowDown(options, std::move(narrowed), failing, precision);
  return Finding;
}

int sg::run::checkGradients(const Options &options, Program &program) {
  return GradientCheck(options, program).run();
}
