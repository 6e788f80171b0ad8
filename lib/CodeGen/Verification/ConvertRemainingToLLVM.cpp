//===- ConvertRemainingToLLVM.cpp - Apply patterns of dialects ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweredOps.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Transforms/DialectConversion.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-convert-remaining-to-llvm"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CONVERTREMAININGTOLLVM
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

namespace {
/// Loads the dialects whose ops the conversion patterns of a loaded dialect
/// create.
struct LoadDependentDialects : DialectExtensionBase {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoadDependentDialects)
  LoadDependentDialects() : DialectExtensionBase(/*dialectNames=*/{}) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const final {
    for (Dialect *dialect : dialects)
      if (auto *patterns = dyn_cast<ConvertToLLVMPatternInterface>(dialect))
        patterns->loadDependentDialects(context);
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<LoadDependentDialects>(*this);
  }
};

struct ConvertRemainingToLLVM
    : sg::impl::ConvertRemainingToLLVMBase<ConvertRemainingToLLVM> {
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertRemainingToLLVMBase::getDependentDialects(registry);
    registry.addExtensions<LoadDependentDialects>();
  }

  void runOnOperation() override {
    llvm::SmallSetVector<Dialect *, 4> dialects;
    getOperation()->walk([&](Operation *op) {
      if (!sg::isLowered(op) &&
          isa_and_present<ConvertToLLVMPatternInterface>(op->getDialect()))
        dialects.insert(op->getDialect());
    });
    if (dialects.empty())
      return markAllAnalysesPreserved();

    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect>();
    LLVMTypeConverter types(&getContext());
    RewritePatternSet patterns(&getContext());
    for (Dialect *dialect : dialects) {
      LDBG() << "converts ops of the dialect " << dialect->getNamespace();
      cast<ConvertToLLVMPatternInterface>(dialect)
          ->populateConvertToLLVMConversionPatterns(target, types, patterns);
    }
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
