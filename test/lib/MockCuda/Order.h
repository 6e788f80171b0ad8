//===- Order.h - Vector clocks of a GPU -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_MOCKCUDA_ORDER_H
#define SG_TEST_LIB_MOCKCUDA_ORDER_H

#include <cstdint>
#include <map>

namespace mock {

/// The nth operation of a stream.
struct Point {
  int stream = 0;
  int64_t time = 0;
};

/// A vector clock: for each stream, the number of operations that are known to
/// have completed.
class Clock {
public:
  bool covers(Point point) const {
    auto position = times.find(point.stream);
    return point.time <= (position == times.end() ? 0 : position->second);
  }

  void merge(const Clock &other) {
    for (auto [stream, time] : other.times)
      if (int64_t &mine = times[stream]; mine < time)
        mine = time;
  }

  /// Adds an operation to a stream and returns it.
  Point advance(int stream) { return {stream, ++times[stream]}; }

private:
  std::map<int, int64_t> times;
};

} // namespace mock

#endif // SG_TEST_LIB_MOCKCUDA_ORDER_H
