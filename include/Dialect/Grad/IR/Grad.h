//===- Grad.h - The grad dialect --------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_GRAD_H
#define SG_DIALECT_GRAD_IR_GRAD_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/Dialect/Grad/IR/DerivativeContext.h"

#include "sg/Dialect/Grad/IR/GradDialect.h.inc"
#include "sg/Dialect/Grad/IR/GradInterfaces.h.inc"

#define GET_OP_CLASSES
#include "sg/Dialect/Grad/IR/GradOps.h.inc"

namespace sg::grad {

/// Names of the discardable attributes that the dialect defines.
inline constexpr llvm::StringLiteral kCustomVJPAttr = "grad.custom_vjp";
inline constexpr llvm::StringLiteral kCustomJVPAttr = "grad.custom_jvp";
inline constexpr llvm::StringLiteral kCheckpointAttr = "grad.checkpoint";
inline constexpr llvm::StringLiteral kCheckpointEveryAttr =
    "grad.checkpoint_every";
inline constexpr llvm::StringLiteral kCheckpointSlotsAttr =
    "grad.checkpoint_slots";

/// Returns the positions of the differentiated arguments: the entries of `wrt`,
/// or without `wrt` the positions of all arguments of differentiable type.
llvm::SmallVector<unsigned>
getDifferentiatedArguments(mlir::TypeRange arguments,
                           std::optional<llvm::ArrayRef<int64_t>> wrt);

/// Returns the positions of the differentiable types in `types`.
llvm::SmallVector<unsigned> getDifferentiablePositions(mlir::TypeRange types);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_GRAD_H
