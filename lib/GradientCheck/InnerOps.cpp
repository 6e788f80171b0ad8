//===- InnerOps.cpp - Find a wrong op in a region -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones each op into a function of its operands and compares the function's
// derivatives with differences. Probes in the program report the operands'
// values to the runtime.
//
//===----------------------------------------------------------------------===//

#include "InnerOps.h"
#include "OperandProbes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

/// Maximum number of ops to check. Bounds the compile time.
static constexpr size_t kMaxFunctions = 100;

namespace {
/// An op, the values that it uses, and the indices of the differentiated
/// values.
struct Suspect {
  Operation *op;
  SmallVector<Value> operands;
  SmallVector<unsigned> wrt;
  /// Index of the first equivalent suspect, or of this suspect.
  size_t representative;
};

/// Searches `outer` for a nested op with a wrong derivative.
class InnerSearch {
public:
  InnerSearch(Operation *outer, const grad::Activity &activity,
              const SearchOptions &search)
      : outer(outer), activity(activity), search(search),
        function(outer->getParentOfType<func::FuncOp>()) {}

  void collect();
  /// Adds a function for each suspect, and probes that report the operands.
  llvm::Error extend(ModuleOp module, IRMapping &map);
  void check(const NativeProgram &program, ArrayRef<Array> arguments);

  InnerOps findings;

private:
  bool isSuspect(Operation *op, Suspect &suspect);
  void addFunction(ModuleOp module, size_t index);
  bool checkOnce(const Suspect &suspect, ArrayRef<int64_t> words,
                 const NativeProgram &program, Random &random);
  std::string nameOf(size_t index) {
    return (function.getName() + "_op_" + Twine(index)).str();
  }

  Operation *outer;
  const grad::Activity &activity;
  const SearchOptions &search;
  func::FuncOp function;
  std::vector<Suspect> suspects;
  /// The functions, by the index of the representative suspect.
  std::map<size_t, CheckedFunction> functions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Suspects
//===----------------------------------------------------------------------===//

/// Returns the structured op whose body contains `op`, or null.
static Operation *findStructured(Operation *op) {
  return op->getParentOfType<linalg::LinalgOp>();
}

bool InnerSearch::isSuspect(Operation *op, Suspect &suspect) {
  llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), operands);
  suspect = {op, operands.takeVector(), {}, suspects.size()};
  Operation *structured = findStructured(op);
  for (auto [i, operand] : llvm::enumerate(suspect.operands)) {
    // A probe in the body of a structured op can only report scalars, and no
    // probe reports a complex number.
    if (!isPassable(operand.getType()) ||
        isa<ComplexType>(getElementTypeOrSelf(operand.getType())) ||
        (structured && isa<ShapedType>(operand.getType())))
      return false;
    if (grad::isDifferentiable(operand.getType()) && activity.isActive(operand))
      suspect.wrt.push_back(i);
  }
  return !suspect.wrt.empty() && llvm::all_of(op->getResultTypes(), isPassable);
}

/// Returns true if both ops compute the same function.
static bool areEquivalent(const Suspect &a, const Suspect &b) {
  auto indexOf = [](const Suspect &suspect, Value operand) {
    return llvm::find(suspect.operands, operand) - suspect.operands.begin();
  };
  auto isSameOperand = [&](auto pair) {
    return indexOf(a, std::get<0>(pair)) == indexOf(b, std::get<1>(pair));
  };
  return a.op->getNumRegions() == 0 && a.wrt == b.wrt &&
         ValueRange(a.operands).getTypes() ==
             ValueRange(b.operands).getTypes() &&
         OperationEquivalence::isEquivalentTo(
             a.op, b.op, OperationEquivalence::ignoreValueEquivalence, nullptr,
             OperationEquivalence::IgnoreLocations) &&
         llvm::all_of(llvm::zip_equal(a.op->getOperands(), b.op->getOperands()),
                      isSameOperand);
}

void InnerSearch::collect() {
  outer->walk([&](Operation *op) {
    auto isActive = [&](Value result) { return activity.isActive(result); };
    if (op == outer || llvm::none_of(op->getResults(), isActive))
      return;
    // The bodies of named ops do not appear in the source.
    Operation *structured = findStructured(op);
    if (structured &&
        !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(structured))
      return;
    Suspect suspect;
    if (suspects.size() == kMaxFunctions || !isSuspect(op, suspect)) {
      if (!findings.uncheckedOp)
        findings.uncheckedOp = op;
      return;
    }
    for (const Suspect &other : suspects)
      if (areEquivalent(suspect, other)) {
        suspect.representative = other.representative;
        break;
      }
    suspects.push_back(std::move(suspect));
  });
}

//===----------------------------------------------------------------------===//
// Instrumented program
//===----------------------------------------------------------------------===//

void InnerSearch::addFunction(ModuleOp module, size_t index) {
  const Suspect &suspect = suspects[index];
  Operation *op = suspect.op;
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto type = b.getFunctionType(ValueRange(suspect.operands).getTypes(),
                                op->getResultTypes());
  auto suspectFunction =
      func::FuncOp::create(b, op->getLoc(), nameOf(index), type);
  suspectFunction.setPrivate();
  b.setInsertionPointToStart(suspectFunction.addEntryBlock());
  IRMapping map;
  map.map(suspect.operands, suspectFunction.getArguments());
  Operation *clone = b.clone(*op, map);
  func::ReturnOp::create(b, op->getLoc(), clone->getResults());
  functions.try_emplace(index, nameOf(index), type, suspect.wrt);
}

llvm::Error InnerSearch::extend(ModuleOp module, IRMapping &map) {
  OperandProbes probes(module);
  for (auto [i, suspect] : llvm::enumerate(suspects)) {
    SmallVector<Value> operands(llvm::map_range(
        suspect.operands, [&](Value value) { return map.lookup(value); }));
    probes.add(map.lookup(suspect.op), i, operands);
    if (suspect.representative == i)
      addFunction(module, i);
  }
  for (auto &[index, checked] : functions)
    if (llvm::Error error =
            addRequests(module, checked.getName(), checked.getWrt()))
      return error;
  if (llvm::Error error =
          expandDerivatives(module, search.options.compiler.strongZero))
    return error;
  for (auto &[index, checked] : functions)
    if (llvm::Error error = checked.freeze(module))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static std::string describe(ArrayRef<Array> operands) {
  constexpr int64_t maxElements = 8;
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Array &operand : operands) {
    if (operand.getNumElements() > maxElements)
      return "";
    os << (text.empty() ? "" : ", ");
    printArray(os, operand);
  }
  return text;
}

/// Checks the suspect with the operands that `words` encodes. Returns true if
/// the suspect's derivative is wrong.
bool InnerSearch::checkOnce(const Suspect &suspect, ArrayRef<int64_t> words,
                            const NativeProgram &program, Random &random) {
  SmallVector<Array> operands;
  for (Value operand : suspect.operands) {
    llvm::Expected<Array> array = readOperand(operand.getType(), words);
    if (!array) {
      llvm::consumeError(array.takeError());
      return false;
    }
    operands.push_back(std::move(*array));
  }
  CheckedFunction &checked = functions.at(suspect.representative);
  if (checked.setPoint(program, operands))
    return false;
  Doubles cotangents =
      makeDirection(random, countElements(checked.getResults()));
  std::optional<std::vector<Doubles>> gradients = checked.gradients(cotangents);
  for (unsigned argument : suspect.wrt) {
    Doubles direction =
        makeDirection(random, operands[argument].getNumElements());
    std::optional<Doubles> tangents = checked.tangents(argument, direction);
    if (!gradients || !tangents)
      return false;
    findings.result = checked.compare(argument, direction, cotangents,
                                      *tangents, *gradients, search.precision);
    if (findings.result.kind != DirectionalResult::Disagrees)
      continue;
    findings.wrong = suspect.op;
    findings.operands = describe(operands);
    return true;
  }
  return false;
}

void InnerSearch::check(const NativeProgram &program,
                        ArrayRef<Array> arguments) {
  program.takeProbes();
  program.call(function.getName(), arguments, function.getResultTypes());
  std::vector<std::vector<std::vector<int64_t>>> operands(suspects.size());
  for (Probe &probe : program.takeProbes())
    operands[probe.number].push_back(std::move(probe.words));
  Random random(search.options.seed + 4);
  for (auto [suspect, executions] : llvm::zip(suspects, operands)) {
    if (executions.empty() && !findings.uncheckedOp)
      findings.uncheckedOp = suspect.op;
    findings.numChecked += !executions.empty();
    for (ArrayRef<int64_t> words : executions)
      if (checkOnce(suspect, words, program, random))
        return;
  }
}

std::optional<InnerOps> sg::gradcheck::findWrongInnerOp(
    Operation *outer, const grad::Activity &activity, ArrayRef<Array> arguments,
    const SearchOptions &options) {
  InnerSearch search(outer, activity, options);
  search.collect();
  auto function = outer->getParentOfType<func::FuncOp>();
  IRMapping map;
  OwningOpRef<ModuleOp> module(
      cast<ModuleOp>(function->getParentOp()->clone(map)));
  cast<func::FuncOp>(map.lookup(function.getOperation())).setPublic();
  if (llvm::Error error = search.extend(*module, map)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  llvm::Expected<NativeProgram> program =
      NativeProgram::compile(*module, options.options);
  if (!program) {
    llvm::consumeError(program.takeError());
    return std::nullopt;
  }
  program->setLimit(options.limit);
  search.check(*program, arguments);
  return search.findings;
}
