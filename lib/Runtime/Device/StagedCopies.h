//===- StagedCopies.h - Copies of a caller's arrays -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between a caller's arrays and the device. For pageable host memory,
// the driver stages each copy and waits for the stream once per array copied
// from the device. Small arrays therefore go through pinned memory, which the
// runtime keeps, with one wait for all arrays. Large arrays are left to the
// driver, which overlaps staging one part with copying another.
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

  /// Registers an array that `copyResults` will copy to the host.
  void addResult(void *to, void *from, int64_t bytes) {
    results.push_back({to, from, nullptr, bytes});
  }
  /// Returns true if copies in progress may use the caller's arrays.
  bool areInUse() const { return hasCopiedToDevice || !results.empty(); }
  /// Begins to copy the results to the host.
  void copyResults();
  /// Copies staged results to the caller's arrays. The copies to the host must
  /// have completed.
  void deliverResults();

  /// Gives back the pinned memory, which no copy may use any more.
  void release();

private:
  struct Result {
    void *to, *from, *staged;
    int64_t bytes;
  };

  void *stage(int64_t bytes);

  const ProgramDevice &device;
  std::vector<Result> results;
  std::vector<char *> pinnedBlocks; ///< of SGCUDA_PINNED_BYTES bytes each
  int64_t usedBytes = 0;            ///< bytes of the last block in use
  bool hasCopiedToDevice = false;   ///< an array was copied from the host
};

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_STAGEDCOPIES_H
