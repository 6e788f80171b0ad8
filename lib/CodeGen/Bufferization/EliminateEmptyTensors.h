//===- EliminateEmptyTensors.h - Values computed in place -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_BUFFERIZATION_ELIMINATEEMPTYTENSORS_H
#define SG_LIB_CODEGEN_BUFFERIZATION_ELIMINATEEMPTYTENSORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg {

/// Applies --sg-eliminate-empty-tensors to a single function. Fails if
/// upstream's bufferization analysis fails.
llvm::LogicalResult eliminateEmptyTensors(mlir::func::FuncOp function);

} // namespace sg

#endif // SG_LIB_CODEGEN_BUFFERIZATION_ELIMINATEEMPTYTENSORS_H
