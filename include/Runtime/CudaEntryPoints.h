//===- CudaEntryPoints.h - CUDA runtime called by native code ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code of a program for NVIDIA GPUs calls the functions mgpu... Their
// names and types are equal to upstream's (libmlir_cuda_runtime), so that the
// output of upstream's pipelines links with them too. Callers of such a program
// use sg_cuda.h. docs/GPU.md describes the behaviour of the runtime.
//
// No mgpu function returns an error. The runtime keeps the first error until
// sgcuda_take_error. Until then, further calls do nothing and return null,
// except calls that free a resource. All functions may be called from any
// thread. A null stream is the runtime's one stream, which mgpuStreamCreate
// also returns. Other streams are CUstreams that the caller owns.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CUDAENTRYPOINTS_H
#define SG_RUNTIME_CUDAENTRYPOINTS_H

#include "sg/Runtime/sg_cuda.h"
#include <cstddef>

extern "C" {

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

/// Registers a cubin or a fatbin, which must live until it is unloaded.
/// Programs register modules before main, so this function neither reads the
/// image nor calls the driver. The module is loaded when its first function is
/// requested. Never returns null. Errors: none.
SG_CUDA_EXPORT void *mgpuModuleLoad(const void *image, size_t bytes);

/// Registers null-terminated PTX, which the driver will compile with
/// optimization level `level`, 0 to 4.
SG_CUDA_EXPORT void *mgpuModuleLoadJIT(const void *ptx, int32_t level);

/// Unloads a module. Its functions become invalid.
SG_CUDA_EXPORT void mgpuModuleUnload(void *module);

/// Returns the kernel `name`. Only the first call is slow. Errors: the module
/// cannot be loaded (with the log of the driver's compiler), has no such
/// kernel, or was unloaded.
SG_CUDA_EXPORT void *mgpuModuleGetFunction(void *module, const char *name);

/// Launches a kernel on `grid` blocks of `block` threads with `sharedBytes`
/// bytes of dynamic shared memory. If a block needs more than 48 KiB, raises
/// the kernel's limit. An empty grid does nothing. `parameters` has the
/// addresses of the kernel's `count` parameters, which are copied before the
/// function returns. `extra` is null. Errors: sizes that the device does not
/// support, a function of an unloaded module.
SG_CUDA_EXPORT void mgpuLaunchKernel(void *function, intptr_t gridX,
                                     intptr_t gridY, intptr_t gridZ,
                                     intptr_t blockX, intptr_t blockY,
                                     intptr_t blockZ, int32_t sharedBytes,
                                     void *stream, void **parameters,
                                     void **extra, size_t count);

/// Launches a kernel like mgpuLaunchKernel, with the grid divided into clusters
/// of the given sizes in blocks. Additional error: a driver before CUDA 12.0.
SG_CUDA_EXPORT void
mgpuLaunchClusterKernel(void *function, intptr_t clusterX, intptr_t clusterY,
                        intptr_t clusterZ, intptr_t gridX, intptr_t gridY,
                        intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                        intptr_t blockZ, int32_t sharedBytes, void *stream,
                        void **parameters, void **extra);

/// Returns the device address of a tensor map of a memref of rank 1 to 5.
/// Tensor memory accelerators use the map to copy boxes to shared memory. The
/// map is kept until sgcuda_release; equal maps are shared. `box` has one size
/// per dimension. The enumerations have the values of the driver's CUtensorMap
/// enumerations. Errors: parameters that the accelerators do not support, a
/// driver before CUDA 12.0.
SG_CUDA_EXPORT void *mgpuTensorMapEncodeTiledMemref(
    int64_t rank, void *descriptor, int64_t type, int64_t interleave,
    int64_t swizzle, int64_t promotion, int64_t fill, const int64_t *box);

/// Begin and end a sequence of launches that may be repeated. `sequence` is any
/// address that identifies the sequence in the program. Launches by
/// `sgcuda_launch` in between are deferred. The next other call of this thread
/// that uses the GPU issues the deferred launches. If the sequence has launched
/// the same kernels before, one call of the driver launches them as a CUDA
/// graph. A loop may begin the same sequence again immediately. Launches are
/// not deferred with CUDA_LAUNCH_BLOCKING=1 or by a driver without graphs
/// (before CUDA 11.4).
SG_CUDA_EXPORT void sgcuda_begin_launches(const void *sequence);
SG_CUDA_EXPORT void sgcuda_end_launches(void);

/// Launches a kernel in the runtime's stream. Outside of a sequence, works like
/// mgpuLaunchKernel. `sizes` has the sizes of the grid and then of a block,
/// each in x, y and z. `parameterBytes` has the size of each parameter.
SG_CUDA_EXPORT void sgcuda_launch(void *function, const int64_t *sizes,
                                  int32_t sharedBytes, void **parameters,
                                  const int32_t *parameterBytes, int64_t count);

/// Issue or discard the deferred launches of this thread.
SG_CUDA_EXPORT void sgcuda_flush_launches(void);
SG_CUDA_EXPORT void sgcuda_drop_launches(void);

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

/// Returns the runtime's one stream.
SG_CUDA_EXPORT void *mgpuStreamCreate(void);

/// Does nothing: the runtime's stream is kept until sgcuda_release. Callers
/// destroy their own streams themselves.
SG_CUDA_EXPORT void mgpuStreamDestroy(void *stream);

/// Waits for all operations in the stream. Errors: also errors of these
/// operations.
SG_CUDA_EXPORT void mgpuStreamSynchronize(void *stream);

/// Makes later operations in `stream` wait for the last record of the event.
SG_CUDA_EXPORT void mgpuStreamWaitEvent(void *stream, void *event);

/// Returns a new event without timing.
SG_CUDA_EXPORT void *mgpuEventCreate(void);
SG_CUDA_EXPORT void mgpuEventDestroy(void *event);

/// Records the event after all operations that are in `stream` now.
SG_CUDA_EXPORT void mgpuEventRecord(void *event, void *stream);

/// Waits for the operations before the event's last record. Errors: as
/// mgpuStreamSynchronize.
SG_CUDA_EXPORT void mgpuEventSynchronize(void *event);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Allocates `bytes` bytes on the device, aligned to 256, for use in `stream`
/// or in work that waits for it. The memory comes from the device's pool, which
/// keeps freed memory until sgcuda_release. If `isHostShared` is set, allocates
/// managed memory, which host and device can access. Returns null for 0 bytes.
/// Errors: out of memory.
SG_CUDA_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *stream,
                                  bool isHostShared);

/// Frees memory once `stream` has executed all earlier operations. For managed
/// memory, waits for `stream` first. Null is ignored.
SG_CUDA_EXPORT void mgpuMemFree(void *memory, void *stream);

/// Take and give back at least `bytes` bytes of device memory that the runtime
/// keeps: the next call receives the same memory. Only operations in the
/// runtime's stream may use the memory. Returns null for 0 bytes. Errors: out
/// of memory.
SG_CUDA_EXPORT void *sgcuda_take_arena(uint64_t bytes);
SG_CUDA_EXPORT void sgcuda_give_arena(void *memory);

/// Take and give back SGCUDA_PINNED_BYTES bytes of pinned host memory that the
/// runtime keeps. No copy may use the memory when it is given back. Returns
/// null, without an error, if none is available.
SG_CUDA_EXPORT void *sgcuda_take_pinned(void);
SG_CUDA_EXPORT void sgcuda_give_pinned(void *memory);
enum { SGCUDA_PINNED_BYTES = 256 << 10 };

/// Copies `bytes` bytes between device or host memory. Host memory must not be
/// accessed until the stream has been synchronized.
SG_CUDA_EXPORT void mgpuMemcpy(void *to, void *from, size_t bytes,
                               void *stream);

/// Set `count` elements of 4 or 2 bytes to `value`.
SG_CUDA_EXPORT void mgpuMemset32(void *memory, uint32_t value, size_t count,
                                 void *stream);
SG_CUDA_EXPORT void mgpuMemset16(void *memory, uint16_t value, size_t count,
                                 void *stream);

/// Pins the host memory of a memref from its first element to its last, so that
/// the GPU can address it. `descriptor` holds two pointers, the offset, `rank`
/// sizes and `rank` strides. Strides must not be negative. A memref without
/// elements is ignored. Errors: part of the memory is already pinned.
SG_CUDA_EXPORT void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                                              int64_t elementBytes);

/// Unpins the memory of a memref that was pinned.
SG_CUDA_EXPORT void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                                int64_t elementBytes);

/// Selects the device with the index `device`. The default is 0. Errors:
/// another device is already in use.
SG_CUDA_EXPORT void mgpuSetDefaultDevice(int32_t device);

} // extern "C"

#endif // SG_RUNTIME_CUDAENTRYPOINTS_H
