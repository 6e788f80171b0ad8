//===- CheckCall.h - Whether a call fits the signature ----------*- C++ -*-===//
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

/// Leaves the call with an error if it does not fit the signature, as
/// `sgrt_run` has it.
void checkCall(const sg_call &call, const int64_t *signature);

/// Whether there is an element.
bool hasElements(const sg_array &array);

/// Whether elements of that sg_type can be there.
bool isAligned(const void *data, int64_t type);

} // namespace sg

#endif // SG_LIB_RUNTIME_CALL_CHECKCALL_H
