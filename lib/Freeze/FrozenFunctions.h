//===- FrozenFunctions.h - Functions with frozen stops ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A site is a stop whose value is recorded or replayed. Sites are visited in
// program order. To record, each function, block and region op returns the
// values of its sites as additional results. To replay, it takes them as
// additional operands.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_FREEZE_FROZENFUNCTIONS_H
#define SG_LIB_FREEZE_FROZENFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "sg/Dialect/Grad/IR/Grad.h"

namespace sg::grad {

using llvm::ArrayRef, llvm::LogicalResult, llvm::SmallVector;
using llvm::SmallVectorImpl, llvm::StringRef;
using mlir::Block, mlir::FailureOr, mlir::Operation, mlir::Type, mlir::Value;
using mlir::ValueRange;

/// Creates and caches recording or replaying variants of functions. The cache
/// maps a function to null while its variant is being created, which detects
/// recursion.
class FrozenFunctions {
public:
  FrozenFunctions(mlir::SymbolTable &symbols, StringRef suffix)
      : symbols(symbols), suffix(suffix) {}
  virtual ~FrozenFunctions();

  /// Returns the variant of `function`, or `function` itself if it reaches no
  /// site and `from` is a call of it. Emits errors at `from`.
  FailureOr<mlir::func::FuncOp> get(mlir::func::FuncOp function,
                                    Operation *from);

protected:
  /// Records or replays the sites in `clone`, a clone of the function.
  virtual LogicalResult process(mlir::func::FuncOp clone) = 0;

  mlir::func::FuncOp callee(mlir::func::CallOp call);

  /// Visits the ops of a block in order. If `visit` returns std::nullopt for an
  /// op that reaches a site, the op is decomposed and the resulting ops are
  /// visited. For example, an scf.while is decomposed into an scf.for.
  using Visit = llvm::function_ref<std::optional<LogicalResult>(Operation *)>;
  LogicalResult visitBlock(Block &block, Visit visit);

private:
  LogicalResult visitOps(ArrayRef<Operation *> ops, Visit visit);

  mlir::SymbolTable &symbols;
  std::string suffix;
  llvm::DenseMap<Operation *, mlir::func::FuncOp> made;
};

std::unique_ptr<FrozenFunctions> createRecorded(mlir::SymbolTable &symbols);
std::unique_ptr<FrozenFunctions> createReplayed(mlir::SymbolTable &symbols);

/// Returns true if the stop is a site: its type has derivatives.
bool isSite(StopGradientOp op);

/// Emits an error that values of stops cannot be passed through `op`.
LogicalResult emitCannotPassStops(Operation *op);

/// Returns the type of a tensor with one value of type `type` per trip of a
/// loop, or null if tensors cannot hold `type`.
mlir::RankedTensorType getPerTripType(Type type);

/// Replaces the op by a linalg.generic with its current body and additional
/// inputs and results, which are indexed by all loops. Returns the additional
/// results.
SmallVector<Value> rebuildStructured(mlir::linalg::LinalgOp op,
                                     ValueRange inputs, ValueRange outputs);

} // namespace sg::grad

#endif // SG_LIB_FREEZE_FROZENFUNCTIONS_H
