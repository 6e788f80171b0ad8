//===- VerifyParsed.cpp - Verify parsed programs --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Pipelines/VerifyParsed.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

/// Returns true if the op is a valid linalg.transpose of rank 0. The verifier
/// crashes at such an op because one of its indexing maps is null.
static bool isTransposeOfRank0(linalg::TransposeOp op) {
  // An invalid op may have a null operand.
  if (op->getNumOperands() != 2 || !op->getOperand(0) || !op->getOperand(1) ||
      !op.getPermutationAttr() || !op.getPermutation().empty() ||
      op->getOperand(0).getType() != op->getOperand(1).getType())
    return false;
  auto type = dyn_cast<ShapedType>(op->getOperand(0).getType());
  if (!type || !type.hasRank() || type.getRank() != 0)
    return false;
  bool hasResult = isa<RankedTensorType>(type);
  return (hasResult || isa<MemRefType>(type)) &&
         op->getNumResults() == hasResult &&
         llvm::all_of(op->getResultTypes(), [&](Type t) { return t == type; });
}

void sg::replaceOpsThatCrashVerifier(Operation *root) {
  root->walk([](linalg::TransposeOp op) {
    if (!isTransposeOfRank0(op))
      return;
    OpBuilder b(op);
    auto copy = linalg::CopyOp::create(b, op.getLoc(), op->getResultTypes(),
                                       op->getOperand(0), op->getOperand(1));
    op->replaceAllUsesWith(copy->getResults());
    op->erase();
  });
}

LogicalResult sg::verifyParsed(Operation *root) {
  replaceOpsThatCrashVerifier(root);
  return verify(root);
}

bool sg::mayCrashVerifier(llvm::MemoryBufferRef source) {
  StringRef text = source.getBuffer();
  if (isBytecode(source))
    return text.contains("linalg") && text.contains("transpose");
  return text.contains("linalg.transpose") &&
         llvm::Regex("permutation[ \n]*=[ \n]*(\\[[ \n]*\\]|array<i64>)")
             .match(text);
}

namespace {
/// Verifies the op, and then runs a pipeline on it.
struct VerifyParsed : PassWrapper<VerifyParsed, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyParsed)

  explicit VerifyParsed(OpPassManager pipeline)
      : pipeline(std::move(pipeline)) {}
  VerifyParsed(const VerifyParsed &other)
      : PassWrapper(other), pipeline(other.pipeline) {}

  StringRef getName() const override { return "VerifyParsed"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<linalg::LinalgDialect>();
    pipeline.getDependentDialects(registry);
  }
  void runOnOperation() override {
    if (failed(sg::verifyParsed(getOperation())) ||
        failed(runPipeline(pipeline, getOperation())))
      signalPassFailure();
  }

private:
  OpPassManager pipeline;
};
} // namespace

void sg::prependVerifyParsed(OpPassManager &pm) {
  OpPassManager pipeline(pm);
  pm.clear();
  pm.addPass(std::make_unique<VerifyParsed>(std::move(pipeline)));
}
