//===- ForkedServer.h - The other end of a forked runner --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request is a RunRequest, of each input an ArrayKind, the sizes and the
// elements, and of each result an ArrayKind. The answer is an OutcomeHeader,
// the message, of each result of a run that succeeded the sizes and the
// elements, and the probes: how many, and of each its number, how many words,
// and these.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_FORKEDSERVER_H
#define SG_LIB_GRADIENTCHECK_FORKEDSERVER_H

#include "Channel.h"
#include "sg/Runtime/sg_call.h"
#include <sys/types.h>

namespace sg::gradcheck {

struct RunRequest {
  sg_entry_point entry;
  double seconds;
  int32_t numInputs, numResults;
};

struct ArrayKind {
  int32_t type, rank; ///< as in sg_array
  int64_t elementSize;
};

struct OutcomeHeader {
  int32_t status, messageSize;
  double milliseconds;
};

/// What the process ends with if it has no memory for inputs.
inline constexpr int kNoMemory = 3;

/// Answers requests until the channel is closed; then the process ends, as it
/// does with `parent`.
[[noreturn]] void serve(Channel channel, pid_t parent);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_FORKEDSERVER_H
