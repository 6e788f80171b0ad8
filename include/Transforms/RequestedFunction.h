//===- RequestedFunction.h - Parsing of pass options ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options name functions, arguments and results. If a name or position does not
// exist, the error lists the existing ones.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTEDFUNCTION_H
#define SG_TRANSFORMS_REQUESTEDFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace sg::grad {

/// Returns the function with the given name, with or without a leading @. If
/// `pass` is not empty, the error begins with it.
mlir::FailureOr<mlir::func::FuncOp>
findRequestedFunction(mlir::ModuleOp module, llvm::StringRef name,
                      llvm::StringRef pass = {});

/// Checks the positions `asked` among `types`: each must exist and occur once.
/// `what` names the kind of value and `option` the option for errors.
mlir::FailureOr<std::vector<unsigned>>
checkPositions(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> asked,
               mlir::TypeRange types, llvm::StringRef what,
               llvm::StringRef option);

/// Reads the options of `pass` with `read`. Appends `usage` to an error.
llvm::LogicalResult
readOptions(llvm::StringRef pass, llvm::StringRef options,
            llvm::StringRef usage,
            llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error,
            llvm::function_ref<llvm::LogicalResult(
                llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>)>
                read);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUESTEDFUNCTION_H
