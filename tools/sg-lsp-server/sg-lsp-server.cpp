//===- sg-lsp-server.cpp - Language server for MLIR with derivatives ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gate.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "sg/Register.h"
#include "sg/Support/ToolVersion.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"

/// Returns true if --lit-test or --input-style=delimited is given, with which
/// lines `// -----` separate messages.
static bool isDelimited(llvm::ArrayRef<const char *> arguments) {
  return llvm::any_of(llvm::enumerate(arguments), [&](auto argument) {
    llvm::StringRef name = llvm::StringRef(argument.value()).ltrim('-');
    return name == "lit-test" || name == "input-style=delimited" ||
           (name == "input-style" && argument.index() + 1 < arguments.size() &&
            llvm::StringRef(arguments[argument.index() + 1]) == "delimited");
  });
}

int main(int argc, char **argv) {
  sg::announceVersion();
  mlir::DialectRegistry registry;
  sg::registerAllDialects(registry);
  sg::lsp::registerReplacements(registry);
  if (llvm::Error error =
          sg::lsp::startGate(isDelimited(llvm::ArrayRef(argv, argc)))) {
    llvm::errs() << "sg-lsp-server: " << llvm::toString(std::move(error))
                 << '\n';
    return 2;
  }
  int code = failed(mlir::MlirLspServerMain(argc, argv, registry));
  // Skip destructors, since threads of the gate may still read messages.
  llvm::outs().flush();
  std::_Exit(code);
}
