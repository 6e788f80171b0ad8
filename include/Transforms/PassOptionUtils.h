//===- PassOptionUtils.h - Parsing of pass options --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves the functions, arguments and results that pass options name. If a
// function does not exist, the error lists the existing functions.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_PASSOPTIONUTILS_H
#define SG_TRANSFORMS_PASSOPTIONUTILS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace sg::grad {

/// Returns the function with the given name, with or without a leading @. An
/// error begins with `pass`, the name of the pass, if it is not empty.
mlir::FailureOr<mlir::func::FuncOp>
lookupFunctionOption(mlir::ModuleOp module, llvm::StringRef name,
                     llvm::StringRef pass = {});

/// Returns the positions `requested`. Each must be an index into `types` and
/// occur once. Errors contain `noun` ("argument") and the name `option`.
mlir::FailureOr<std::vector<unsigned>>
checkPositionOption(mlir::func::FuncOp function,
                    llvm::ArrayRef<int64_t> requested, mlir::TypeRange types,
                    llvm::StringRef noun, llvm::StringRef option);

/// Calls `read` to read the options of `pass`. Appends `usage` to an error.
llvm::LogicalResult
readOptions(llvm::StringRef pass, llvm::StringRef options,
            llvm::StringRef usage,
            llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error,
            llvm::function_ref<llvm::LogicalResult(
                llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>)>
                read);

} // namespace sg::grad

#endif // SG_TRANSFORMS_PASSOPTIONUTILS_H
