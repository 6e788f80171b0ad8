//===- VerifyParsed.h - The verifier of parsed programs ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool parses without verification, and verifies by these functions:
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

/// Replaces valid ops at which upstream's verifier crashes (22.1.8) by ops that
/// do the same. `root` need not have been verified: an op with any other fault
/// is left to the verifier.
void replaceOpsThatCrashVerifier(mlir::Operation *root);

/// Verifies a parsed op, in which valid ops at which upstream's verifier
/// crashes have been replaced.
llvm::LogicalResult verifyParsed(mlir::Operation *root);

/// Returns true if a source, in text or bytecode, may have such an op.
bool mayCrashVerifier(llvm::MemoryBufferRef source);

/// Makes `pm` verify, in this way, the op that it is run on, and then run the
/// passes that it has now.
void addVerifyParsedInFront(mlir::OpPassManager &pm);

} // namespace sg

#endif // SG_PIPELINES_VERIFYPARSED_H
