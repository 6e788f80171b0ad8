//===- DerivativeSignature.h - The function that is asked for -------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What differentiate() and requestDerivative() share: they add a public
// function for arguments and results of another one.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H
#define SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Transforms/Passes.h"
#include <string>

namespace sg::grad {

/// The positions asked for among `types`, each of differentiable type, or all
/// that are; at least one. The rest is as in checkPositions.
mlir::FailureOr<llvm::SmallVector<unsigned>>
findPositions(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> asked,
              mlir::TypeRange types, llvm::StringRef what,
              llvm::StringRef option);

/// The types at those positions.
llvm::SmallVector<mlir::Type> select(mlir::TypeRange types,
                                     llvm::ArrayRef<unsigned> positions);

/// The name that is asked for, or one made of that of the function.
std::string makeDerivativeName(mlir::func::FuncOp function,
                               llvm::StringRef asked, RequestMode mode);

/// Adds a public function behind `behind` with an empty block; an error if the
/// name is taken, or if there is no module around.
mlir::FailureOr<mlir::func::FuncOp> addFunction(mlir::func::FuncOp behind,
                                                const llvm::Twine &name,
                                                mlir::TypeRange arguments);

/// Lets it return `results`.
void finishFunction(mlir::func::FuncOp function, mlir::ValueRange results);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_DERIVATIVESIGNATURE_H
