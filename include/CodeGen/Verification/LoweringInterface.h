//===- LoweringInterface.h - Lowerings of other dialects --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines (--sg-lower-to-cpu, --sg-lower-to-nvvm, --sg-lower-to-emulated)
// lower the dialects of MLIR. A dialect of another project contributes its own
// lowering by an interface, which is attached when the dialect is loaded:
//
//   struct WaveLowering : sg::LoweringInterface {
//     using LoweringInterface::LoweringInterface;
//     void buildLowering(sg::PipelineStage stage,
//                        mlir::OpPassManager &pm) const override {
//       if (stage == sg::PipelineStage::Fusion)
//         pm.addPass(createLowerWave());
//     }
//   };
//   registry.addExtension(+[](mlir::MLIRContext *, WaveDialect *dialect) {
//     dialect->addInterfaces<WaveLowering>();
//   });
//
// Ops on scalars that map to ops of the LLVM dialect need no pass: the
// pipelines apply the patterns of mlir::ConvertToLLVMPatternInterface at the
// end.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_VERIFICATION_LOWERINGINTERFACE_H
#define SG_CODEGEN_VERIFICATION_LOWERINGINTERFACE_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/PassManager.h"
#include "sg/CodeGen/Verification/PipelineStage.h"

namespace sg {

/// An interface by which a dialect contributes its lowering to the pipelines.
class LoweringInterface
    : public mlir::DialectInterface::Base<LoweringInterface> {
public:
  explicit LoweringInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// Adds passes on modules that run when `stage` begins, before the passes of
  /// the pipeline. Dialects of created ops must be loaded before. The extension
  /// that attaches the interface can load these dialects.
  virtual void buildLowering(PipelineStage stage,
                             mlir::OpPassManager &pm) const = 0;
};

} // namespace sg

#endif // SG_CODEGEN_VERIFICATION_LOWERINGINTERFACE_H
