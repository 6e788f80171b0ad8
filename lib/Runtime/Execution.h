//===- Execution.h - How a call of native code ends -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_EXECUTION_H
#define SG_RUNTIME_EXECUTION_H

#include <cstdint>

namespace sg {

/// Ends the call that this thread executes with an sg_status and a message.
[[noreturn]] __attribute__((format(printf, 2, 3))) void
leave(int32_t status, const char *format, ...);

/// The two halves of that: for code whose frames have destructors.
__attribute__((format(printf, 2, 3))) void setError(int32_t status,
                                                    const char *format, ...);
[[noreturn]] void endCall();

/// If an emulated kernel runs on a stack of its own, goes on in `sgrt_emulate`,
/// which calls `endCall`.
void abandonLaunch();

} // namespace sg

#endif // SG_RUNTIME_EXECUTION_H
