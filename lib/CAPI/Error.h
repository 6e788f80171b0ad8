//===- Error.h - Errors as values -------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_ERROR_H
#define SG_LIB_CAPI_ERROR_H

#include "mlir/IR/Diagnostics.h"
#include "sg-c/SG.h"
#include "llvm/ADT/Twine.h"
#include <string>

struct SGError {
  SGErrorKind kind;
  std::string message;
};

namespace sg::capi {

SGError *makeError(SGErrorKind kind, const llvm::Twine &message);

/// A text that the caller frees.
SGError *giveText(llvm::StringRef text, char **result);

/// Keeps the diagnostics of a context, as lines, while it lives.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext *context);

  /// What was an error, or `otherwise` if nothing has been said.
  SGError *takeError(const llvm::Twine &otherwise,
                     SGErrorKind kind = SG_ERROR_PROGRAM);
  /// What was none.
  std::string takeWarnings();

private:
  std::string errors, warnings;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sg::capi

#endif // SG_LIB_CAPI_ERROR_H
