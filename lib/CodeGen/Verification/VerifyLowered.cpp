//===- VerifyLowered.cpp - Errors at ops that no pass has lowered ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-verify-lowered"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_VERIFYLOWERED
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

/// Returns a type of the op's values that LLVM does not have, or null.
static Type findUnknownType(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!LLVM::isCompatibleType(type))
        return type;
  return {};
}

/// Emits an error at an op that is left because of its types.
static LogicalResult checkTypes(Operation *op) {
  bool isLeft = isa<UnrealizedConversionCastOp>(op) ||
                isa_and_present<arith::ArithDialect, math::MathDialect,
                                vector::VectorDialect>(op->getDialect());
  Type type = isLeft ? findUnknownType(op) : Type();
  if (!type)
    return success();
  return emitError(op->getLoc())
         << "computes with " << type << ", for which there is no native code";
}

static void reportLeft(Operation *op) {
  InFlightDiagnostic error = op->emitOpError()
                             << "has no lowering to the LLVM dialect";
  Diagnostic &remedy = error.attachNote(op->getLoc());
  if (!op->getDialect())
    remedy << "its dialect is not registered here; ";
  remedy << "run the passes that lower '" << op->getName().getDialectNamespace()
         << "' before the pipeline, or let the dialect contribute them "
            "(sg::LoweringInterface, mlir::ConvertToLLVMPatternInterface)";
}

/// Returns true for an op of a schedule, which is not run with the program.
static bool isOfSchedule(Operation *op) {
  return op->getName().getDialectNamespace() == "transform";
}

namespace {
struct VerifyLowered : sg::impl::VerifyLoweredBase<VerifyLowered> {
  void runOnOperation() override {
    // Casts from and to a type are left with the op that has it.
    WalkResult walk =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          return isOfSchedule(op) ? WalkResult::skip()
                                  : WalkResult(checkTypes(op));
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    llvm::DenseSet<OperationName> reported;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isOfSchedule(op))
        return WalkResult::skip();
      if (sg::isLowered(op) || isa<UnrealizedConversionCastOp>(op) ||
          !reported.insert(op->getName()).second)
        return WalkResult::advance();
      reportLeft(op);
      signalPassFailure();
      return WalkResult::advance();
    });
    LDBG() << reported.size() << " kinds of ops are left";
    markAllAnalysesPreserved();
  }
};
} // namespace
