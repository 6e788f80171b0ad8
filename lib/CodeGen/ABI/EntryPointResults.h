//===- EntryPointResults.h - Results of an entry point ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that the caller gives for a result may be that of a donated
// argument. Such a result is computed in the argument's memory, whatever the
// caller gives: so bufferization sees what else reads the argument, and finds
// out whether the result can be computed in place. At the end, when nothing
// reads an argument any more, the result is copied if it is not where it is to
// be.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H
#define SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Emits what hands the results of a function to the caller of its entry point.
class EntryPointResults {
public:
  /// `pairs` has for each result the argument whose memory it may have.
  EntryPointResults(mlir::ImplicitLocOpBuilder &b, mlir::func::FuncOp function,
                    llvm::ArrayRef<std::optional<unsigned>> pairs,
                    bool onDevice)
      : b(b), function(function), pairs(pairs), onDevice(onDevice) {}

  /// `arguments` are what the function was called with, `addresses` where they
  /// are.
  void handOver(mlir::Value call, mlir::ValueRange results,
                llvm::ArrayRef<mlir::Value> arguments,
                llvm::ArrayRef<mlir::Value> addresses);

private:
  mlir::Value toI64(mlir::Value value) {
    return b.createOrFold<mlir::arith::IndexCastOp>(b.getI64Type(), value);
  }
  llvm::SmallVector<mlir::Value> tellSizes(mlir::Value call, unsigned position,
                                           mlir::Value result);
  mlir::Value askForMemory(mlir::Value call, unsigned position,
                           mlir::Type type);
  void writeResult(mlir::Value call, unsigned position, mlir::Value result);
  void overwriteArguments(llvm::MutableArrayRef<mlir::Value> results,
                          llvm::ArrayRef<mlir::Value> arguments);
  void copyIfElsewhere(mlir::Value call, unsigned position, mlir::Value written,
                       llvm::ArrayRef<mlir::Value> sizes, mlir::Value argument);

  mlir::ImplicitLocOpBuilder &b;
  mlir::func::FuncOp function;
  llvm::ArrayRef<std::optional<unsigned>> pairs;
  bool onDevice;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_ABI_ENTRYPOINTRESULTS_H
