//===- EntryPoints.h - Native entry points ---------------------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_ABI_ENTRYPOINTS_H
#define SG_LIB_CODEGEN_ABI_ENTRYPOINTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/CodeGen/ABI/Device.h"

namespace sg {

/// Creates the entry point and its helper functions for one public function,
/// whose original name was `name`. The memory of arguments that are `named` or
/// marked as donated may be overwritten.
void createEntryPoint(mlir::func::FuncOp function, llvm::StringRef name,
                      mlir::SymbolTable &symbols, llvm::ArrayRef<int64_t> named,
                      Device device);

} // namespace sg

#endif // SG_LIB_CODEGEN_ABI_ENTRYPOINTS_H
