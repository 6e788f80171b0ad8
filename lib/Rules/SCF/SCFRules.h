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

/// scf.if and scf.index_switch.
void attachBranchRule(mlir::MLIRContext *context);
void attachForRule(mlir::MLIRContext *context);
/// scf.execute_region, scf.forall and scf.parallel.
void attachSequentialRules(mlir::MLIRContext *context);
void attachWhileRule(mlir::MLIRContext *context);

/// Lets a value of a primal region cross into the reverse code of that region
/// by a stand-in: a cast whose operand is the value, so that it follows the
/// value when the primal op is rebuilt. When the reverse code is done the owner
/// knows what must cross, makes it cross, and replaces the stand-ins.
class StandIns final : public grad::RegionScope {
public:
  /// The stand-ins come to the builder's place, in order, ahead of what is
  /// emitted afterwards.
  explicit StandIns(mlir::OpBuilder &builder, mlir::Location loc);
  ~StandIns() override;

  mlir::Value save(mlir::Value value) override;

  llvm::ArrayRef<mlir::UnrealizedConversionCastOp> all() const { return made; }
  /// Replaces a stand-in by what has crossed.
  static void resolve(mlir::UnrealizedConversionCastOp standIn,
                      mlir::Value crossed);

private:
  mlir::OpBuilder &builder;
  /// Behind the stand-ins, until the reverse code is done.
  mlir::Operation *end;
  llvm::SmallVector<mlir::UnrealizedConversionCastOp> made;
};

} // namespace sg::rules

#endif // SG_RULES_SCFRULES_H
