//===- OptionChecks.cpp - Checks of the values of options -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/OptionChecks.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

LogicalResult sg::reportOption(MLIRContext *context, StringRef option,
                               const Twine &value, const Twine &allowed) {
  return emitError(UnknownLoc::get(context))
         << "'" << option << "' is " << value << "; it must be " << allowed;
}

llvm::Error sg::checkPositions(StringRef function, ArrayRef<int64_t> positions,
                               size_t count, StringRef kind) {
  llvm::SmallDenseSet<int64_t, 8> seen;
  for (int64_t position : positions) {
    std::string start = ("names " + kind + " " + Twine(position)).str();
    if (position < 0 || static_cast<uint64_t>(position) >= count)
      return llvm::createStringError(Twine(start) + ", but @" + function +
                                     " has " + Twine(count));
    if (!seen.insert(position).second)
      return llvm::createStringError(start + " twice");
  }
  return llvm::Error::success();
}
