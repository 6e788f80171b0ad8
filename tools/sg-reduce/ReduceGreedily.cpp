//===- ReduceGreedily.cpp - Greedy reduction of a module ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's reduction-tree erases ops that have uses, so most of its variants
// do not verify. This pass erases functions and replaces ops by operands or
// zeros, which leaves valid modules. The pass first edits many ops at once,
// then fewer. Inlining, canonicalization, CSE and symbol DCE simplify the
// remaining calls, branches and loops.
//
//===----------------------------------------------------------------------===//

#include "ReduceGreedily.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Reducer/Tester.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Pipelines/Pipelines.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// Returns values that can replace the results of `op`: operands of the same
/// types as the results or, if `byZeros`, new zeros before `op`. Returns
/// std::nullopt if no such values exist or `op` is a constant.
static std::optional<SmallVector<Value>> createSubstitutes(Operation *op,
                                                           bool byZeros) {
  SmallVector<Value> values;
  OpBuilder b(op);
  if (op->hasTrait<OpTrait::ConstantLike>())
    return std::nullopt;
  for (Type type : op->getResultTypes()) {
    if (byZeros) {
      TypedAttr zero = b.getZeroAttr(type);
      if (!zero)
        return std::nullopt;
      values.push_back(arith::ConstantOp::create(b, op->getLoc(), zero));
      continue;
    }
    auto operand = llvm::find_if(op->getOperands(), [&](Value operand) {
      return operand.getType() == type && !llvm::is_contained(values, operand);
    });
    if (operand == op->operand_end())
      return std::nullopt;
    values.push_back(*operand);
  }
  return values;
}

namespace {
enum class Edit { Simplify, EraseSymbols, UseOperands, UseZeros };

struct ReduceGreedily : PassWrapper<ReduceGreedily, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReduceGreedily)
  ReduceGreedily() = default;
  ReduceGreedily(const ReduceGreedily &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "reduce-greedily"; }
  StringRef getDescription() const final {
    return "Erase functions and replace ops by operands or zeros while the "
           "test "
           "finds the module interesting";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect>();
  }

  Option<std::string> test{
      *this, "test",
      llvm::cl::desc("Program that exits with 1 if the file in its last "
                     "argument is interesting")};
  ListOption<std::string> testArguments{
      *this, "test-arg",
      llvm::cl::desc("Arguments of the program before the file")};

  void runOnOperation() final {
    ModuleOp module = getOperation();
    SmallVector<std::string> arguments(testArguments.begin(),
                                       testArguments.end());
    if (failed(checkTest(module, arguments)))
      return signalPassFailure();
    Tester tester(test, arguments);
    bool changed = true;
    while (changed) {
      changed = false;
      for (Edit edit : {Edit::Simplify, Edit::EraseSymbols, Edit::UseOperands,
                        Edit::UseZeros})
        changed |= reduce(module, tester, edit);
    }
  }

private:
  /// Fails unless the test finds the module interesting. Upstream's Tester
  /// treats any nonzero exit code as interesting, so a test that cannot run
  /// would erase the whole module.
  LogicalResult checkTest(ModuleOp module, ArrayRef<std::string> arguments) {
    auto error = [&]() { return module.emitError() << getArgument() << ": "; };
    if (!llvm::sys::fs::can_execute(test))
      return error() << "there is no program '" << test
                     << "'; give the path of a test by test=FILE";
    int descriptor;
    SmallString<128> path;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile(
            "sg-reduce", "mlir", descriptor, path))
      return error() << "cannot write a temporary file: " << code.message();
    llvm::FileRemover remover(path);
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << module;
    SmallVector<StringRef> command{test};
    llvm::append_range(command, arguments);
    command.push_back(path);
    int code = llvm::sys::ExecuteAndWait(test, command);
    if (code == 0)
      return error() << "the test does not find the module interesting";
    if (code != 1)
      return error() << "the test exits with " << code
                     << "; 1 means interesting and 0 not interesting";
    return success();
  }

  static SmallVector<Operation *> getCandidates(ModuleOp module, Edit edit) {
    SmallVector<Operation *> ops;
    if (edit == Edit::Simplify) // the edit applies to the whole module
      return {module};
    if (edit == Edit::EraseSymbols) {
      for (Operation &op : *module.getBody())
        ops.push_back(&op);
      return ops;
    }
    module.walk([&](Operation *op) {
      if (op != module && !op->hasTrait<OpTrait::IsTerminator>() &&
          !isa<SymbolOpInterface>(op))
        ops.push_back(op);
    });
    return ops;
  }

  static bool simplify(ModuleOp module) {
    PassManager pm(module.getContext());
    pm.enableVerifier(false); // the caller verifies the module
    pm.addPass(sg::createInliner());
    pm.addPass(sg::createCanonicalize());
    pm.addPass(createCSEPass());
    pm.addPass(createSymbolDCEPass());
    return succeeded(pm.run(module));
  }

  /// Erases `ops`. Returns false if an erased symbol still has uses.
  static bool erase(ModuleOp module, ArrayRef<Operation *> ops) {
    SmallVector<StringAttr> names;
    for (Operation *op : ops) {
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        names.push_back(symbol.getNameAttr());
      op->erase();
    }
    return llvm::all_of(names, [&](StringAttr name) {
      return SymbolTable::symbolKnownUseEmpty(name, module);
    });
  }

  /// Applies the edit to the candidates from `begin` to `end`. Returns false if
  /// nothing changed.
  static bool apply(ModuleOp module, Edit edit, size_t begin, size_t end) {
    SmallVector<Operation *> ops = getCandidates(module, edit);
    ArrayRef<Operation *> chosenOps = ArrayRef(ops).slice(begin, end - begin);
    if (edit == Edit::Simplify)
      return simplify(module);
    if (edit == Edit::EraseSymbols)
      return erase(module, chosenOps);
    bool changed = false;
    // Replace ops regardless of their side effects. Inner ops precede the ops
    // that contain them, so no op is erased twice.
    for (Operation *op : chosenOps) {
      std::optional<SmallVector<Value>> values =
          createSubstitutes(op, edit == Edit::UseZeros);
      if (!values)
        continue;
      op->replaceAllUsesWith(*values);
      op->erase();
      changed = true;
    }
    IRRewriter rewriter(module.getContext());
    if (changed)
      (void)runRegionDCE(rewriter, module->getRegions());
    return changed;
  }

  bool reduce(ModuleOp module, Tester &tester, Edit edit) {
    bool changed = false;
    size_t size = getCandidates(module, edit).size();
    for (size_t chunk = size; chunk > 0; chunk /= 2)
      for (size_t begin = 0; begin < getCandidates(module, edit).size();) {
        size_t end =
            std::min(begin + chunk, getCandidates(module, edit).size());
        if (!attempt(module, tester, edit, begin, end)) {
          begin = end;
          continue;
        }
        changed = true;
        // After symbols are erased, the next candidates are at `begin`.
        if (edit != Edit::EraseSymbols)
          begin = end;
      }
    return changed;
  }

  /// Applies an edit to a copy of the module. Replaces the module by the copy
  /// if the copy is smaller and interesting.
  bool attempt(ModuleOp module, Tester &tester, Edit edit, size_t begin,
               size_t end) {
    ScopedDiagnosticHandler ignoreDiagnostics(
        module.getContext(), [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> copy = module.clone();
    if (!apply(*copy, edit, begin, end) || failed(verify(*copy)) ||
        countNonConstants(*copy) >= countNonConstants(module) ||
        !isUntested(*copy) ||
        tester.isInteresting(*copy).first != Tester::Interestingness::True)
      return false;
    module.getBodyRegion().takeBody(copy->getBodyRegion());
    return true;
  }

  /// Records the module. Returns true if it was not recorded before: different
  /// edits often produce the same module, and tests are slow.
  bool isUntested(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os);
    return testedModules.insert(text).second;
  }

  /// Returns the size of the module for reduction. Constants do not count, so
  /// that replacing an op by a zero reduces the size.
  static size_t countNonConstants(ModuleOp module) {
    size_t count = 0;
    module.walk([&](Operation *op) {
      count += !op->hasTrait<OpTrait::ConstantLike>();
    });
    return count;
  }

  llvm::StringSet<> testedModules;
};
} // namespace

void sg::reduce::registerReduceGreedily() {
  PassRegistration<ReduceGreedily>();
}
