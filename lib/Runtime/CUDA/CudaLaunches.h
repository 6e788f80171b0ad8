//===- CudaLaunches.h - Recorded launches -----------------------*- C++ -*-===//
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

/// The sizes of a grid or a block.
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

/// Describes a launch, for example "kernel 'f' on a grid of 1x1x1 blocks of
/// 256x1x1 threads with 0 bytes of shared memory".
inline std::string describe(const CudaLaunch &launch) {
  return "kernel '" + launch.function->name + "' on a grid of " +
         format(launch.grid) + " blocks of " + format(launch.block) +
         " threads with " + std::to_string(launch.sharedBytes) +
         " bytes of shared memory";
}

/// A sequence of launches with the values of their parameters.
class CudaLaunches {
public:
  size_t size() const { return entries.size(); }
  bool isEmpty() const { return entries.empty(); }
  const CudaLaunch &operator[](size_t i) const { return entries[i].launch; }

  /// Appends a launch. Copies its `count` parameters, whose sizes in bytes are
  /// `sizes`.
  void add(const CudaLaunch &launch, void **parameters, const int32_t *sizes,
           int64_t count) {
    entries.push_back({launch, offsets.size(), bytes.size()});
    for (int64_t i = 0; i < count; ++i) {
      size_t offset = bytes.size();
      offsets.push_back(offset);
      bytes.resize(offset +
                   (sizes[i] + kAlignment - 1) / kAlignment * kAlignment);
      std::memcpy(bytes.data() + offset, parameters[i], sizes[i]);
    }
  }

  /// Removes all launches. Keeps the memory for new ones.
  void clear() {
    entries.clear();
    offsets.clear();
    bytes.clear();
  }

  /// Returns the addresses of the parameters of launch `i`, for the driver. The
  /// array is valid until the next call of this function.
  void **getParameters(size_t i) const {
    addresses.clear();
    size_t end =
        i + 1 < size() ? entries[i + 1].firstParameter : offsets.size();
    for (size_t parameter = entries[i].firstParameter; parameter < end;
         ++parameter)
      addresses.push_back(const_cast<char *>(bytes.data()) +
                          offsets[parameter]);
    return addresses.data();
  }

  /// Returns true if both sequences launch the same kernels.
  bool haveSameKernels(const CudaLaunches &other) const {
    if (size() != other.size() || bytes.size() != other.bytes.size())
      return false;
    for (size_t i = 0; i < size(); ++i)
      if ((*this)[i].function != other[i].function)
        return false;
    return true;
  }

  /// Returns true if launch `i` is equal in both sequences, which must have the
  /// same kernels.
  bool isSameLaunch(size_t i, const CudaLaunches &other) const {
    size_t first = entries[i].firstByte;
    size_t end = i + 1 < size() ? entries[i + 1].firstByte : bytes.size();
    // Without parameters, `bytes` may be empty and its address null.
    return (*this)[i] == other[i] &&
           (first == end ||
            std::memcmp(bytes.data() + first, other.bytes.data() + first,
                        end - first) == 0);
  }

private:
  static constexpr size_t kAlignment = 16;
  struct Entry {
    CudaLaunch launch;
    size_t firstParameter, firstByte;
  };

  std::vector<Entry> entries;
  std::vector<size_t> offsets; ///< offset of each parameter in `bytes`
  std::vector<char> bytes;     ///< values, padded with zeros
  mutable std::vector<void *> addresses;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDALAUNCHES_H
