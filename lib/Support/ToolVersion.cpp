//===- ToolVersion.cpp - Output of --version ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/ToolVersion.h"
#include "sg/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

void sg::announceVersion() {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  sg " << SG_VERSION_STRING << "\n";
  });
}
