//===- DonatedArguments.cpp - Arguments that may be overwritten -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/DonatedArguments.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;

llvm::SmallBitVector sg::findDonated(func::FuncOp function,
                                     ArrayRef<int64_t> named) {
  llvm::SmallBitVector donated(function.getNumArguments());
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto mark = function.getArgAttrOfType<BoolAttr>(
        i, bufferization::BufferizationDialect::kWritableAttrName);
    donated[i] =
        isa<RankedTensorType>(type) &&
        (mark ? mark.getValue() : llvm::is_contained(named, int64_t(i)));
  }
  return donated;
}

SmallVector<std::optional<unsigned>>
sg::pairResults(FunctionType type, const llvm::SmallBitVector &donated) {
  llvm::SmallBitVector left = donated;
  return llvm::map_to_vector(type.getResults(),
                             [&](Type result) -> std::optional<unsigned> {
                               for (unsigned argument : left.set_bits())
                                 if (type.getInput(argument) == result) {
                                   left.reset(argument);
                                   return argument;
                                 }
                               return std::nullopt;
                             });
}
