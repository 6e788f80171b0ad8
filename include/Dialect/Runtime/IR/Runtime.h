//===- Runtime.h - The runtime dialect --------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_RUNTIME_IR_RUNTIME_H
#define SG_DIALECT_RUNTIME_IR_RUNTIME_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace sg::runtime {

/// The side-effect resource of runtime ops: the state of a call in the runtime.
struct CallState : mlir::SideEffects::Resource::Base<CallState> {
  llvm::StringRef getName() final { return "<call>"; }
};

} // namespace sg::runtime

#include "sg/Dialect/Runtime/IR/RuntimeDialect.h.inc"

#define GET_OP_CLASSES
#include "sg/Dialect/Runtime/IR/RuntimeOps.h.inc"

#endif // SG_DIALECT_RUNTIME_IR_RUNTIME_H
