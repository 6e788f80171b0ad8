//===- ForkedServer.h - Server in a forked process --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request consists of a RunRequest; for each input an ArrayKind, the sizes
// and the elements; and for each result an ArrayKind. The answer consists of an
// OutcomeHeader and the message; if the run succeeded, for each result the
// sizes and the elements; and the probes. The probes are sent as a count and,
// for each probe, its id, the word count and the words.
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
  double seconds; ///< Time limit of the run.
  int32_t numInputs, numResults;
};

struct ArrayKind {
  int32_t type, rank; ///< As in sg_array.
  int64_t elementSize;
};

struct OutcomeHeader {
  int32_t status, messageSize;
  double milliseconds;
};

/// Exit status of the process if memory for the inputs runs out.
inline constexpr int kNoMemory = 3;

/// Answers requests until the channel is closed, then exits. The process also
/// ends when `parent` ends.
[[noreturn]] void serve(Channel channel, pid_t parent);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_FORKEDSERVER_H
