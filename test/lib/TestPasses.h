//===- TestPasses.h - Passes and dialects for tests -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_TESTPASSES_H
#define SG_TEST_LIB_TESTPASSES_H

#include <memory>

namespace mlir {
class DialectRegistry;
class Pass;
} // namespace mlir

namespace sg::test {

/// Registers --test-activity and --test-connections.
void registerAnalysisPasses();

/// Registers --test-go-wrong.
void registerGoWrongPass();

/// Registers the dialect `wave` and its derivative rules.
void registerWave(mlir::DialectRegistry &registry);

/// Registers --test-lower-wave.
void registerWavePasses();
std::unique_ptr<mlir::Pass> createLowerWave(bool isNative = true);

} // namespace sg::test

#endif // SG_TEST_LIB_TESTPASSES_H
