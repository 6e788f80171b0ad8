//===- VerifyLowered.cpp - Report ops that no pass has lowered ------------===//
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

/// Returns the type of an operand or result that LLVM does not support, or
/// null.
static Type findUnknownType(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!LLVM::isCompatibleType(type))
        return type;
  return {};
}

/// Emits an error if the op remains because LLVM does not support the type of
/// an operand or result.
static LogicalResult checkTypes(Operation *op) {
  bool isUnlowered = isa<UnrealizedConversionCastOp>(op) ||
                     isa_and_present<arith::ArithDialect, math::MathDialect,
                                     vector::VectorDialect>(op->getDialect());
  Type type = isUnlowered ? findUnknownType(op) : Type();
  if (!type)
    return success();
  return emitError(op->getLoc())
         << "computes with " << type << ", for which there is no native code";
}

static void reportNotLowered(Operation *op) {
  InFlightDiagnostic error = op->emitOpError()
                             << "has no lowering to the LLVM dialect";
  Diagnostic &remedy = error.attachNote(op->getLoc());
  if (!op->getDialect())
    remedy << "its dialect is not registered here; ";
  remedy << "run the passes that lower '" << op->getName().getDialectNamespace()
         << "' before the pipeline, or have the dialect contribute them "
            "(sg::LoweringInterface, mlir::ConvertToLLVMPatternInterface)";
}

/// Returns true if the op belongs to a transform schedule, which is not
/// executed with the program.
static bool isInSchedule(Operation *op) {
  return op->getName().getDialectNamespace() == "transform";
}

namespace {
struct VerifyLowered : sg::impl::VerifyLoweredBase<VerifyLowered> {
  void runOnOperation() override {
    // Report types first: an unsupported type is the reason why its op remains.
    WalkResult walk =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          return isInSchedule(op) ? WalkResult::skip()
                                  : WalkResult(checkTypes(op));
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    llvm::DenseSet<OperationName> reported;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isInSchedule(op))
        return WalkResult::skip();
      if (sg::isLowered(op) || isa<UnrealizedConversionCastOp>(op) ||
          !reported.insert(op->getName()).second)
        return WalkResult::advance();
      reportNotLowered(op);
      signalPassFailure();
      return WalkResult::advance();
    });
    LDBG() << reported.size() << " kinds of ops have not been lowered";
    markAllAnalysesPreserved();
  }
};
} // namespace
