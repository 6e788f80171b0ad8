//===- ExportFunctions.cpp - Create native entry points -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/ABI/Passes.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "sg/Runtime/NativeTypes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-export-functions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPORTFUNCTIONS
#include "sg/CodeGen/ABI/Passes.h.inc"
} // namespace sg

static bool isPassable(Type type, bool asArgument) {
  if (sg::getElementTypeCode(getElementTypeOrSelf(type)) == 0)
    return false;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return !tensor.getEncoding();
  if (auto memref = dyn_cast<MemRefType>(type))
    return asArgument && memref.getLayout().isIdentity() &&
           !memref.getMemorySpace();
  return !isa<ShapedType>(type);
}

namespace {
struct ExportFunctions : sg::impl::ExportFunctionsBase<ExportFunctions> {
  using ExportFunctionsBase::ExportFunctionsBase;

  void runOnOperation() override {
    // A module without func.func has already been exported.
    if (getOperation().getOps<func::FuncOp>().empty()) {
      LDBG() << "there is no func.func to export";
      return;
    }
    SymbolTable symbols(getOperation());
    SmallVector<SymbolOpInterface> defined;
    for (Operation &op : *getOperation().getBody())
      if (isDefinition(&op))
        defined.push_back(cast<SymbolOpInterface>(op));
    SmallVector<std::pair<func::FuncOp, std::string>> exported;
    for (SymbolOpInterface symbol : defined) {
      std::string name = symbol.getName().str();
      auto function = dyn_cast<func::FuncOp>(symbol.getOperation());
      if (function && function.isPublic()) {
        if (failed(checkTypes(function)) ||
            failed(checkDonationAttributes(function)))
          return signalPassFailure();
        exported.emplace_back(function, name);
      } else if (function) {
        LDBG() << "no entry point, it is private: '@" << name << "' at "
               << function.getLoc();
      }
      rename(symbol, "sg.internal." + name, symbols);
    }
    if (failed(checkNames(exported, symbols)) || failed(checkDonated(exported)))
      return signalPassFailure();
    ArrayRef<int64_t> donatedIndices = *donated;
    for (auto &[function, name] : exported) {
      LDBG() << "entry point " << sg::kEntryPrefix << name << ": '@" << name
             << "' at " << function.getLoc();
      sg::createEntryPoint(function, name, symbols, donatedIndices, device);
    }
  }

private:
  static LogicalResult checkTypes(func::FuncOp function) {
    auto report = [&](StringRef role, unsigned i, Type type) {
      return function.emitOpError()
             << "has " << role << " " << i << " of type " << type
             << ", which cannot be passed to native code; ranked tensors and "
                "scalars of index, i1, i8, i16, i32, i64, floats of up to 64 "
                "bits, complex<f32> and complex<f64> can";
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (!isPassable(type, /*asArgument=*/true))
        return report("argument", i, type);
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (!isPassable(type, /*asArgument=*/false))
        return report("result", i, type);
    return success();
  }

  /// Checks the option `donated` against the function with the most arguments.
  /// The option applies to all functions, and other functions may have fewer
  /// arguments.
  LogicalResult
  checkDonated(ArrayRef<std::pair<func::FuncOp, std::string>> exported) {
    func::FuncOp longest;
    StringRef name;
    for (const auto &[function, symbolName] : exported)
      if (func::FuncOp next = function;
          !longest || next.getNumArguments() > longest.getNumArguments()) {
        longest = next;
        name = symbolName;
      }
    if (!longest)
      return success();
    if (llvm::Error error =
            sg::checkPositions(name, *donated, longest.getNumArguments()))
      return emitError(longest.getLoc())
             << "'donated' " << llvm::toString(std::move(error));
    return success();
  }

  /// Checks that only tensor arguments are marked as donated.
  static LogicalResult checkDonationAttributes(func::FuncOp function) {
    StringRef mark = bufferization::BufferizationDialect::kWritableAttrName;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (function.getArgAttr(i, mark) && !isa<RankedTensorType>(type))
        return function.emitOpError()
               << "has '" << mark << "' on argument " << i << " of type "
               << type << ": only a tensor can be donated";
    return success();
  }

  /// Returns true if `op` is a function with a body or a global memref with a
  /// value.
  static bool isDefinition(Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      return !global.isExternal();
    return isa<func::FuncOp, LLVM::LLVMFuncOp>(op) &&
           !cast<FunctionOpInterface>(op).isExternal();
  }

  /// Returns true if `op` is a declaration that --sg-trace-nan or sg-run has
  /// inserted.
  static bool isTraceOrProbe(Operation *op) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    static constexpr StringLiteral names[] = {"sgrt_trace", "sgrt_probe",
                                              "sgrt_probe_word"};
    return function && function.isExternal() &&
           llvm::is_contained(names, function.getName());
  }

  /// Checks that no remaining symbol has the name of an entry point or of a
  /// runtime function. Only declarations still have their original names.
  static LogicalResult
  checkNames(ArrayRef<std::pair<func::FuncOp, std::string>> exported,
             SymbolTable &symbols) {
    auto report = [](Operation *op, StringRef purpose) {
      return op->emitOpError() << "has the name of " << purpose;
    };
    for (Operation &op : symbols.getOp()->getRegion(0).front())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        if (symbol.getName().starts_with("sgrt_") && !isTraceOrProbe(&op))
          return report(&op, "a function of the runtime");
    for (auto &[function, name] : exported)
      if (Operation *conflict = symbols.lookup((sg::kEntryPrefix + name).str()))
        return report(conflict, "the entry point of '@" + name + "'");
    return success();
  }

  /// Renames `op` to `name`. Appends underscores while the name is taken.
  static void rename(Operation *op, std::string name, SymbolTable &symbols) {
    while (symbols.lookup(name))
      name += '_';
    // Renaming fails only if the name is taken.
    (void)symbols.rename(op, name);
  }
};
} // namespace
