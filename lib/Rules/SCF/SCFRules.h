//===- SCFRules.h - Parts of the rules of the scf dialect -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_SCFRULES_H
#define SG_RULES_SCFRULES_H

#include "mlir/IR/BuiltinOps.h"
#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::rules {

/// Attaches the rule of scf.if and scf.index_switch.
void attachBranchRule(mlir::MLIRContext *context);
void attachForRule(mlir::MLIRContext *context);
/// Attaches the rules of scf.execute_region, scf.forall and scf.parallel.
void attachSequentialRules(mlir::MLIRContext *context);
void attachWhileRule(mlir::MLIRContext *context);

/// Represents a value of a primal region in reverse code by a stand-in: a cast
/// whose operand is the value. Hence the stand-in follows the value when the
/// primal op is rebuilt. When the reverse code is complete, the owner passes
/// the values to the reverse code and replaces the stand-ins.
class StandIns final : public grad::RegionScope {
public:
  /// Stand-ins are inserted at the builder's insertion point, in order, before
  /// ops that are emitted later.
  explicit StandIns(mlir::OpBuilder &builder, mlir::Location loc);
  ~StandIns() override;

  mlir::Value save(mlir::Value value) override;

  llvm::ArrayRef<mlir::UnrealizedConversionCastOp> all() const { return made; }
  /// Replaces a stand-in by `crossed`, the value in reverse code.
  static void resolve(mlir::UnrealizedConversionCastOp standIn,
                      mlir::Value crossed);

private:
  mlir::OpBuilder &builder;
  /// Op after the stand-ins, until the reverse code is complete.
  mlir::Operation *end;
  llvm::SmallVector<mlir::UnrealizedConversionCastOp> made;
};

} // namespace sg::rules

#endif // SG_RULES_SCFRULES_H
