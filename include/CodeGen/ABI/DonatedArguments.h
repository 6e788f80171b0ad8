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

/// The arguments whose memory the function may overwrite: tensors that are
/// `named` or marked by `bufferization.writable = true`. One that is marked by
/// `false` is not, even if it is named.
llvm::SmallBitVector findDonated(mlir::func::FuncOp function,
                                 llvm::ArrayRef<int64_t> named);

/// For each result the donated argument whose memory the caller may give for it
/// (docs/ABI.md): the first one of its type that no result before it has.
llvm::SmallVector<std::optional<unsigned>>
pairResults(mlir::FunctionType type, const llvm::SmallBitVector &donated);

/// Whether a result is known to have the sizes of an argument of its type.
bool hasSizesOf(mlir::func::FuncOp function, unsigned result,
                unsigned argument);

/// Whether a result may be one of these arguments other than `own`, or a part
/// of one, or be computed over one.
bool mayBeInOtherArgument(mlir::func::FuncOp function, unsigned result,
                          unsigned own, const llvm::SmallBitVector &others);

} // namespace sg

#endif // SG_CODEGEN_ABI_DONATEDARGUMENTS_H
