//===- Combiners.h - Combiners of reductions -------------------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_COMBINERS_H
#define SG_CODEGEN_ANALYSIS_COMBINERS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// The op that combines two partial results of a reduction, and its neutral
/// element.
struct Combiner {
  mlir::Operation *op;
  mlir::TypedAttr neutral;

  mlir::Value combine(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                      mlir::Value y) const;
};

/// Returns the combiner of each result of `op`. Returns an empty list if one of
/// the results has no combiner, or if its reduction must not be reordered.
llvm::SmallVector<Combiner> getCombiners(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_COMBINERS_H
