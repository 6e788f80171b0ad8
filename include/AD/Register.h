//===- Register.h - Derivatives, and nothing else ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a compiler that brings its own way to machine code. sg/Register.h is the
// same with all that follows: pipelines, their passes, transform ops.
//
//===----------------------------------------------------------------------===//

#ifndef SG_AD_REGISTER_H
#define SG_AD_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// Adds the grad dialect and the derivative rules of upstream's ops. Those of
/// ops whose dialect is not in the registry wait for it.
void registerAD(mlir::DialectRegistry &registry);

/// The passes that make derivatives of requests: --grad-expand-derivatives,
/// --grad-request-derivative, and those that leave the dialect.
void registerADPasses();

} // namespace sg

#endif // SG_AD_REGISTER_H
