//===- NativeCode.h - Functions as native code ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_NATIVECODE_H
#define SG_LIB_CAPI_NATIVECODE_H

#include "Handles.h"
#include "sg/Runtime/Executable.h"
#include <memory>
#include <vector>

namespace sg::capi {

/// The type of an argument or a result. It outlives the MLIR context.
struct NativeType {
  std::vector<int64_t> sizes;
  int64_t elementSize;
  SGType type;
};

struct ExecutableObject {
  using Handle = SGExecutable;
  static constexpr HandleKind kind = HandleKind::Executable;

  std::unique_ptr<sg::Executable> executable;
  sg_entry_point entry;
  unsigned threads;
  bool timeDependsOnValues;
  std::vector<std::unique_ptr<NativeType>> arguments, results;
};

/// Returns the kind of error for a call that ended with `status`, an enum
/// sg_status.
SGErrorKind getErrorKind(int32_t status);

} // namespace sg::capi

#endif // SG_LIB_CAPI_NATIVECODE_H
