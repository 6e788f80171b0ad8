//===- Fault.cpp - Errors of the reference interpreter --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Fault.h"

using namespace mlir;
using namespace sg::interpreter;

char Fault::ID = 0;

void Fault::log(llvm::raw_ostream &os) const {
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  os << text;
}

std::error_code Fault::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
