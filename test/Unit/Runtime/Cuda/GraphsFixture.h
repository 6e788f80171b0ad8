//===- GraphsFixture.h - Launches in a graph site ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_RUNTIME_CUDA_GRAPHSFIXTURE_H
#define SG_TEST_UNIT_RUNTIME_CUDA_GRAPHSFIXTURE_H

#include "CudaTest.h"
#include <vector>

namespace sg::test {

class GraphsFixture : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    for (void *&memory : buffers)
      memory = mgpuMemAlloc(64, nullptr, false);
  }

  /// Returns the mock's findings after all resources were released.
  std::string findings() {
    for (void *memory : buffers)
      mgpuMemFree(memory, nullptr);
    return CudaTest::findings();
  }

  void scale(void *memory, float factor, int64_t blocks = 1) {
    void *parameters[] = {&memory, &factor};
    const int32_t bytes[] = {8, 4};
    const int64_t sizes[] = {blocks, 1, 1, 32, 1, 1};
    sgcuda_launch(program.get("scale"), sizes, 0, parameters, bytes, 2);
  }

  /// Begins and ends a graph site, with one launch per factor in between.
  void round(const char *site, std::vector<float> factors, int buffer = 0) {
    sgcuda_begin_launches(site);
    for (float factor : factors)
      scale(buffers[buffer], factor);
    sgcuda_end_launches();
  }

  void roundAndWait(const char *site, std::vector<float> factors,
                    int buffer = 0) {
    round(site, factors, buffer);
    mgpuStreamSynchronize(nullptr);
  }

  Program program;
  void *buffers[2] = {};
  const char siteA[1] = {}, siteB[1] = {};
};

} // namespace sg::test

#endif // SG_TEST_UNIT_RUNTIME_CUDA_GRAPHSFIXTURE_H
