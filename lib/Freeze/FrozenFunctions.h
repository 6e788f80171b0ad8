//===- FrozenFunctions.h - Functions with frozen stops ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A site is a stop whose value is recorded or replayed. Sites are visited in
// program order. Recording functions, blocks and region ops return the values
// of their sites as additional results. Replaying functions take additional
// arguments.
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
/// maps a function to null while its variant is being created, to detect
/// recursion.
class FrozenFunctions {
public:
  FrozenFunctions(mlir::SymbolTable &symbols, StringRef suffix)
      : symbols(symbols), suffix(suffix) {}
  virtual ~FrozenFunctions();

  /// Returns the variant of `function`, or `function` itself if `from` is a
  /// call and `function` reaches no site. Emits errors at `from`.
  FailureOr<mlir::func::FuncOp> get(mlir::func::FuncOp function,
                                    Operation *from);

protected:
  /// Turns `clone`, a clone of a function, into a variant.
  virtual LogicalResult process(mlir::func::FuncOp clone) = 0;

  mlir::func::FuncOp callee(mlir::func::CallOp call);

  /// Visits the ops of a block in order. If `visit` returns std::nullopt for an
  /// op that reaches a site, decomposes the op (for example, an scf.while into
  /// an scf.for) and visits the resulting ops.
  using Visit = llvm::function_ref<std::optional<LogicalResult>(Operation *)>;
  LogicalResult visitBlock(Block &block, Visit visit);

private:
  LogicalResult visitOps(ArrayRef<Operation *> ops, Visit visit);

  mlir::SymbolTable &symbols;
  std::string suffix;
  llvm::DenseMap<Operation *, mlir::func::FuncOp> variants;
};

std::unique_ptr<FrozenFunctions> createRecorded(mlir::SymbolTable &symbols);
std::unique_ptr<FrozenFunctions> createReplayed(mlir::SymbolTable &symbols);

/// Returns true if the stop is a site, that is, if its type has derivatives.
bool isSite(StopGradientOp op);

/// Emits the error that values of stops cannot be passed into or out of `op`.
LogicalResult emitCannotPassStops(Operation *op);

/// Returns the type of a tensor with one value of type `type` per iteration of
/// a loop, or null if tensors cannot hold values of this type.
mlir::RankedTensorType getPerTripType(Type type);

/// Replaces `op` by a linalg.generic that has the body of `op` and additional
/// inputs and results. All loops index the additional inputs and results.
/// Returns the additional results.
SmallVector<Value> rebuildStructured(mlir::linalg::LinalgOp op,
                                     ValueRange inputs, ValueRange outputs);

} // namespace sg::grad

#endif // SG_LIB_FREEZE_FROZENFUNCTIONS_H
