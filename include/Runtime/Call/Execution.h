//===- Execution.h - How a call of native code ends -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALL_EXECUTION_H
#define SG_RUNTIME_CALL_EXECUTION_H

#include "sg/Runtime/sg_call.h"
#include <cstdint>

namespace sg {

/// Ends the call that this thread executes with an sg_status and a message.
[[noreturn]] __attribute__((format(printf, 2, 3))) void
leave(int32_t status, const char *format, ...);

/// The two halves of that: for code whose frames have destructors.
__attribute__((format(printf, 2, 3))) void setError(int32_t status,
                                                    const char *format, ...);
[[noreturn]] void endCall();

/// Whether this thread executes a call.
bool isInCall();

/// While this thread executes the call on a stack of its own, as emulated
/// kernels do, `leave` goes back by this function to the stack where the call
/// began, and `endCall` is called there. Null for the stack where the call
/// began. Nothing happens outside of calls.
void setLeaveStack(void (*leaveStack)());

/// For sg::getMemoryUse.
void countAllocated(int64_t bytes);
void countFreed(int64_t bytes);

/// The bytes of an array of a call.
int64_t countBytes(const sg_array &array);

/// What else the call that this thread executes has, null at first. `end` is
/// called with it when the call ends, if it has something, also by an error.
void *&getExtension(void (*end)(void *extension));

} // namespace sg

#endif // SG_RUNTIME_CALL_EXECUTION_H
