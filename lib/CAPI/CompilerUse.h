//===- CompilerUse.h - Uses of the compiler at process exit -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a process ends, the static destructors of MLIR and LLVM run while other
// threads continue. A thread in the compiler would then access destroyed
// objects. Hence `exit` waits for uses of the compiler, and later uses are
// errors. Native code needs no static objects, so `exit` does not wait for
// calls of compiled functions.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_COMPILERUSE_H
#define SG_LIB_CAPI_COMPILERUSE_H

namespace sg::capi {

/// A use of MLIR or LLVM by this thread. Uses may be nested.
class CompilerUse {
public:
  CompilerUse();
  CompilerUse(const CompilerUse &) = delete;
  CompilerUse &operator=(const CompilerUse &) = delete;
  ~CompilerUse();

  /// Returns false if the process is ending and the compiler must not be used.
  explicit operator bool() const { return isAllowed; }

private:
  bool isAllowed;
};

/// Returns true from the moment `exit` starts to wait for uses of the compiler.
bool isProcessEnding();

} // namespace sg::capi

#endif // SG_LIB_CAPI_COMPILERUSE_H
