//===- ExplainErrors.h - Errors about what nobody has written ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass of the pipelines may fail at an op that another one has made:
//
//   loss.mlir:84:12: error: 'memref.copy' op requires the same shape for all
//                    operands
//
// Then notes tell what was being done, which op of the program that one was
// made of, and what may help:
//
//   loss.mlir:84:12: note: the program need not be wrong: this arose while
//       tensors are put into memory, in the pass one-shot-bufferize
//   loss.mlir:84:12: note: it is about what was made of 'tensor.insert_slice'
//       here
//   loss.mlir:84:12: note: a way round may be ...
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_EXPLAINERRORS_H
#define SG_PIPELINES_EXPLAINERRORS_H

#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace sg {

/// The ops of a program as it was given, by where they stand.
class WrittenOps {
public:
  explicit WrittenOps(mlir::Operation *root);

  struct Entry {
    mlir::Location location;
    llvm::SmallVector<mlir::OperationName, 1> names;
  };
  /// Those that an op with such a location was made of, or is.
  llvm::SmallVector<Entry> findAt(mlir::Location location) const;

private:
  llvm::DenseMap<mlir::Location, llvm::SmallVector<mlir::OperationName, 1>>
      names;
};

/// Explains errors of the pipelines of this project while `pm` runs and lives.
/// `written` are the ops of the program that the user has given, before other
/// passes; without it they are those that `pm` begins with.
void explainErrors(mlir::PassManager &pm,
                   std::shared_ptr<const WrittenOps> written = nullptr);

} // namespace sg

#endif // SG_PIPELINES_EXPLAINERRORS_H
