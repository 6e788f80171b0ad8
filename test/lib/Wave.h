//===- Wave.h - A third-party dialect ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_WAVE_H
#define SG_TEST_LIB_WAVE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "WaveDialect.h.inc"

namespace wave {
// Upstream's RuntimeVerifiableOpInterface.td uses this name without a
// namespace.
using llvm::function_ref;
using llvm::StringRef;
using mlir::Operation;
} // namespace wave

#define GET_OP_CLASSES
#include "WaveOps.h.inc"

namespace wave {

/// Attaches the derivative rule of wave.each.
void attachEachRule(mlir::MLIRContext *context);

/// Lowers wave.each to upstream ops.
llvm::SmallVector<mlir::Value> lowerEach(EachOp op, mlir::OpBuilder &builder);

/// Attaches rules with errors, which tests expect to be diagnosed.
void attachWrongRules(mlir::MLIRContext *context);
mlir::Value lowerThrice(ThriceOp op, mlir::OpBuilder &builder);
mlir::Value lowerSquare(SquareOp op, mlir::OpBuilder &builder);
/// Lowers wave.same, incorrectly for native code.
mlir::Value lowerSame(SameOp op, bool isNative, mlir::OpBuilder &builder);

} // namespace wave

#endif // SG_TEST_LIB_WAVE_H
