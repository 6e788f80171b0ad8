//===- BodyCopy.h - A structured op's body in derivative code ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a structured op is a structured op with nearly the same
// body. A BodyCopy is a copy of the body that is differentiated in place and
// then becomes an op. Inputs that the remaining code does not read are omitted.
// If the primal op returns a value of the body, the copy reads the result
// instead of recomputing the value.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_BODYCOPY_H
#define SG_RULES_BODYCOPY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sg/Dialect/Grad/IR/Grad.h"

namespace sg::rules {

class BodyCopy {
public:
  BodyCopy(mlir::linalg::LinalgOp op, grad::DerivativeContext &context);
  ~BodyCopy();
  BodyCopy(const BodyCopy &) = delete;

  mlir::Region &getRegion();

  /// Returns the copy of a value of the body. A captured value is its own copy.
  mlir::Value lookup(mlir::Value original) const {
    return map.lookupOrDefault(original);
  }
  /// Returns the copy's argument for `operand` of the primal op.
  mlir::Value element(mlir::OpOperand &operand);
  /// Returns an operand of the copy's terminator.
  mlir::Value yielded(unsigned result) const;

  /// Adds a tensor (or scalar) that the body reads by `map`. Returns its
  /// element.
  mlir::Value read(mlir::Value tensor, mlir::AffineMap map);
  /// Adds a result with the initial value `init`. Returns its running element.
  mlir::Value addResult(mlir::Value init, mlir::AffineMap map);
  /// Adds a whole tensor that a loop nest carries. Returns its running value.
  mlir::Value addCarried(mlir::Value init);

  /// Returns the sizes of the loops, as values that dominate the copy.
  llvm::SmallVector<mlir::OpFoldResult> loopSizes();
  void setYielded(unsigned result, mlir::Value value);
  /// Moves the builder to the end of the body, where ops can be added.
  void setInsertionPointToEnd();
  /// Makes the copy recompute the results of the primal op, which is about to
  /// be replaced, instead of reading them.
  void setRecomputesResults() { readsResults = false; }

  /// Builds a structured op with the added results at the builder's original
  /// insertion point. `yields` are the next elements of the results. Leaves the
  /// builder after the op.
  llvm::SmallVector<mlir::Value> finish(mlir::ValueRange yields);

  /// Builds a loop nest that carries the added tensors, instead of an op.
  llvm::SmallVector<mlir::Value> finishAsLoops(mlir::ValueRange yields);

  /// Discards the copy and restores the builder's original insertion point.
  void discard();

private:
  struct Operand {
    mlir::Value tensor;
    mlir::AffineMap map;
    mlir::BlockArgument element;
    /// True if the tensor belongs to the primal program, so that derivative
    /// code must request it.
    bool isPrimal;
  };

  mlir::BlockArgument addArgument(mlir::Type type);
  /// Adds a block argument that is an element of `tensor`.
  mlir::BlockArgument addElement(mlir::Value tensor);
  void eraseHolder();
  void eraseUnused();
  void readYieldedFromResults(mlir::ValueRange yields);
  void importCaptures();
  /// Returns the operands that the body reads, and requests their primals.
  llvm::SmallVector<Operand> usedOperands();
  mlir::Operation *terminator() const;

  mlir::linalg::LinalgOp op;
  grad::DerivativeContext &context;
  /// Op that holds the region at the insertion point of the final op, so that
  /// symbol lookup works.
  mlir::Operation *holder;
  mlir::OpBuilder::InsertPoint outside;
  mlir::IRMapping map;
  bool readsResults = true;
  llvm::SmallVector<Operand> operands, results, carried;
};

} // namespace sg::rules

#endif // SG_RULES_BODYCOPY_H
