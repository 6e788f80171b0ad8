//===- CudaLaunches.h - Launches that are recorded --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDALAUNCHES_H
#define SG_LIB_RUNTIME_CUDA_CUDALAUNCHES_H

#include "CudaModules.h"
#include <cstring>
#include <vector>

namespace sg::cuda {

/// Three sizes, of a grid or of a block.
struct CudaSizes {
  intptr_t x, y, z;
  bool operator==(const CudaSizes &other) const {
    return x == other.x && y == other.y && z == other.z;
  }
};

struct CudaLaunch {
  CudaFunction *function;
  CudaSizes grid, block;
  int32_t sharedBytes;
  bool operator==(const CudaLaunch &other) const {
    return function == other.function && grid == other.grid &&
           block == other.block && sharedBytes == other.sharedBytes;
  }
};

inline std::string format(const CudaSizes &sizes) {
  return std::to_string(sizes.x) + "x" + std::to_string(sizes.y) + "x" +
         std::to_string(sizes.z);
}

/// "kernel 'f' on a grid of 1x1x1 blocks of 256x1x1 threads with 0 bytes of
/// shared memory"
inline std::string describe(const CudaLaunch &launch) {
  return "kernel '" + launch.function->name + "' on a grid of " +
         format(launch.grid) + " blocks of " + format(launch.block) +
         " threads with " + std::to_string(launch.sharedBytes) +
         " bytes of shared memory";
}

/// Launches with the values of their parameters, one after the other.
class CudaLaunches {
public:
  size_t size() const { return entries.size(); }
  bool isEmpty() const { return entries.empty(); }
  const CudaLaunch &operator[](size_t i) const { return entries[i].launch; }

  /// Copies the parameters, of which `sizes` tells the bytes.
  void add(const CudaLaunch &launch, void **parameters, const int32_t *sizes,
           int64_t count) {
    entries.push_back({launch, places.size(), bytes.size()});
    for (int64_t i = 0; i < count; ++i) {
      size_t place = bytes.size();
      places.push_back(place);
      bytes.resize(place +
                   (sizes[i] + kAlignment - 1) / kAlignment * kAlignment);
      std::memcpy(bytes.data() + place, parameters[i], sizes[i]);
    }
  }

  /// Keeps its memory for the next ones.
  void clear() {
    entries.clear();
    places.clear();
    bytes.clear();
  }

  /// The addresses of the parameters of one, as the driver takes them, until
  /// the next call of this.
  void **getParameters(size_t i) const {
    addresses.clear();
    size_t end = i + 1 < size() ? entries[i + 1].firstPlace : places.size();
    for (size_t at = entries[i].firstPlace; at < end; ++at)
      addresses.push_back(const_cast<char *>(bytes.data()) + places[at]);
    return addresses.data();
  }

  /// Whether these are launches of the same kernels.
  bool areOfSameKernels(const CudaLaunches &other) const {
    if (size() != other.size() || bytes.size() != other.bytes.size())
      return false;
    for (size_t i = 0; i < size(); ++i)
      if ((*this)[i].function != other[i].function)
        return false;
    return true;
  }

  /// Whether the two launches at index `i`, of the same kernel, are the same.
  bool isSame(size_t i, const CudaLaunches &other) const {
    size_t first = entries[i].firstByte;
    size_t end = i + 1 < size() ? entries[i + 1].firstByte : bytes.size();
    return (*this)[i] == other[i] &&
           std::memcmp(bytes.data() + first, other.bytes.data() + first,
                       end - first) == 0;
  }

private:
  static constexpr size_t kAlignment = 16;
  struct Entry {
    CudaLaunch launch;
    size_t firstPlace, firstByte;
  };

  std::vector<Entry> entries;
  std::vector<size_t> places; ///< offsets of all parameters, in `bytes`
  std::vector<char> bytes;    ///< what lies between values is 0
  mutable std::vector<void *> addresses;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDALAUNCHES_H
