//===- ProbeRuntime.cpp - Records the operands of ops ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/ProbeRuntime.h"
#include "llvm/ADT/bit.h"
#include <map>
#include <utility>

namespace {
struct Log {
  std::map<int64_t, uint64_t> counts;
  std::vector<sg::Probe> probes;
  bool isRecording = false; ///< the current probe is recorded
};
thread_local Log threadLog;
} // namespace

void sgrt_probe(int64_t opIndex) {
  uint64_t count = threadLog.counts[opIndex]++;
  // Number of probes that are recorded while the count doubles.
  constexpr uint64_t kProbesPerDoubling = 8;
  threadLog.isRecording =
      count < 2 * kProbesPerDoubling ||
      count % (llvm::bit_floor(count) / kProbesPerDoubling) == 0;
  if (threadLog.isRecording)
    threadLog.probes.push_back({opIndex, {}});
}

void sgrt_probe_word(int64_t word) {
  if (threadLog.isRecording)
    threadLog.probes.back().words.push_back(word);
}

std::vector<sg::Probe> sg::takeProbes() {
  return std::exchange(threadLog, Log()).probes;
}
