//===- TestPasses.h - What only tests use -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_TESTPASSES_H
#define SG_TEST_LIB_TESTPASSES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg::test {

/// --test-activity and --test-connections.
void registerAnalysisPasses();

/// The dialect `wave`, its derivative rules, and --test-lower-wave.
void registerWave(mlir::DialectRegistry &registry);

} // namespace sg::test

#endif // SG_TEST_LIB_TESTPASSES_H
