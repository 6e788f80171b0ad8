//===- EmulatedDevice.cpp - A device emulated by the host -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device addresses map to host memory (EmulatedMemory.h). Only kernels receive
// the host addresses. All operations are synchronous.
//
//===----------------------------------------------------------------------===//

#include "EmulatedMemory.h"
#include "ProgramDevice.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/Call/ThreadSanitizer.h"
#include <alloca.h>
#include <cinttypes>
#include <csignal>
#include <cstring>

using namespace sg;

/// The kernel that this thread executes, or null for host code.
static thread_local const char *runningKernel = nullptr;

static struct sigaction previousAction;

/// Passes a signal to the previous handler, since no access to device memory
/// caused the signal.
static void forwardSignal(int signal, siginfo_t *info, void *context) {
  if (previousAction.sa_flags & SA_SIGINFO) {
    previousAction.sa_sigaction(signal, info, context);
    return;
  }
  if (previousAction.sa_handler != SIG_DFL &&
      previousAction.sa_handler != SIG_IGN) {
    previousAction.sa_handler(signal);
    return;
  }
  // Returning repeats the faulting access, which ends the process.
  sigaction(signal, &previousAction, nullptr);
}

static void handleFault(int signal, siginfo_t *info, void *context) {
  const void *address = info->si_addr;
  if (!isInCall() || !EmulatedMemory::get().contains(address))
    return forwardSignal(signal, info, context);
#ifdef SG_SANITIZES_THREAD
  // ThreadSanitizer blocks all signals while a handler runs. The jump out of
  // the handler would leave the signals blocked.
  pthread_sigmask(SIG_SETMASK, &static_cast<ucontext_t *>(context)->uc_sigmask,
                  nullptr);
#endif
  if (runningKernel)
    leave(SG_ASSERTION_FAILED,
          "kernel '%s' accesses device memory through an address "
          "that is not an argument",
          runningKernel);
  leave(SG_ASSERTION_FAILED, "host code accesses device memory, at %p",
        address);
}

/// Installs the handler, which runs on the alternate signal stack, if any. The
/// signal stays unblocked, since the handler leaves by a jump.
static bool installHandler() {
  struct sigaction action = {};
  action.sa_sigaction = handleFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  return sigaction(SIGSEGV, &action, &previousAction) == 0;
}

static void start() {
  static const bool isInstalled = installHandler();
  (void)isInstalled;
  // Reset the kernel: an error may have ended the last call inside a kernel.
  runningKernel = nullptr;
}

static void *allocate(int64_t bytes) {
  void *memory = EmulatedMemory::get().allocate(static_cast<uint64_t>(bytes));
  if (!memory)
    leave(SG_OUT_OF_MEMORY, "out of memory: a tensor takes %" PRId64 " bytes",
          bytes);
  return memory;
}

/// Returns null: host code for the emulated device keeps no results on the
/// device.
static void *allocateForCaller(int64_t) { return nullptr; }

/// Returns null: pinned memory would not make copies on the host faster.
static void *takePinned() { return nullptr; }
static void givePinned(void *) {}

static void release(void *memory) { EmulatedMemory::get().free(memory); }

/// Returns the host address of the source or target of a copy.
static char *findForCopy(const void *address, int64_t bytes) {
  EmulatedMemory &memory = EmulatedMemory::get();
  if (!memory.contains(address))
    return static_cast<char *>(const_cast<void *>(address));
  EmulatedMemory::HostRange range = memory.find(address);
  if (!range.data)
    leave(SG_ASSERTION_FAILED, "a copy uses device memory that was never "
                               "allocated or was given back");
  if (range.bytes < static_cast<uint64_t>(bytes))
    leave(SG_ASSERTION_FAILED,
          "a copy of %" PRId64 " bytes goes past the end of device memory",
          bytes);
  return range.data;
}

static void copy(void *to, const void *from, int64_t bytes) {
  if (bytes > 0)
    std::memcpy(findForCopy(to, bytes), findForCopy(from, bytes), bytes);
}

static const sgrt_emulated_kernel &findKernel(const KernelLaunch &launch) {
  auto *kernel =
      static_cast<const sgrt_emulated_kernel *>(launch.module->image);
  auto *end = kernel + launch.module->bytes / sizeof(sgrt_emulated_kernel);
  while (kernel != end && std::strcmp(kernel->name, launch.kernel) != 0)
    ++kernel;
  if (kernel == end)
    leave(SG_ASSERTION_FAILED, "there is no kernel '%s'", launch.kernel);
  return *kernel;
}

static void *findForKernel(const KernelLaunch &launch, int64_t argument,
                           void *address) {
  if (!address)
    return nullptr;
  EmulatedMemory &memory = EmulatedMemory::get();
  if (!memory.contains(address))
    leave(SG_ASSERTION_FAILED,
          "argument %" PRId64 " of kernel '%s' is host memory", argument,
          launch.kernel);
  char *data = memory.find(address).data;
  if (!data)
    leave(SG_ASSERTION_FAILED,
          "argument %" PRId64 " of kernel '%s' is device memory that "
          "was given back",
          argument, launch.kernel);
  return data;
}

static void launch(const KernelLaunch &launch) {
  const sgrt_emulated_kernel &kernel = findKernel(launch);
  // Allocate on the stack: an error would leak heap memory.
  auto count = static_cast<size_t>(launch.count);
  auto *addresses = static_cast<void **>(alloca((count + 1) * sizeof(void *)));
  auto *arguments = static_cast<void **>(alloca((count + 1) * sizeof(void *)));
  for (size_t i = 0; i < count; ++i) {
    arguments[i] = launch.arguments[i];
    if (kernel.arguments[i] != 'p')
      continue;
    std::memcpy(&addresses[i], launch.arguments[i], sizeof(void *));
    addresses[i] = findForKernel(launch, i, addresses[i]);
    arguments[i] = &addresses[i];
  }
  // Bytes of static shared memory of a block (CUDA C++ Programming Guide,
  // "Compute Capabilities").
  constexpr int64_t maxStaticBytes = 48 << 10;
  if (kernel.memory > maxStaticBytes)
    leave(SG_ASSERTION_FAILED,
          "a block of kernel '%s' has %" PRId64
          " bytes of static workgroup memory; it can have up to %" PRId64,
          kernel.name, kernel.memory, maxStaticBytes);
  const int64_t *sizes = launch.sizes;
  runningKernel = kernel.name;
  sgrt_emulate(kernel.function, kernel.name,
               static_cast<int32_t>(kernel.emulation),
               kernel.memory + launch.memory, sizes[0], sizes[1], sizes[2],
               sizes[3], sizes[4], sizes[5], arguments);
  runningKernel = nullptr;
}

static void beginLaunches(const void *) {}
static void endLaunches() {}
static void flush() {}
static void wait() {}
static void abandon(bool) {}
static void unload(sgrt_device_module &) {}

const ProgramDevice sg::emulatedDevice = {start,
                                          allocate,
                                          release,
                                          /*takeArena=*/allocate,
                                          /*giveArena=*/release,
                                          allocateForCaller,
                                          takePinned,
                                          givePinned,
                                          copy,
                                          launch,
                                          beginLaunches,
                                          endLaunches,
                                          flush,
                                          wait,
                                          abandon,
                                          unload,
                                          /*reportsLeaks=*/true};
