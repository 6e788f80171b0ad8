//===- Error.h - Errors as values -------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_ERROR_H
#define SG_LIB_CAPI_ERROR_H

#include "Handles.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace sg::capi {

struct ErrorObject {
  using Handle = SGError;
  static constexpr HandleKind kind = HandleKind::Error;

  SGErrorKind errorKind;
  std::string message;
};

SGError *makeError(SGErrorKind kind, const llvm::Twine &message);

/// Returns the error for a handle that `Pinned` rejects. `noun` names the kind
/// of the object.
SGError *makeHandleError(const void *handle, const llvm::Twine &noun);

/// Stores the handle of `object` in `*result`.
template <typename Object>
SGError *giveHandle(std::unique_ptr<Object> object,
                    typename Object::Handle **result) {
  auto *handle = makeHandle(std::move(object));
  if (!handle)
    return makeError(SG_ERROR_MEMORY, "out of memory: too many handles");
  *result = handle;
  return nullptr;
}

/// Returns an error if `pointer` is NULL. `parameter` is the name of the
/// pointer in SG.h.
SGError *checkPointer(const void *pointer, const llvm::Twine &parameter);
/// Returns an error if `rank` is negative or too large for an array. `noun`
/// names the array.
SGError *checkRank(int32_t rank, const llvm::Twine &noun);
/// Returns an error if `list` is NULL and `count` is not 0.
SGError *checkList(const void *list, size_t count,
                   const llvm::Twine &parameter);

/// Stores a copy of `text` in `*result`, which the caller frees.
SGError *giveText(llvm::StringRef text, char **result);

/// A handler that collects the diagnostics of a context as lines.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext *context);

  bool hasErrors() const { return !errors.empty(); }
  /// Returns the emitted errors, or `defaultMessage` if there are none.
  SGError *takeError(const llvm::Twine &defaultMessage,
                     SGErrorKind kind = SG_ERROR_PROGRAM);
  /// Returns the emitted diagnostics that are not errors.
  std::string takeWarnings();

private:
  std::string errors, warnings;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sg::capi

#endif // SG_LIB_CAPI_ERROR_H
