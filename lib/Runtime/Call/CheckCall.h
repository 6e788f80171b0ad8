//===- CheckCall.h - Checks calls against signatures ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CALL_CHECKCALL_H
#define SG_LIB_RUNTIME_CALL_CHECKCALL_H

#include "sg/Runtime/sg_call.h"
#include <cstdint>

namespace sg {

/// Ends the call with an error if the call does not match the signature, which
/// is described at `sgrt_run`.
void checkCall(const sg_call &call, const int64_t *signature);

/// Returns true if no size is 0.
bool hasElements(const sg_array &array);

/// Returns true if `data` is aligned for elements of the sg_type `type`.
bool isAligned(const void *data, int64_t type);

} // namespace sg

#endif // SG_LIB_RUNTIME_CALL_CHECKCALL_H
