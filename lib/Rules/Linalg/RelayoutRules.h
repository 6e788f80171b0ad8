//===- RelayoutRules.h - Derivative rules of linalg.pack --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_RELAYOUTRULES_H
#define SG_RULES_RELAYOUTRULES_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg::rules {
/// Attaches the rules of linalg.pack and linalg.unpack.
void attachRelayoutRules(mlir::MLIRContext *context);
} // namespace sg::rules

#endif // SG_RULES_RELAYOUTRULES_H
