//===- RequestedFunction.h - What a pass is asked to look at --------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options name functions, arguments and results. If they name what is not
// there, an error says what is.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTEDFUNCTION_H
#define SG_TRANSFORMS_REQUESTEDFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace sg::grad {

/// The function with that name, which may be written with its @. `pass`, if
/// there is one, begins the error.
mlir::FailureOr<mlir::func::FuncOp>
findRequestedFunction(mlir::ModuleOp module, llvm::StringRef name,
                      llvm::StringRef pass = {});

/// The positions asked for among `types`, which are `what` of the function and
/// come from `option`: each must exist and be named once.
mlir::FailureOr<std::vector<unsigned>>
checkPositions(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> asked,
               mlir::TypeRange types, llvm::StringRef what,
               llvm::StringRef option);

/// Reads the options of `pass` by `read`. An error is completed with `usage`.
llvm::LogicalResult
readOptions(llvm::StringRef pass, llvm::StringRef options,
            llvm::StringRef usage,
            llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error,
            llvm::function_ref<llvm::LogicalResult(
                llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>)>
                read);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUESTEDFUNCTION_H
