//===- DerivativeSignature.h - Signature of a derivative --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of differentiate() and requestDerivative(): default positions and
// names, and the public functions that both add.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H
#define SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Transforms/Passes.h"
#include <string>

namespace sg::grad {

/// Returns the positions `requested`, or all positions of differentiable type
/// if `requested` is empty. Emits an error if there is no such position, or the
/// type at a position in `requested` is not differentiable. See
/// checkPositionOption for `noun` and `option`.
mlir::FailureOr<llvm::SmallVector<unsigned>>
findPositions(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> requested,
              mlir::TypeRange types, llvm::StringRef noun,
              llvm::StringRef option);

llvm::SmallVector<mlir::Type> select(mlir::TypeRange types,
                                     llvm::ArrayRef<unsigned> positions);

/// Returns `requested`, or, if empty, the function's name followed by the mode.
std::string makeDerivativeName(mlir::func::FuncOp function,
                               llvm::StringRef requested, RequestMode mode);

/// Adds a public function with an empty block after `after`. Emits an error if
/// the name is taken or `after` is not in a module.
mlir::FailureOr<mlir::func::FuncOp> addFunction(mlir::func::FuncOp after,
                                                const llvm::Twine &name,
                                                mlir::TypeRange arguments);

/// Terminates `function` with a return of `results` and updates its type.
void finishFunction(mlir::func::FuncOp function, mlir::ValueRange results);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H
