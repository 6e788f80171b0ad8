//===- VerifyParsed.h - Verify parsed programs ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool parses without verification, and then verifies the module:
//
//   ParserConfig config(&context, /*verifyAfterParse=*/false);
//   OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
//   if (!module || failed(verifyParsed(*module)))
//     return failure();
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_VERIFYPARSED_H
#define SG_PIPELINES_VERIFYPARSED_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace sg {

/// Replaces valid ops at which upstream's verifier crashes (22.1.8) by
/// equivalent ops. `root` need not have been verified: invalid ops are left to
/// the verifier.
void replaceOpsThatCrashVerifier(mlir::Operation *root);

/// Replaces valid ops at which upstream's verifier crashes, and then verifies
/// 'root'.
llvm::LogicalResult verifyParsed(mlir::Operation *root);

/// Returns true if a source, in text or bytecode, may contain an op at which
/// upstream's verifier crashes.
bool mayCrashVerifier(llvm::MemoryBufferRef source);

/// Replaces the passes of `pm` by a pass that first calls verifyParsed and then
/// runs the original passes.
void prependVerifyParsed(mlir::OpPassManager &pm);

} // namespace sg

#endif // SG_PIPELINES_VERIFYPARSED_H
