//===- ProbeRuntime.h - Records the operands of ops -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that only code instrumented by lib/GradientCheck calls.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_PROBERUNTIME_H
#define SG_RUNTIME_PROBERUNTIME_H

#include <cstdint>
#include <vector>

extern "C" {
/// Begins a probe of the op with index `opIndex`, before the op is executed.
/// The words that sgrt_probe_word records next are the op's operands.
void sgrt_probe(int64_t opIndex);
void sgrt_probe_word(int64_t word);
} // extern "C"

namespace sg {
/// The operands of one execution of an op.
struct Probe {
  int64_t number;
  std::vector<int64_t> words;
};

/// Returns and clears the probes of this thread. For each op the first 16
/// executions are recorded. After that, 8 executions are recorded for each
/// doubling of the count.
std::vector<Probe> takeProbes();
} // namespace sg

#endif // SG_RUNTIME_PROBERUNTIME_H
