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
  bool isKept = false; ///< the current probe is recorded
};
thread_local Log current;
} // namespace

void sgrt_probe(int64_t number) {
  uint64_t count = current.counts[number]++;
  // Number of probes that are recorded while the count doubles.
  constexpr uint64_t kProbesPerDoubling = 8;
  current.isKept = count < 2 * kProbesPerDoubling ||
                   count % (llvm::bit_floor(count) / kProbesPerDoubling) == 0;
  if (current.isKept)
    current.probes.push_back({number, {}});
}

void sgrt_probe_word(int64_t word) {
  if (current.isKept)
    current.probes.back().words.push_back(word);
}

std::vector<sg::Probe> sg::takeProbes() {
  return std::exchange(current, Log()).probes;
}
