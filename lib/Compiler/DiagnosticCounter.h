//===- DiagnosticCounter.h - Counts diagnostics -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_COMPILER_DIAGNOSTICCOUNTER_H
#define SG_LIB_COMPILER_DIAGNOSTICCOUNTER_H

#include "mlir/IR/Diagnostics.h"

namespace sg {

/// Counts errors and warnings of a context, and passes them to the previous
/// handlers.
class DiagnosticCounter {
public:
  explicit DiagnosticCounter(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          numErrors +=
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
          numWarnings +=
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning;
          return llvm::failure();
        }) {}

  unsigned getNumErrors() const { return numErrors; }
  unsigned getNumWarnings() const { return numWarnings; }

private:
  unsigned numErrors = 0, numWarnings = 0;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sg

#endif // SG_LIB_COMPILER_DIAGNOSTICCOUNTER_H
