//===- Register.h - Registration of differentiation -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers differentiation without code generation. sg/Register.h
// additionally registers pipelines, their passes and transform ops.
//
//===----------------------------------------------------------------------===//

#ifndef SG_AD_REGISTER_H
#define SG_AD_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// Adds the grad dialect and the derivative rules of upstream's ops. The rules
/// of a dialect are attached when the dialect is loaded.
void registerAD(mlir::DialectRegistry &registry);

/// Registers --grad-request-derivative, --grad-expand-derivatives and all other
/// passes of Transforms/Passes.td and Conversion/Passes.td.
void registerADPasses();

} // namespace sg

#endif // SG_AD_REGISTER_H
