//===- InnerOps.cpp - Which op in another is wrong ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op becomes a function of its operands, whose derivatives are compared
// with differences as those of any other. Where: with the operands that the op
// has in the program, which tells them to the runtime while it runs.
//
//===----------------------------------------------------------------------===//

#include "InnerOps.h"
#include "NativeCall.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "sg/Runtime/ProbeRuntime.h"
#include "llvm/ADT/SetVector.h"
#include <cstring>

using namespace mlir;
using namespace sg;
using namespace sg::run;

/// More are not looked at: each is compiled.
static constexpr size_t kMostFunctions = 100;

namespace {
/// An op as a function of what it uses.
struct Suspect {
  Operation *op;
  SmallVector<Value> operands;
  SmallVector<unsigned> wrt;
  /// An earlier one that does the same, or this one.
  size_t representative;
};

class InnerSearch {
public:
  InnerSearch(Operation *outer, const grad::Activity &activity)
      : outer(outer), activity(activity),
        function(outer->getParentOfType<func::FuncOp>()) {}

  void collect();
  /// Adds a function for each, and lets the program tell their operands.
  int extend(ModuleOp module, IRMapping &map);
  void check(const Executable &executable, ArrayRef<Array> arguments,
             Precision precision, uint64_t seed);

  InnerOps found;

private:
  bool isSuspect(Operation *op, Suspect &suspect);
  void addFunction(ModuleOp module, size_t number);
  bool checkOnce(const Suspect &suspect, ArrayRef<int64_t> words,
                 const Executable &executable, Precision precision,
                 Random &random);
  std::string nameOf(size_t number) {
    return (function.getName() + "_op_" + Twine(number)).str();
  }

  Operation *outer;
  const grad::Activity &activity;
  func::FuncOp function;
  std::vector<Suspect> suspects;
  /// By the number of the representative.
  std::map<size_t, CheckedFunction> functions;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be wrong
//===----------------------------------------------------------------------===//

/// The structured op in whose body `op` is; null if there is none.
static Operation *findStructured(Operation *op) {
  return op->getParentOfType<linalg::LinalgOp>();
}

bool InnerSearch::isSuspect(Operation *op, Suspect &suspect) {
  llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), operands);
  suspect = {op, operands.takeVector(), {}, suspects.size()};
  Operation *structured = findStructured(op);
  for (auto [i, operand] : llvm::enumerate(suspect.operands)) {
    // In the body of a structured op there are elements only.
    if (!isPassable(operand.getType()) ||
        (structured && isa<ShapedType>(operand.getType())))
      return false;
    if (grad::isDifferentiable(operand.getType()) && activity.isActive(operand))
      suspect.wrt.push_back(i);
  }
  return !suspect.wrt.empty() && llvm::all_of(op->getResultTypes(), isPassable);
}

/// Whether the function of one is that of the other.
static bool doSame(const Suspect &a, const Suspect &b) {
  auto numberOf = [](const Suspect &suspect, Value operand) {
    return llvm::find(suspect.operands, operand) - suspect.operands.begin();
  };
  auto isSameOperand = [&](auto pair) {
    return numberOf(a, std::get<0>(pair)) == numberOf(b, std::get<1>(pair));
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
    // The bodies of named ops are implied.
    Operation *structured = findStructured(op);
    if (structured &&
        !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(structured))
      return;
    Suspect suspect;
    if (suspects.size() == kMostFunctions || !isSuspect(op, suspect)) {
      if (!found.unknown)
        found.unknown = op;
      return;
    }
    for (const Suspect &other : suspects)
      if (doSame(suspect, other)) {
        suspect.representative = other.representative;
        break;
      }
    suspects.push_back(std::move(suspect));
  });
}

//===----------------------------------------------------------------------===//
// The program that tells
//===----------------------------------------------------------------------===//

void InnerSearch::addFunction(ModuleOp module, size_t number) {
  const Suspect &suspect = suspects[number];
  Operation *op = suspect.op;
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto type = b.getFunctionType(ValueRange(suspect.operands).getTypes(),
                                op->getResultTypes());
  auto made = func::FuncOp::create(b, op->getLoc(), nameOf(number), type);
  made.setPrivate();
  b.setInsertionPointToStart(made.addEntryBlock());
  IRMapping map;
  map.map(suspect.operands, made.getArguments());
  Operation *clone = b.clone(*op, map);
  func::ReturnOp::create(b, op->getLoc(), clone->getResults());
  functions.try_emplace(number, nameOf(number), type, suspect.wrt);
}

static void call(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp function,
                 Value word) {
  LLVM::CallOp::create(b, function, ValueRange{word});
}

/// An integer, or the bits of a float, in 64 bits.
static Value toWord(ImplicitLocOpBuilder &b, Value scalar) {
  Type type = scalar.getType(), word = b.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, word, scalar);
  if (isa<FloatType>(type)) {
    auto bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    scalar = arith::BitcastOp::create(b, bits, scalar);
    type = bits;
  }
  return type == word ? scalar : Value(arith::ExtUIOp::create(b, word, scalar));
}

/// Tells the sizes of a tensor and its elements.
static void tell(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp function,
                 Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return call(b, function, toWord(b, value));
  SmallVector<Value> sizes, indices;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    sizes.push_back(tensor::DimOp::create(b, value, dim));
    call(b, function, toWord(b, sizes.back()));
  }
  OpBuilder::InsertionGuard guard(b);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  for (Value size : sizes) {
    auto loop = scf::ForOp::create(b, zero, size, one);
    indices.push_back(loop.getInductionVar());
    b.setInsertionPointToStart(loop.getBody());
  }
  Value element = tensor::ExtractOp::create(b, value, indices);
  call(b, function, toWord(b, element));
}

int InnerSearch::extend(ModuleOp module, IRMapping &map) {
  MLIRContext *context = module.getContext();
  context->loadDialect<LLVM::LLVMDialect, scf::SCFDialect, arith::ArithDialect,
                       tensor::TensorDialect>();
  auto b =
      ImplicitLocOpBuilder::atBlockBegin(module.getLoc(), module.getBody());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {b.getI64Type()});
  auto begin = LLVM::LLVMFuncOp::create(b, "sgrt_probe", type);
  auto word = LLVM::LLVMFuncOp::create(b, "sgrt_probe_word", type);
  for (auto [i, suspect] : llvm::enumerate(suspects)) {
    ImplicitLocOpBuilder at(suspect.op->getLoc(), map.lookup(suspect.op));
    call(at, begin, arith::ConstantIntOp::create(at, at.getI64Type(), i));
    for (Value operand : suspect.operands)
      tell(at, word, map.lookup(operand));
    if (suspect.representative == i)
      addFunction(module, i);
  }
  for (auto &[number, checked] : functions)
    if (int code = addRequests(module, checked.getName(), checked.getWrt()))
      return code;
  if (llvm::Error error = sg::expandDerivatives(module)) {
    llvm::consumeError(std::move(error));
    return Finding;
  }
  for (auto &[number, checked] : functions)
    if (int code = checked.freeze(module))
      return code;
  return Success;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Reads what `tell` has told.
static llvm::Expected<Array> readOperand(Type type, ArrayRef<int64_t> &words) {
  Type element = getElementTypeOrSelf(type);
  size_t rank = shapeOf(type).size();
  SmallVector<int64_t> shape(words.take_front(rank));
  words = words.drop_front(rank);
  llvm::Expected<Array> array = Array::allocate(element, shape);
  if (!array)
    return array;
  unsigned size = getElementSize(element);
  size_t count = array->getNumElements();
  for (size_t i = 0; i < count; ++i)
    std::memcpy(array->getData() + i * size, &words[i], size); // little endian
  words = words.drop_front(count);
  return array;
}

static std::string describe(ArrayRef<Array> operands) {
  constexpr int64_t most = 8;
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Array &operand : operands) {
    if (operand.getNumElements() > most)
      return "";
    os << (text.empty() ? "" : ", ");
    printArray(os, operand);
  }
  return text;
}

/// Whether the derivative is wrong.
bool InnerSearch::checkOnce(const Suspect &suspect, ArrayRef<int64_t> words,
                            const Executable &executable, Precision precision,
                            Random &random) {
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
  if (checked.setPoint(executable, operands))
    return false;
  size_t numElements = 0;
  for (const Array &result : checked.getResults())
    numElements += result.getNumElements();
  Doubles cotangents = makeDirection(random, numElements);
  std::optional<std::vector<Doubles>> gradients = checked.gradients(cotangents);
  for (auto [i, argument] : llvm::enumerate(suspect.wrt)) {
    Doubles point = toDoubles(operands[argument]);
    Doubles direction = makeDirection(random, point.size());
    std::optional<Doubles> tangents = checked.tangents(argument, direction);
    if (!gradients || !tangents)
      return false;
    auto resultsAt = [&, argument = argument](double distance) {
      return checked.resultsAt(argument, direction, distance);
    };
    auto slopesAt = [&, argument = argument](double distance) {
      return checked.slopesAt(cotangents, argument, direction, distance);
    };
    Slopes slopes{dot(cotangents, *tangents), dot((*gradients)[i], direction)};
    found.answer = compareSlopes(
        {resultsAt, cotangents, scaleOf(point), slopes, slopesAt}, precision);
    if (found.answer.kind != DirectionalResult::Disagrees)
      continue;
    found.wrong = suspect.op;
    found.operands = describe(operands);
    return true;
  }
  return false;
}

void InnerSearch::check(const Executable &executable, ArrayRef<Array> arguments,
                        Precision precision, uint64_t seed) {
  llvm::Expected<sg_entry_point> entry = executable.lookup(function.getName());
  if (!entry)
    return llvm::consumeError(entry.takeError());
  takeProbes();
  SmallVector<Array> inputs(arguments);
  SmallVector<Array> results = makeResults(function.getResultTypes());
  callNative(*entry, inputs, results);
  std::vector<std::vector<std::vector<int64_t>>> operands(suspects.size());
  for (Probe &probe : takeProbes())
    operands[probe.number].push_back(std::move(probe.words));
  Random random(seed);
  for (auto [suspect, times] : llvm::zip(suspects, operands)) {
    if (times.empty() && !found.unknown)
      found.unknown = suspect.op;
    found.numChecked += !times.empty();
    for (ArrayRef<int64_t> words : times)
      if (checkOnce(suspect, words, executable, precision, random))
        return;
  }
}

std::optional<InnerOps> sg::run::findInnerOp(const Options &options,
                                             Operation *outer,
                                             const grad::Activity &activity,
                                             ArrayRef<Array> arguments,
                                             Precision precision) {
  InnerSearch search(outer, activity);
  search.collect();
  auto function = outer->getParentOfType<func::FuncOp>();
  IRMapping map;
  OwningOpRef<ModuleOp> module(
      cast<ModuleOp>(function->getParentOp()->clone(map)));
  cast<func::FuncOp>(map.lookup(function.getOperation())).setPublic();
  if (search.extend(*module, map))
    return std::nullopt;
  auto executable = sg::compileModule(*module, options.compiler);
  if (!executable) {
    reportError(options, executable.takeError());
    return std::nullopt;
  }
  search.check(**executable, arguments, precision, options.seed + 4);
  return search.found;
}
