//===- Combiners.h - What combines values of a reduction ------ -*- C++ -*-===//
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

/// What combines two values of a result, and what changes nothing in that.
struct Combiner {
  mlir::Operation *op;
  mlir::TypedAttr neutral;

  mlir::Value combine(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                      mlir::Value y) const;
};

/// The combiner of each result of `op`; none if one has no combiner, or if it
/// has to combine in the order of the loops.
llvm::SmallVector<Combiner> getCombiners(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_COMBINERS_H
