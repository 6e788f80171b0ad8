//===- Severity.h - The severity of a diagnostic as text --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_SEVERITY_H
#define SG_PIPELINES_SEVERITY_H

#include "mlir/IR/Diagnostics.h"

namespace sg {

/// Returns "error: ", "warning: ", "note: " or "remark: ".
inline llvm::StringRef stringify(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error: ";
  case mlir::DiagnosticSeverity::Warning:
    return "warning: ";
  case mlir::DiagnosticSeverity::Note:
    return "note: ";
  case mlir::DiagnosticSeverity::Remark:
    return "remark: ";
  }
  return "";
}

} // namespace sg

#endif // SG_PIPELINES_SEVERITY_H
