//===- MockCuda.h - A CUDA driver without a GPU -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libMockCuda.so has the entry points of libcuda that the runtime uses
// (SG_LIBCUDA names it). Memory of the device is memory of the host; copies and
// memsets are done at once; kernels are checked and not executed. It records
// what it is asked for and what is wrong with that. docs/GPU.md lists what it
// finds.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H
#define SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H

#include <cstdint>

extern "C" {

/// Forgets everything: the device is as new, and nothing is to fail.
void mock_reset(void);

/// Lets the nth call from now of a function return that CUresult and do nothing
/// else; 1 is the next call. -1 lets it hang, and -2 end the process. The
/// environment variable SG_MOCK_CUDA_FAIL does it too:
/// "cuMemAllocAsync:2:2,cuInit:1:100" are the name, n and the result.
void mock_fail(const char *function, int64_t nth, int32_t result);

/// What the machine has: at first 12000, 1 and true.
void mock_set_driver_version(int32_t version);
void mock_set_device_count(int32_t count);
void mock_set_memory_pools(bool hasThem);

/// How often a function was called.
int64_t mock_count(const char *function);

/// How many kernels were launched, in graphs too.
int64_t mock_launches(void);

enum mock_direction {
  MOCK_HOST_TO_HOST,
  MOCK_HOST_TO_DEVICE,
  MOCK_DEVICE_TO_HOST,
  MOCK_DEVICE_TO_DEVICE
};

/// The bytes that were copied in that direction.
int64_t mock_copied_bytes(enum mock_direction direction);

/// The bytes of memory on the device: now, and most ever.
int64_t mock_live_bytes(void);
int64_t mock_most_bytes(void);

/// The calls, one a line, and what was wrong, one a line. Valid until the next
/// call of anything here. The environment variable SG_MOCK_CUDA_LOG names a
/// file
/// ("-" is stderr) that gets both as they come, and at the exit a summary.
const char *mock_log(void);
const char *mock_findings(void);

} // extern "C"

#endif // SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H
