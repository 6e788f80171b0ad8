//===- MemoryTest.cpp - Memory, copies and memsets ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"
#include <cstring>

using namespace sg::cuda;
using namespace sg::test;

namespace {

using CudaMemoryTest = CudaTest;

TEST_F(CudaMemoryTest, CopiesToAndFromDevice) {
  float in[] = {1, 2, 3}, out[3] = {};
  void *a = mgpuMemAlloc(sizeof in, nullptr, false);
  void *b = mgpuMemAlloc(sizeof in, nullptr, false);
  EXPECT_EQ(mock_live_bytes(), 24);
  mgpuMemcpy(a, in, sizeof in, nullptr);
  mgpuMemcpy(b, a, 8, nullptr);
  mgpuMemset32(static_cast<float *>(b) + 2, 0x40a00000, 1, nullptr);
  mgpuMemcpy(out, b, sizeof out, nullptr);
  mgpuMemFree(a, nullptr);
  mgpuMemFree(b, nullptr);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 2);
  EXPECT_EQ(out[2], 5);
  EXPECT_EQ(mock_copied_bytes(MOCK_HOST_TO_DEVICE), 12);
  EXPECT_EQ(mock_copied_bytes(MOCK_DEVICE_TO_DEVICE), 8);
  EXPECT_EQ(mock_copied_bytes(MOCK_DEVICE_TO_HOST), 12);
  EXPECT_EQ(mock_copied_bytes(MOCK_HOST_TO_HOST), 0);
  EXPECT_EQ(mock_live_bytes(), 0);
  EXPECT_EQ(mock_peak_bytes(), 24);
  EXPECT_EQ(findings(), "");
}

// mgpuMemset16 counts elements, not bytes.
TEST_F(CudaMemoryTest, SetsElementsOfTwoBytes) {
  uint16_t out[4] = {};
  void *memory = mgpuMemAlloc(sizeof out, nullptr, false);
  mgpuMemset32(memory, 0, 2, nullptr);
  mgpuMemset16(memory, 0x3c00, 3, nullptr);
  mgpuMemcpy(out, memory, sizeof out, nullptr);
  mgpuMemFree(memory, nullptr);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(out[0], 0x3c00);
  EXPECT_EQ(out[2], 0x3c00);
  EXPECT_EQ(out[3], 0);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaMemoryTest, EmptyMemory) {
  EXPECT_EQ(mgpuMemAlloc(0, nullptr, false), nullptr);
  EXPECT_EQ(mgpuMemAlloc(0, nullptr, true), nullptr);
  mgpuMemFree(nullptr, nullptr);
  mgpuMemcpy(nullptr, nullptr, 0, nullptr);
  mgpuMemset32(nullptr, 1, 0, nullptr);
  mgpuMemset16(nullptr, 1, 0, nullptr);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuInit"), 0);
}

// Freeing managed memory takes no stream, so it waits for the stream first.
TEST_F(CudaMemoryTest, ManagedMemory) {
  float *memory = static_cast<float *>(mgpuMemAlloc(8, nullptr, true));
  ASSERT_NE(memory, nullptr);
  mgpuMemset32(memory, 0x3f800000, 2, nullptr);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(memory[1], 1);
  mgpuMemset32(memory, 0, 2, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(mock_count("cuMemFree"), 1);
  EXPECT_EQ(mock_count("cuMemFreeAsync"), 0);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// Other memory may later have the address of managed memory that was freed.
TEST_F(CudaMemoryTest, ForgetsFreedManagedMemory) {
  void *leaked = mgpuMemAlloc(5000, nullptr, true);
  void *freed = mgpuMemAlloc(5000, nullptr, true);
  mgpuMemFree(freed, nullptr);
  sgcuda_release();
  EXPECT_STREQ(mock_findings(), "memory 1 (5000 bytes) was never freed\n");
  for (int i = 0; i < 100; ++i) {
    void *memory = mgpuMemAlloc(5000, nullptr, false);
    mgpuMemFree(memory, nullptr);
    if (memory == leaked || memory == freed)
      break;
  }
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuMemFree"), 1);
  EXPECT_EQ(findings(), "memory 1 (5000 bytes) was never freed\n");
}

TEST_F(CudaMemoryTest, EachCallMayFail) {
  static char data[64];
  static void *memory;
  memory = mgpuMemAlloc(64, nullptr, false);
  struct Case {
    const char *call;
    void (*run)();
    const char *suffix;
  } cases[] = {
      {"cuMemAllocManaged", [] { mgpuMemAlloc(48, nullptr, true); },
       " for 48 bytes"},
      {"cuMemcpyAsync", [] { mgpuMemcpy(memory, data, 40, nullptr); },
       " for 40 bytes"},
      {"cuMemsetD32Async", [] { mgpuMemset32(memory, 0, 3, nullptr); },
       " for 12 bytes"},
      {"cuMemsetD16Async", [] { mgpuMemset16(memory, 0, 3, nullptr); },
       " for 6 bytes"},
      {"cuMemFreeAsync", [] { mgpuMemFree(memory, nullptr); }, ""},
  };
  for (const Case &entry : cases) {
    mock_fail(entry.call, 1, CUDA_ERROR_INVALID_CONTEXT);
    entry.run();
    EXPECT_EQ(takeError(),
              std::string(entry.call) + " failed" + entry.suffix +
                  ": CUDA_ERROR_INVALID_CONTEXT: invalid device context");
  }
}

/// A memref of rank 2 in the layout of native code.
struct MemRef {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

TEST_F(CudaMemoryTest, PinsRangeOfElements) {
  float data[100];
  MemRef memref = {data, data, 10, {3, 4}, {20, 2}};
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  EXPECT_EQ(takeError(), "");
  // 188 bytes are (2 * 20 + 3 * 2 + 1) elements.
  EXPECT_NE(std::string(mock_log()).find("cuMemHostRegister 188 bytes\n"),
            std::string::npos)
      << mock_log();
  // A kernel may receive the address of memory while it is pinned.
  Program program;
  void *last = data + 10 + 46, *parameters[] = {&last, &last};
  launch(program.get("scale"), parameters);
  EXPECT_STREQ(mock_findings(), "");
  mgpuMemHostUnregisterMemRef(2, &memref, sizeof(float));
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaMemoryTest, PinsScalarsButNotEmptyArrays) {
  float data[1];
  MemRef memref = {data, data, 0, {}, {}};
  mgpuMemHostRegisterMemRef(0, &memref, sizeof(float));
  mgpuMemHostUnregisterMemRef(0, &memref, sizeof(float));
  EXPECT_EQ(mock_count("cuMemHostUnregister"), 1);
  memref.sizes[0] = 5;
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  mgpuMemHostUnregisterMemRef(2, &memref, sizeof(float));
  EXPECT_EQ(mock_count("cuMemHostRegister"), 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaMemoryTest, PinningTwiceIsAnError) {
  float data[4];
  MemRef memref = {data, data, 0, {2, 2}, {2, 1}};
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  EXPECT_EQ(takeError(),
            "cuMemHostRegister failed for 16 bytes: "
            "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED: part or all of the "
            "requested memory range is already mapped");
  mgpuMemHostUnregisterMemRef(2, &memref, sizeof(float));
}

TEST_F(CudaMemoryTest, ReusesPinnedMemory) {
  void *first = sgcuda_take_pinned(), *second = sgcuda_take_pinned();
  EXPECT_NE(first, second);
  std::memset(second, 1, SGCUDA_PINNED_BYTES);
  sgcuda_give_pinned(first);
  EXPECT_EQ(sgcuda_take_pinned(), first);
  sgcuda_give_pinned(first);
  sgcuda_give_pinned(second);
  EXPECT_EQ(mock_count("cuMemHostAlloc"), 2);
  EXPECT_EQ(findings(), "");
  EXPECT_EQ(mock_count("cuMemFreeHost"), 2);
}

// The caller falls back to memory that is not pinned.
TEST_F(CudaMemoryTest, PinnedAllocationMayFail) {
  mock_fail("cuMemHostAlloc", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(sgcuda_take_pinned(), nullptr);
  EXPECT_EQ(takeError(), "");
}

// Copies from and to the caller's memory are synchronous.
TEST_F(CudaMemoryTest, AllocationsOfCallers) {
  float in[] = {1, 2, 3}, out[3] = {};
  void *memory = sgcuda_allocate(sizeof in);
  sgcuda_copy(memory, in, sizeof in);
  EXPECT_EQ(mock_count("cuStreamSynchronize"), 1);
  sgcuda_copy(out, memory, sizeof out);
  EXPECT_EQ(mock_count("cuStreamSynchronize"), 2);
  EXPECT_EQ(out[2], 3);
  sgcuda_free(memory);
  EXPECT_EQ(sgcuda_allocate(0), nullptr);
  EXPECT_EQ(sgcuda_allocate(-1), nullptr);
  sgcuda_copy(nullptr, nullptr, 0);
  sgcuda_free(nullptr);
  EXPECT_EQ(mock_count("cuMemAllocAsync"), 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

} // namespace
