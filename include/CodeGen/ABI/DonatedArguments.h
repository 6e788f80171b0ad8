//===- DonatedArguments.h - Arguments that may be overwritten ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ABI_DONATEDARGUMENTS_H
#define SG_CODEGEN_ABI_DONATEDARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace sg {

/// Returns the arguments whose memory the function may overwrite: tensors that
/// are `named` or marked by `bufferization.writable = true`. An argument with
/// `bufferization.writable = false` is not donated, even if it is named.
llvm::SmallBitVector findDonated(mlir::func::FuncOp function,
                                 llvm::ArrayRef<int64_t> named);

/// Returns, for each result, the donated argument whose memory the caller may
/// pass for the result (docs/ABI.md): the first argument of the result's type
/// that is not paired with an earlier result.
llvm::SmallVector<std::optional<unsigned>>
pairResults(mlir::FunctionType type, const llvm::SmallBitVector &donated);

/// Returns true if the result is proven to have the sizes of the argument.
/// Requires that both have the same type.
bool hasSameSizes(mlir::func::FuncOp function, unsigned result,
                  unsigned argument);

/// Returns true if the result may alias an argument in `overwritten` other than
/// `paired`, the argument that is paired with the result.
bool mayAliasOtherArgument(mlir::func::FuncOp function, unsigned result,
                           unsigned paired,
                           const llvm::SmallBitVector &overwritten);

} // namespace sg

#endif // SG_CODEGEN_ABI_DONATEDARGUMENTS_H
