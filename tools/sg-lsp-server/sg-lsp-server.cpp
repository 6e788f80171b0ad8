//===- sg-lsp-server.cpp - MLIR with derivatives, in an editor ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "sg/Register.h"
#include "sg/Support/ToolVersion.h"
#include "llvm/Support/LogicalResult.h"

int main(int argc, char **argv) {
  sg::announceVersion();
  mlir::DialectRegistry registry;
  sg::registerAllDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
