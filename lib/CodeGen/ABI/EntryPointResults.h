//===- EntryPointResults.h - Results of an entry point ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caller may pass the memory of a donated argument as the memory of a
// result. Such a result is always computed in the argument's memory, even if
// the caller passes other memory. Bufferization then sees all other uses of the
// argument and decides whether the result can be computed in place. After the
// last read of any argument, the result is copied to the caller's memory unless
// this is the argument's memory.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H
#define SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Emits the code that returns the results of a function to the caller of its
/// entry point.
class EntryPointResults {
public:
  /// `pairs[i]` is the argument whose memory result i may share.
  EntryPointResults(mlir::ImplicitLocOpBuilder &b, mlir::func::FuncOp function,
                    llvm::ArrayRef<std::optional<unsigned>> pairs,
                    bool onDevice)
      : b(b), function(function), pairs(pairs), onDevice(onDevice) {}

  /// Returns `results` to the caller. `arguments` are the operands of the call
  /// of the function, and `addresses` their addresses.
  void writeResults(mlir::Value call, mlir::ValueRange results,
                    llvm::ArrayRef<mlir::Value> arguments,
                    llvm::ArrayRef<mlir::Value> addresses);

private:
  mlir::Value toI64(mlir::Value value) {
    return b.createOrFold<mlir::arith::IndexCastOp>(b.getI64Type(), value);
  }
  llvm::SmallVector<mlir::Value> setSizes(mlir::Value call, unsigned position,
                                          mlir::Value result);
  mlir::Value requestMemory(mlir::Value call, unsigned position,
                            mlir::Type type);
  void writeResult(mlir::Value call, unsigned position, mlir::Value result);
  void overwriteArguments(llvm::MutableArrayRef<mlir::Value> results,
                          llvm::ArrayRef<mlir::Value> arguments);
  void copyUnlessInPlace(mlir::Value call, unsigned position,
                         mlir::Value written, llvm::ArrayRef<mlir::Value> sizes,
                         mlir::Value argument);

  mlir::ImplicitLocOpBuilder &b;
  mlir::func::FuncOp function;
  llvm::ArrayRef<std::optional<unsigned>> pairs;
  bool onDevice;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H
