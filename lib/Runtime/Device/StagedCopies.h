//===- StagedCopies.h - Copies of a caller's arrays -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between a caller's arrays and the device. The driver copies from memory of
// the host that is not pinned by way of its own, and waits for the stream in
// doing so: for each array if it is copied from the device. So small arrays go
// through pinned memory, which the runtime keeps, and all of them are waited
// for once. Of large ones the driver copies one part while another is under
// way: these are left to it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_DEVICE_STAGEDCOPIES_H
#define SG_LIB_RUNTIME_DEVICE_STAGEDCOPIES_H

#include "ProgramDevice.h"
#include <cstdint>
#include <vector>

namespace sg {

class StagedCopies {
public:
  explicit StagedCopies(const ProgramDevice &device) : device(device) {}

  void copyToDevice(void *to, const void *from, int64_t bytes);

  /// Remembers what is to be copied to the host in the end.
  void addResult(void *to, void *from, int64_t bytes) {
    results.push_back({to, from, nullptr, bytes});
  }
  /// Whether the caller's arrays are in use until the stream has been waited
  /// for.
  bool areInUse() const { return hasCopied || !results.empty(); }
  /// Begins to copy the results; when the stream has been waited for, they are
  /// brought to where they belong.
  void copyResults();
  void deliverResults();

  /// Gives the pinned memory back, which no copy uses any more.
  void release();

private:
  struct Result {
    void *to, *from, *staged;
    int64_t bytes;
  };

  void *stage(int64_t bytes);

  const ProgramDevice &device;
  std::vector<Result> results;
  std::vector<char *> pieces; ///< of pinned memory
  int64_t used = 0;           ///< of the last one
  bool hasCopied = false;     ///< from the host
};

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_STAGEDCOPIES_H
