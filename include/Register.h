//===- Register.h - Everything in one place ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tool calls to offer all that MLIR and this project have:
//
//   mlir::DialectRegistry registry;
//   sg::registerAll(registry);
//
//===----------------------------------------------------------------------===//

#ifndef SG_REGISTER_H
#define SG_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// registerAllDialects and registerAllPasses.
void registerAll(mlir::DialectRegistry &registry);

/// All upstream dialects and extensions, the grad dialect, its
/// transform ops, and the derivative rules of all of them.
void registerAllDialects(mlir::DialectRegistry &registry);

/// All upstream passes, and the passes and pipelines of this project.
void registerAllPasses();

/// Registers only the dialects and passes of this project, for a program that
/// selects dialects and passes of MLIR itself.
void registerOwnDialects(mlir::DialectRegistry &registry);
void registerOwnPasses();

} // namespace sg

#endif // SG_REGISTER_H
