//===- MockCuda.h - A CUDA driver without a GPU -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libMockCuda.so has the entry points of libcuda that the runtime uses. The
// runtime loads it if SG_LIBCUDA names it. Memory of the device is memory of
// the host. Copies and memsets are executed at once. Kernels are checked, but
// not executed. The library records calls and errors in them; docs/GPU.md lists
// the errors that it finds.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H
#define SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H

#include <cstdint>

extern "C" {

/// Resets the device, and cancels all planned failures.
void mock_reset(void);

/// Makes the nth call of a function from now on return `result` and do nothing
/// else; 1 is the next call. The result -1 makes the call hang, and -2 ends the
/// process. The environment variable SG_MOCK_CUDA_FAIL has the same effect:
/// "cuMemAllocAsync:2:2,cuInit:1:100" lists the names, n and the results.
void mock_fail(const char *function, int64_t nth, int32_t result);

/// Sets properties of the machine. The defaults are 12000, 1 and true.
void mock_set_driver_version(int32_t version);
void mock_set_device_count(int32_t count);
void mock_set_memory_pools(bool hasThem);

/// Returns the number of calls of a function.
int64_t mock_count(const char *function);

/// Returns the number of launched kernels, including kernels in graphs.
int64_t mock_launches(void);

enum mock_direction {
  MOCK_HOST_TO_HOST,
  MOCK_HOST_TO_DEVICE,
  MOCK_DEVICE_TO_HOST,
  MOCK_DEVICE_TO_DEVICE
};

/// Returns the number of bytes copied in `direction`.
int64_t mock_copied_bytes(enum mock_direction direction);

/// Returns the bytes of device memory in use: now, and at the peak.
int64_t mock_live_bytes(void);
int64_t mock_peak_bytes(void);

/// Returns the calls or the findings, one per line. The text is valid until the
/// next call of a function in this header. The environment variable
/// SG_MOCK_CUDA_LOG names a file ("-" is stderr) that receives both while the
/// program runs, and a summary at its exit.
const char *mock_log(void);
const char *mock_findings(void);

} // extern "C"

#endif // SG_TEST_LIB_MOCKCUDA_MOCKCUDA_H
