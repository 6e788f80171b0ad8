//===- ArrayOps.h - The table of array operations ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on arrays, with the names and meaning of the Python array API
// standard and of JAX. The interfaces for C, C++, Python and Java are generated
// from this table (scripts/make_array_operations.py).
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_ARRAYOPS_H
#define SG_ARRAYOPS_ARRAYOPS_H

#include "sg/ArrayOps/ArrayOp.h"

namespace sg::array {

/// Returns all operations in the order of their sections.
llvm::ArrayRef<ArrayOp> getArrayOps();

/// Returns the operation called `name`, or null.
const ArrayOp *findArrayOp(llvm::StringRef name);

/// Builds an operation. Parameters that are missing have their default value.
/// Returns nothing after an error: for an unknown name, a wrong number of
/// arrays, an unknown parameter, or a parameter of the wrong type.
mlir::FailureOr<Arrays>
buildArrayOp(ArrayBuilder &builder, llvm::StringRef name,
             llvm::ArrayRef<Array> arrays,
             const llvm::StringMap<Parameter> &parameters);

} // namespace sg::array

#endif // SG_ARRAYOPS_ARRAYOPS_H
