//===- ExplainErrors.h - Explain errors at generated ops --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass of the pipelines may fail at an op that another pass has created:
//
//   loss.mlir:84:12: error: 'memref.copy' op requires the same shape for all
//                    operands
//
// Notes then name the stage and the pass, the op of the program from which the
// op was created, and a possible workaround:
//
//   loss.mlir:84:12: note: the program need not be wrong: the error arose while
//       tensors are bufferized, in the pass sg-bufferize
//   loss.mlir:84:12: note: the error is about an op created from
//       'tensor.insert_slice' here
//   loss.mlir:84:12: note: a possible workaround is ...
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_EXPLAINERRORS_H
#define SG_PIPELINES_EXPLAINERRORS_H

#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace sg {

/// The ops of the original program, by location.
class ProgramOps {
public:
  explicit ProgramOps(mlir::Operation *root);

  struct Entry {
    mlir::Location location;
    llvm::SmallVector<mlir::OperationName, 1> names;
  };
  /// Returns the ops from which an op with this location was created, including
  /// the op itself if it is in the program.
  llvm::SmallVector<Entry> findAt(mlir::Location location) const;

private:
  llvm::DenseMap<mlir::Location, llvm::SmallVector<mlir::OperationName, 1>>
      names;
};

/// Attaches explanatory notes to errors of the pipelines that `pm` runs.
/// `programOps` contains the ops of the original program. If `programOps` is
/// null, the ops are collected when `pm` starts.
void explainErrors(mlir::PassManager &pm,
                   std::shared_ptr<const ProgramOps> programOps = nullptr);

} // namespace sg

#endif // SG_PIPELINES_EXPLAINERRORS_H
