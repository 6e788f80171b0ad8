//===- ProbeRuntime.h - What ops are run with -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For code that is looked into while it runs (lib/GradientCheck); no code that
// is kept calls these.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_PROBERUNTIME_H
#define SG_RUNTIME_PROBERUNTIME_H

#include <cstdint>
#include <vector>

extern "C" {
/// The op of that index is about to be run. What follows up to the next call
/// of this function are its operands.
void sgrt_probe(int64_t number);

/// A word of an operand.
void sgrt_probe_word(int64_t word);
} // extern "C"

namespace sg {
/// A time that an op has been run.
struct Probe {
  int64_t number;
  std::vector<int64_t> words;
};

/// Those on this thread since this was called before: of each op the first
/// sixteen, and of the others eight among twice as many.
std::vector<Probe> takeProbes();
} // namespace sg

#endif // SG_RUNTIME_PROBERUNTIME_H
