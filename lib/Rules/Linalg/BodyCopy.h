//===- BodyCopy.h - A structured op's body in derivative code ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a structured op is a structured op with nearly the same
// body. A BodyCopy is a copy of the body that a rule differentiates in place
// and then turns into an op. The op has no inputs that its body does not read.
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
  /// Returns the copy's block argument for `operand` of the primal op.
  mlir::Value element(mlir::OpOperand &operand);
  /// Returns the value that the copy yields for `result`.
  mlir::Value yielded(unsigned result) const;

  /// Adds an operand that the body reads by `map`. Returns the element read.
  mlir::Value read(mlir::Value tensor, mlir::AffineMap map);
  /// Adds a result with the initial value `init`. Returns its accumulator.
  mlir::Value addResult(mlir::Value init, mlir::AffineMap map);
  /// Adds a tensor that the loop nest of finishAsLoops carries. Returns the
  /// block argument for its current value.
  mlir::Value addCarried(mlir::Value init);

  /// Returns the sizes of the loops, as values that dominate the copy.
  llvm::SmallVector<mlir::OpFoldResult> loopSizes();
  void setYielded(unsigned result, mlir::Value value);
  /// Moves the builder to the end of the body, before the terminator.
  void setInsertionPointToEnd();
  /// Makes the copy recompute values instead of reading the results of the
  /// primal op. Required if the rule replaces the primal op.
  void setRecomputesResults() { readsResults = false; }

  /// Builds a structured op with the added results at the original insertion
  /// point, and moves the builder after the op. `yields` are the values that
  /// the body yields for the added results.
  llvm::SmallVector<mlir::Value> finish(mlir::ValueRange yields);

  /// Like `finish`, but builds a loop nest that carries tensors (addCarried).
  llvm::SmallVector<mlir::Value> finishAsLoops(mlir::ValueRange yields);

  /// Discards the copy and restores the builder's original insertion point.
  void discard();

private:
  struct Operand {
    mlir::Value tensor;
    mlir::AffineMap map;
    mlir::BlockArgument element;
    /// True if the tensor belongs to the primal program, so that derivative
    /// code must request it by DerivativeContext::primal.
    bool isPrimal;
  };

  mlir::BlockArgument addArgument(mlir::Type type);
  /// Adds a block argument and records that it is an element of `tensor`.
  mlir::BlockArgument addElement(mlir::Value tensor);
  void eraseHolder();
  void eraseUnused();
  void readYieldedFromResults(mlir::ValueRange yields);
  void importCaptures();
  /// Returns the operands that the body reads, with primal tensors replaced by
  /// equivalents that derivative code can use.
  llvm::SmallVector<Operand> usedOperands();
  mlir::Operation *terminator() const;

  mlir::linalg::LinalgOp op;
  grad::DerivativeContext &context;
  /// The op that holds the region, at the insertion point of the final op, so
  /// that symbol lookup works in the region.
  mlir::Operation *holder;
  mlir::OpBuilder::InsertPoint outside;
  mlir::IRMapping map;
  bool readsResults = true;
  llvm::SmallVector<Operand> operands, results, carried;
};

} // namespace sg::rules

#endif // SG_RULES_BODYCOPY_H
