//===- CudaEntryPoints.h - What native GPU programs call --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code of a program for NVIDIA GPUs calls the functions mgpu..., whose
// names and types are those of upstream's wrappers (libmlir_cuda_runtime), so
// that the output of stock pipelines runs on them too. Whoever calls such a
// program uses sg_cuda.h. docs/GPU.md tells the rules.
//
// None of the mgpu functions tells of errors. The first error of any of them is
// kept until sgcuda_take_error; the calls after it do nothing and return null,
// except those that give something back. All of them may be called from any
// thread. A stream that is null is the runtime's one stream, which is also what
// mgpuStreamCreate returns; others are CUstreams of the caller's own.
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

/// Remembers a cubin or a fatbin, which has to live until it is unloaded. Reads
/// nothing of it and calls no driver: programs do this before main. It is
/// loaded when the first of its functions is asked for. Never null. Errors:
/// none.
SG_CUDA_EXPORT void *mgpuModuleLoad(const void *image, size_t bytes);

/// The same for PTX that ends with a zero, which the driver will compile with
/// that optimization level, 0 to 4.
SG_CUDA_EXPORT void *mgpuModuleLoadJIT(const void *ptx, int32_t level);

/// Unloads it; its functions are invalid then.
SG_CUDA_EXPORT void mgpuModuleUnload(void *module);

/// The kernel of that name. Cheap after the first time. Errors: the module
/// cannot be loaded (with the log of the driver's compiler), has no such
/// kernel, or was unloaded.
SG_CUDA_EXPORT void *mgpuModuleGetFunction(void *module, const char *name);

/// Launches a kernel on `grid` blocks of `block` threads, with `sharedBytes`
/// bytes of dynamic shared memory; more than 48 KiB are asked of the device. A
/// grid without blocks is nothing. `parameters` has the address of each of the
/// kernel's `count` parameters; they are copied before this returns. `extra` is
/// null. Errors:
/// sizes that the device cannot do, a function of an unloaded module.
SG_CUDA_EXPORT void mgpuLaunchKernel(void *function, intptr_t gridX,
                                     intptr_t gridY, intptr_t gridZ,
                                     intptr_t blockX, intptr_t blockY,
                                     intptr_t blockZ, int32_t sharedBytes,
                                     void *stream, void **parameters,
                                     void **extra, size_t count);

/// The same in clusters of so many blocks, of which the grid is made up.
/// Errors: also a driver before CUDA 12.0.
SG_CUDA_EXPORT void
mgpuLaunchClusterKernel(void *function, intptr_t clusterX, intptr_t clusterY,
                        intptr_t clusterZ, intptr_t gridX, intptr_t gridY,
                        intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                        intptr_t blockZ, int32_t sharedBytes, void *stream,
                        void **parameters, void **extra);

/// A map of a memref of rank 1 to 5 for copies of boxes to shared memory by
/// tensor memory accelerators: its address on the device. The map is kept until
/// sgcuda_release; equal ones are the same. `box` has a size for each
/// dimension; the numbers are those of the driver's CUtensorMap enumerations.
/// Errors: what the accelerators cannot do; a driver before CUDA 12.0.
SG_CUDA_EXPORT void *mgpuTensorMapEncodeTiledMemref(
    int64_t rank, void *descriptor, int64_t type, int64_t interleave,
    int64_t swizzle, int64_t promotion, int64_t fill, const int64_t *box);

/// Launches that come again. What a thread launches by `sgcuda_launch` between
/// the first two of these is launched later, at the latest by the thread's next
/// call of anything else here that uses the GPU; and by one call of the driver,
/// as a CUDA graph, if the same kernels have been launched at that `place` of a
/// program before. `place` is any address that stands for it. The same place
/// may be begun again at once, as in a loop. A driver without graphs (before
/// CUDA 11.4) launches each at once; so does CUDA_LAUNCH_BLOCKING=1.
SG_CUDA_EXPORT void sgcuda_begin_launches(const void *place);
SG_CUDA_EXPORT void sgcuda_end_launches(void);

/// Launches a kernel in the runtime's stream: as mgpuLaunchKernel does outside
/// of these. `sizes` are those of the grid and those of a block, in x, y and z;
/// `parameterBytes` tells the size of each parameter.
SG_CUDA_EXPORT void sgcuda_launch(void *function, const int64_t *sizes,
                                  int32_t sharedBytes, void **parameters,
                                  const int32_t *parameterBytes, int64_t count);

/// Launches what this thread has not launched yet, or forgets it.
SG_CUDA_EXPORT void sgcuda_flush_launches(void);
SG_CUDA_EXPORT void sgcuda_drop_launches(void);

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

/// The runtime's one stream.
SG_CUDA_EXPORT void *mgpuStreamCreate(void);

/// Does nothing: the stream is kept until sgcuda_release. One of the caller's
/// own the caller destroys.
SG_CUDA_EXPORT void mgpuStreamDestroy(void *stream);

/// Waits until the GPU has done what was put into the stream. Errors: also
/// those of the kernels and copies that it waited for.
SG_CUDA_EXPORT void mgpuStreamSynchronize(void *stream);

/// What is put into `stream` from now on waits for the event's last record.
SG_CUDA_EXPORT void mgpuStreamWaitEvent(void *stream, void *event);

/// A new event, without timing.
SG_CUDA_EXPORT void *mgpuEventCreate(void);
SG_CUDA_EXPORT void mgpuEventDestroy(void *event);

/// Marks what has been put into `stream` up to now.
SG_CUDA_EXPORT void mgpuEventRecord(void *event, void *stream);

/// Waits for what the event marks. Errors: as mgpuStreamSynchronize.
SG_CUDA_EXPORT void mgpuEventSynchronize(void *event);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// `bytes` bytes on the device, aligned to 256, to be used on `stream` or what
/// waits for it. They come from the device's pool, which keeps what it has had
/// until sgcuda_release. Shared with the host: managed memory, usable at once
/// everywhere. Null for 0 bytes. Errors: there is not so much memory.
SG_CUDA_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *stream,
                                  bool isHostShared);

/// Gives that memory back when `stream` has got there. Null is nothing. If it
/// is managed memory, waits for `stream` first.
SG_CUDA_EXPORT void mgpuMemFree(void *memory, void *stream);

/// At least `bytes` bytes on the device that the runtime keeps: when they have
/// been given back, the next call gets the same. They are only used in the
/// runtime's stream. Null for no bytes. Errors: no memory.
SG_CUDA_EXPORT void *sgcuda_take_arena(uint64_t bytes);
SG_CUDA_EXPORT void sgcuda_give_arena(void *memory);

/// SGCUDA_PINNED_BYTES bytes of pinned memory of the host that the runtime
/// keeps. They are given back when no copy uses them any more. Null if they
/// cannot be had, which is no error.
SG_CUDA_EXPORT void *sgcuda_take_pinned(void);
SG_CUDA_EXPORT void sgcuda_give_pinned(void *memory);
enum { SGCUDA_PINNED_BYTES = 256 << 10 };

/// Copies `bytes` bytes, each side on the device or the host. The host's memory
/// must not be touched until the stream was synchronized.
SG_CUDA_EXPORT void mgpuMemcpy(void *to, void *from, size_t bytes,
                               void *stream);

/// Sets `count` elements of 4 or 2 bytes to `value`.
SG_CUDA_EXPORT void mgpuMemset32(void *memory, uint32_t value, size_t count,
                                 void *stream);
SG_CUDA_EXPORT void mgpuMemset16(void *memory, uint16_t value, size_t count,
                                 void *stream);

/// Pins the host's memory of a memref, which the GPU can then address, from its
/// first element to its last. `descriptor` is the memref's: two pointers, the
/// offset, `rank` sizes, `rank` strides; strides are not negative. One without
/// elements is nothing. Errors: part of the memory is pinned already.
SG_CUDA_EXPORT void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                                              int64_t elementBytes);

/// Takes that back, for the same memref.
SG_CUDA_EXPORT void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                                int64_t elementBytes);

/// The device to use, from 0 on; 0 without this call. Errors: another one is in
/// use already.
SG_CUDA_EXPORT void mgpuSetDefaultDevice(int32_t device);

} // extern "C"

#endif // SG_RUNTIME_CUDAENTRYPOINTS_H
