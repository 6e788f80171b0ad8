//===- BodyCopy.h - A structured op's body in derivative code ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a structured op is a structured op with nearly the same
// body. A BodyCopy is a copy of the body that is differentiated in place, from
// which then an op is made. What survives in it decides what is read: inputs
// that nobody needs any more are left out, and a value that the primal op has
// as a result is read from there instead of being computed again.
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

  /// The copy of a value of the body; what is defined outside is its own copy.
  mlir::Value lookup(mlir::Value original) const {
    return map.lookupOrDefault(original);
  }
  /// The element of `operand` of the primal op.
  mlir::Value element(mlir::OpOperand &operand);
  /// What the copy of the terminator yields.
  mlir::Value yielded(unsigned result) const;

  /// One more tensor (or scalar) that the body reads by `map`; its element.
  mlir::Value read(mlir::Value tensor, mlir::AffineMap map);
  /// One more result with the initial value `init`; its running element.
  mlir::Value addResult(mlir::Value init, mlir::AffineMap map);
  /// One more whole tensor that a loop nest carries; its running value.
  mlir::Value addCarried(mlir::Value init);

  /// The sizes of the loops, usable where the builder stood when the copy was
  /// made, and hence in the body too.
  llvm::SmallVector<mlir::OpFoldResult> loopSizes();
  /// Makes the copy yield another of its values.
  void setYielded(unsigned result, mlir::Value value);
  /// Moves the builder to where the body can be extended.
  void setInsertionPointToEnd();
  /// The primal op is about to be replaced: compute its results too instead of
  /// reading them.
  void setRecomputesResults() { readsResults = false; }

  /// Puts a structured op with the results that were added where the builder
  /// stood when the copy was made. `yields` are their next elements. Leaves the
  /// builder behind it.
  llvm::SmallVector<mlir::Value> finish(mlir::ValueRange yields);

  /// The same with a loop nest that carries the tensors that were added.
  llvm::SmallVector<mlir::Value> finishAsLoops(mlir::ValueRange yields);

  /// Makes nothing of it. Leaves the builder where it stood when the copy was
  /// made.
  void discard();

private:
  struct Operand {
    mlir::Value tensor;
    mlir::AffineMap map;
    mlir::BlockArgument element;
    /// Of the primal program, so that it must be asked for if it is read.
    bool isPrimal;
  };

  mlir::BlockArgument addArgument(mlir::Type type);
  /// One that is an element of `tensor`.
  mlir::BlockArgument addElement(mlir::Value tensor);
  void eraseHolder();
  void eraseUnused();
  void readYieldedFromResults(mlir::ValueRange yields);
  void importCaptures();
  /// The operands that are read, and tensors without contents for loops that
  /// none of them gives a size.
  llvm::SmallVector<Operand> usedOperands();
  mlir::Operation *terminator() const;

  mlir::linalg::LinalgOp op;
  grad::DerivativeContext &context;
  /// Holds the region where it will be used, so that symbols are found.
  mlir::Operation *holder;
  mlir::OpBuilder::InsertPoint outside;
  mlir::IRMapping map;
  bool readsResults = true;
  llvm::SmallVector<Operand> operands, results, carried;
};

} // namespace sg::rules

#endif // SG_RULES_BODYCOPY_H
