//===- FrozenFunctions.h - Functions without stops --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sites are met in program order. Each function, block and region op passes the
// values of the sites in it outwards (record) or takes them from outside
// (replay), as further results and operands.
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

/// Functions that record or replay, by the function they are made from. A null
/// function is being made: it calls itself.
class FrozenFunctions {
public:
  FrozenFunctions(mlir::SymbolTable &symbols, StringRef suffix)
      : symbols(symbols), suffix(suffix) {}
  virtual ~FrozenFunctions();

  /// `from` is what needs it.
  FailureOr<mlir::func::FuncOp> get(mlir::func::FuncOp function,
                                    Operation *from);

protected:
  virtual LogicalResult process(mlir::func::FuncOp clone) = 0;

  mlir::func::FuncOp callee(mlir::func::CallOp call);

  /// Lets the ops of a block pass `visit`, in order. Where that does not know
  /// an op (it returns nullopt) but the op leads to a site, what it stands for
  /// does in its place: loops other than scf.for are scf.for.
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

/// Whether a stop here is a site: what has no derivative by nature is frozen
/// anyway.
bool isSite(StopGradientOp op);

LogicalResult emitNoThread(Operation *op);

/// The values of one site in all trips of a loop whose trips have values of
/// `type`; null if a tensor cannot hold them.
mlir::RankedTensorType getTripsType(Type type);

/// The op as a linalg.generic with the body it has now, and with further inputs
/// and results that are indexed by all loops. Returns those results.
SmallVector<Value> rebuildStructured(mlir::linalg::LinalgOp op,
                                     ValueRange inputs, ValueRange outputs);

} // namespace sg::grad

#endif // SG_LIB_FREEZE_FROZENFUNCTIONS_H
