//===- DeviceCallTest.cpp - Findings of an emulated device ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Valid and invalid calls of the interface that native code uses for devices
// (sg/Runtime/DeviceCall.h).
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/DeviceCall.h"
#include "NativeProgram.h"
#include "sg/Runtime/CallRuntime.h"
#include <gtest/gtest.h>
#include <string>

using namespace sg::test;

namespace {

/// Kernel that doubles the number at an address.
void doubleNumber(void **arguments, const sgrt_position *) {
  double &number = **static_cast<double **>(arguments[0]);
  number *= 2;
}

/// Kernel that dereferences an address loaded from memory.
void followAddress(void **arguments, const sgrt_position *) {
  **static_cast<double *volatile *>(*static_cast<void **>(arguments[0])) = 1;
}

const sgrt_emulated_kernel kKernels[] = {{"double", doubleNumber, "p", 0, 0},
                                         {"follow", followAddress, "p", 0, 0}};

class EmulatedDevice : public testing::Test {
protected:
  void TearDown() override { sg::releaseProgram(program); }

  /// Runs `body` as a call without arguments. Returns the error message, which
  /// is empty on success.
  std::string run(void (*body)(sg_call *)) {
    static const int64_t noArguments[] = {0, 0};
    Call call({}, {});
    int32_t status = sgrt_run(&call, noArguments, body);
    EXPECT_EQ(status, *call.text ? SG_ASSERTION_FAILED : SG_OK);
    return call.text;
  }

  static void begin() { sgrt_device_start(&program, SGRT_EMULATED); }

  static double *allocate() {
    return static_cast<double *>(sgrt_device_alloc(sizeof(double)));
  }

  static void launch(const char *kernel, void *address) {
    static const int32_t kBytes = sizeof address;
    void *arguments[] = {&address};
    sgrt_device_launch(&module, kernel, 0, 1, 1, 1, 1, 1, 1, arguments, 1,
                       &kBytes);
  }

  static sgrt_device_program program;
  static sgrt_device_module module;
};

sgrt_device_program EmulatedDevice::program = {};
sgrt_device_module EmulatedDevice::module = {nullptr, kKernels,
                                             sizeof kKernels};

TEST_F(EmulatedDevice, KernelsUseDeviceMemory) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double number = 21;
              void *memory = sgrt_device_constant(&number, sizeof number);
              launch("double", memory);
              sgrt_device_read(&number, memory, sizeof number);
              EXPECT_EQ(number, 42);
              sgrt_device_finish();
            }),
            "");
}

TEST_F(EmulatedDevice, NewMemoryIsNaN) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double *memory = allocate(), number = 0;
              sgrt_device_read(&number, memory, sizeof number);
              EXPECT_NE(number, number);
              sgrt_device_free(memory);
              sgrt_device_finish();
            }),
            "");
}

// A constant stays on the device for later calls, until the program is
// unloaded.
TEST_F(EmulatedDevice, ConstantsAreCopiedOnce) {
  static const double constant = 3;
  static void *first;
  auto useConstant = [](sg_call *) {
    begin();
    void *memory = sgrt_device_constant(&constant, sizeof constant);
    if (!first)
      first = memory;
    EXPECT_EQ(memory, first);
    sgrt_device_finish();
  };
  EXPECT_EQ(run(useConstant), "");
  EXPECT_EQ(run(useConstant), "");
  sg::releaseProgram(program);
  EXPECT_EQ(run([](sg_call *) {
              begin();
              launch("double", first);
            }),
            "argument 0 of kernel 'double' is device memory that was "
            "given back");
}

TEST_F(EmulatedDevice, HostCannotAccessDeviceMemory) {
  const char *message = "host code accesses device memory, at 0x";
  EXPECT_EQ(run([](sg_call *) {
              begin();
              *static_cast<volatile double *>(allocate()) = 1;
            }).find(message),
            0u);
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double *memory = allocate();
              sgrt_device_free(memory);
              // This test prints no message: a string would leak when the call
              // is aborted.
              double value = *static_cast<volatile double *>(memory);
              ADD_FAILURE() << value;
            }).find(message),
            0u);
}

// After an error in a kernel, an error of the host is still reported as such.
TEST_F(EmulatedDevice, KernelsAccessOnlyArguments) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              void *address = allocate();
              launch("follow", sgrt_device_constant(&address, sizeof address));
            }),
            "kernel 'follow' accesses device memory through an address "
            "that is not an argument");
  EXPECT_NE(run([](sg_call *) {
              begin();
              *static_cast<volatile double *>(allocate()) = 1;
            }).find("host code"),
            std::string::npos);
}

TEST_F(EmulatedDevice, KernelsAcceptOnlyDeviceMemory) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double number = 0;
              launch("double", &number);
            }),
            "argument 0 of kernel 'double' is host memory");
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double *memory = allocate();
              sgrt_device_free(memory);
              allocate(); // at another address
              launch("double", memory);
            }),
            "argument 0 of kernel 'double' is device memory that was "
            "given back");
}

TEST_F(EmulatedDevice, CopiesStayInDeviceMemory) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double numbers[2];
              sgrt_device_read(numbers, allocate(), sizeof numbers);
            }),
            "a copy of 16 bytes goes past the end of device memory");
  EXPECT_EQ(run([](sg_call *) {
              begin();
              double *memory = allocate(), number;
              sgrt_device_free(memory);
              sgrt_device_read(&number, memory, sizeof number);
            }),
            "a copy uses device memory that was never allocated or was "
            "given back");
}

TEST_F(EmulatedDevice, ReportsLeakedMemory) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              allocate();
              sgrt_device_finish();
            }),
            "8 bytes of device memory were not freed");
}

TEST_F(EmulatedDevice, UnknownKernel) {
  EXPECT_EQ(run([](sg_call *) {
              begin();
              launch("triple", nullptr);
            }),
            "there is no kernel 'triple'");
}

} // namespace
