//===- StreamsTest.cpp - Streams and events -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaStreamsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    ambient = mgpuStreamCreate();
    ASSERT_EQ(cuStreamCreate(&testStream, CU_STREAM_NON_BLOCKING),
              CUDA_SUCCESS);
  }
  void TearDown() override {
    if (testStream)
      cuStreamDestroy_v2(testStream);
    CudaTest::TearDown();
  }
  /// Returns the findings after `testStream` was destroyed.
  std::string findings() {
    cuStreamDestroy_v2(testStream);
    testStream = nullptr;
    return CudaTest::findings();
  }

  void *ambient = nullptr;
  CUstream testStream = nullptr; // not the runtime's
};

TEST_F(CudaStreamsTest, OneStream) {
  EXPECT_NE(ambient, nullptr);
  mgpuStreamDestroy(ambient);
  EXPECT_EQ(mgpuStreamCreate(), ambient);
  EXPECT_EQ(mock_count("cuStreamCreate"), 2); // and testStream
  EXPECT_EQ(mock_count("cuStreamDestroy"), 0);
  EXPECT_EQ(findings(), "");
}

// Null denotes the runtime's stream too, so there is nothing to wait for.
TEST_F(CudaStreamsTest, NullIsTheRuntimeStream) {
  void *memory = mgpuMemAlloc(8, ambient, false);
  mgpuMemset32(memory, 0, 2, nullptr);
  mgpuMemFree(memory, ambient);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaStreamsTest, EventsOrderStreams) {
  Program program;
  void *memory = mgpuMemAlloc(8, ambient, false), *event = mgpuEventCreate();
  mgpuEventRecord(event, ambient);
  mgpuStreamWaitEvent(testStream, event);
  float factor = 1;
  void *parameters[] = {&memory, &factor};
  launch(program.get("scale"), parameters, testStream);
  mgpuEventRecord(event, testStream);
  mgpuStreamWaitEvent(nullptr, event);
  mgpuMemFree(memory, nullptr);
  mgpuEventDestroy(event);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaStreamsTest, HostWaitsOrderStreams) {
  void *memory = mgpuMemAlloc(8, ambient, false), *event = mgpuEventCreate();
  mgpuStreamSynchronize(ambient);
  mgpuMemset32(memory, 0, 2, testStream);
  mgpuEventRecord(event, testStream);
  mgpuEventSynchronize(event);
  mgpuMemFree(memory, ambient);
  mgpuEventDestroy(event);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// An event marks the work in the stream when it was recorded, not later work.
TEST_F(CudaStreamsTest, EventCoversEarlierWorkOnly) {
  void *event = mgpuEventCreate();
  mgpuEventRecord(event, ambient);
  void *memory = mgpuMemAlloc(8, ambient, false);
  mgpuStreamWaitEvent(testStream, event);
  mgpuMemset32(memory, 0, 2, testStream);
  mgpuStreamSynchronize(testStream);
  mgpuMemFree(memory, ambient);
  mgpuEventDestroy(event);
  EXPECT_EQ(findings(),
            "cuMemsetD32Async: the destination is memory 1 (8 bytes), which "
            "stream 2 uses without waiting for its allocation on stream 1\n");
}

TEST_F(CudaStreamsTest, EachCallMayFail) {
  struct Case {
    const char *call;
    void (*run)();
  } cases[] = {
      {"cuStreamWaitEvent", [] { mgpuStreamWaitEvent(nullptr, nullptr); }},
      {"cuEventRecord", [] { mgpuEventRecord(nullptr, nullptr); }},
      {"cuEventSynchronize", [] { mgpuEventSynchronize(nullptr); }},
      {"cuStreamSynchronize", [] { mgpuStreamSynchronize(nullptr); }},
      {"cuEventCreate", [] { mgpuEventCreate(); }},
  };
  for (const Case &entry : cases) {
    mock_fail(entry.call, 1, CUDA_ERROR_INVALID_HANDLE);
    entry.run();
    EXPECT_EQ(takeError(), std::string(entry.call) +
                               " failed: CUDA_ERROR_INVALID_HANDLE: invalid "
                               "resource handle");
  }
}

} // namespace
