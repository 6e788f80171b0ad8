//===- TemporaryFile.h - A file renamed when complete -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_SUPPORT_TEMPORARYFILE_H
#define SG_LIB_SUPPORT_TEMPORARYFILE_H

#include "llvm/Support/Error.h"
#include <string>

namespace sg {

/// A new file in the folder of the file that it will replace. The destructor
/// removes the file unless it was renamed. LLVM's TempFile fails in folders
/// with a percent sign in their names, and always installs signal handlers.
class TemporaryFile {
public:
  enum class OnSignal {
    /// The file stays. Libraries leave signals to their program.
    Keep,
    /// A signal that ends the process removes the file first.
    Remove
  };

  /// Creates PATH.XXXXXX.tmp with `mode`, less the umask.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef path,
                                              unsigned mode, OnSignal onSignal);
  TemporaryFile(TemporaryFile &&other)
      : name(std::move(other.name)), descriptor(other.descriptor) {
    other.descriptor = -1;
  }
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  int getDescriptor() const { return descriptor; }
  /// Renames the file to `path`. An existing file is replaced.
  llvm::Error rename(llvm::StringRef path);

private:
  TemporaryFile(std::string name, int descriptor)
      : name(std::move(name)), descriptor(descriptor) {}
  void close();

  std::string name;
  /// -1 once the file has been renamed or removed.
  int descriptor;
};

} // namespace sg

#endif // SG_LIB_SUPPORT_TEMPORARYFILE_H
