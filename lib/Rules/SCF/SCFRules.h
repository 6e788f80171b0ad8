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

/// Represents values of a primal region in reverse code by stand-ins: casts
/// whose operands are the values and remain correct when the primal op is
/// rebuilt. When the reverse code is complete, residuals replace the stand-ins.
class StandIns final : public grad::RegionScope {
public:
  /// Stand-ins are created at the current insertion point, in order, before all
  /// ops that are emitted later.
  explicit StandIns(mlir::OpBuilder &builder, mlir::Location loc);
  ~StandIns() override;

  mlir::Value save(mlir::Value value) override;

  llvm::ArrayRef<mlir::UnrealizedConversionCastOp> all() const {
    return standIns;
  }
  /// Replaces a stand-in by `residual`, its value in reverse code.
  static void resolve(mlir::UnrealizedConversionCastOp standIn,
                      mlir::Value residual);

private:
  mlir::OpBuilder &builder;
  /// A placeholder op that marks the end of the stand-ins.
  mlir::Operation *end;
  llvm::SmallVector<mlir::UnrealizedConversionCastOp> standIns;
};

} // namespace sg::rules

#endif // SG_RULES_SCFRULES_H
