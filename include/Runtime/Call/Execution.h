//===- Execution.h - Control of a call of native code -----------*- C++ -*-===//
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

/// The two steps of `leave`. Between the steps, the caller can run destructors.
__attribute__((format(printf, 2, 3))) void setError(int32_t status,
                                                    const char *format, ...);
[[noreturn]] void endCall();

/// Returns true if this thread executes a call.
bool isInCall();

/// Sets the function by which `leave` switches from an emulated kernel's stack
/// to the stack of the call. After the switch, the call must be ended by
/// `endCall`. Null means that no kernel is running. Does nothing outside of
/// calls.
void setLeaveStack(void (*leaveStack)());

/// Count allocated and freed bytes for sg::getMemoryUse.
void countAllocated(int64_t bytes);
void countFreed(int64_t bytes);

/// Returns the size in bytes of an array.
int64_t countBytes(const sg_array &array);

/// Returns the slot for an extension's state in the current call, initially
/// null. When the call ends, also with an error, `end` is called on a non-null
/// slot.
void *&getExtension(void (*end)(void *extension));

} // namespace sg

#endif // SG_RUNTIME_CALL_EXECUTION_H
