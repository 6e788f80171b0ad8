//===- CudaDriverAPI.h - Declarations of the CUDA driver --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, constants and functions of libcuda that the runtime for NVIDIA GPUs
// uses. The runtime thus needs none of CUDA's headers. Names and values are
// from NVIDIA's "CUDA Driver API" reference manual. A suffix _v2 names the
// symbol that implements the manual's function without the suffix.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CUDADRIVERAPI_H
#define SG_RUNTIME_CUDADRIVERAPI_H

#include <cstddef>
#include <cstdint>

namespace sg::cuda {

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUgraphExec = struct CUgraphExec_st *;

enum CUresult : int {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
};

enum CUdevice_attribute : int {
  CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115
};
enum CUfunction_attribute : int {
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
};
enum CUmemPool_attribute : int { CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4 };
enum CUjit_option : int {
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7
};
constexpr int CU_LIMIT_STACK_SIZE = 0;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
constexpr unsigned CU_EVENT_DISABLE_TIMING = 2;
constexpr unsigned CU_MEM_ATTACH_GLOBAL = 1;

/// Bytes of static and dynamic shared memory that a kernel may use without
/// setting a function attribute.
constexpr int kDefaultSharedBytes = 48 << 10;

/// First version with stream-ordered allocation: CUDA 11.2.
constexpr int kMinDriverVersion = 11020;

/// First version with cuGraphInstantiateWithFlags: CUDA 11.4.
constexpr int kGraphDriverVersion = 11040;

/// First version with clusters and tensor maps: CUDA 12.0.
constexpr int kClusterDriverVersion = 12000;

constexpr int CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4;
struct CUlaunchAttribute {
  int id;
  union Value {
    char pad[64];
    struct {
      unsigned x, y, z;
    } clusterDim;
  };
  alignas(8) Value value;
};
struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

/// A descriptor for tensor memory accelerators.
struct alignas(128) CUtensorMap {
  uint64_t opaque[16];
};

/// The parameters of a kernel node in a graph (version 1 of the struct).
struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void **kernelParams;
  void **extra;
};

/// Calls X(name, parameters) for each function. The functions up to
/// cuDriverGetVersion exist in every driver.
#define SG_CUDA_DRIVER_FUNCTIONS(X)                                            \
  X(cuInit, (unsigned flags))                                                  \
  X(cuGetErrorName, (CUresult error, const char **text))                       \
  X(cuGetErrorString, (CUresult error, const char **text))                     \
  X(cuDriverGetVersion, (int *version))                                        \
  X(cuDeviceGetCount, (int *count))                                            \
  X(cuDeviceGet, (CUdevice * device, int ordinal))                             \
  X(cuDeviceGetAttribute,                                                      \
    (int *value, CUdevice_attribute attribute, CUdevice device))               \
  X(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device))         \
  X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))          \
  X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                           \
  X(cuCtxSetCurrent, (CUcontext context))                                      \
  X(cuCtxSynchronize, ())                                                      \
  X(cuCtxSetLimit, (int limit, size_t value))                                  \
  X(cuMemPoolSetAttribute,                                                     \
    (CUmemoryPool pool, CUmemPool_attribute attribute, void *value))           \
  X(cuMemPoolTrimTo, (CUmemoryPool pool, size_t bytes))                        \
  X(cuMemAllocAsync, (CUdeviceptr * memory, size_t bytes, CUstream stream))    \
  X(cuMemFreeAsync, (CUdeviceptr memory, CUstream stream))                     \
  X(cuMemAllocManaged, (CUdeviceptr * memory, size_t bytes, unsigned flags))   \
  X(cuMemFree_v2, (CUdeviceptr memory))                                        \
  X(cuMemcpyAsync,                                                             \
    (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))         \
  X(cuMemsetD32Async,                                                          \
    (CUdeviceptr memory, unsigned value, size_t count, CUstream stream))       \
  X(cuMemsetD16Async,                                                          \
    (CUdeviceptr memory, unsigned short value, size_t count, CUstream stream)) \
  X(cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))             \
  X(cuMemFreeHost, (void *memory))                                             \
  X(cuMemHostRegister_v2, (void *memory, size_t bytes, unsigned flags))        \
  X(cuMemHostUnregister, (void *memory))                                       \
  X(cuStreamCreate, (CUstream * stream, unsigned flags))                       \
  X(cuStreamDestroy_v2, (CUstream stream))                                     \
  X(cuStreamSynchronize, (CUstream stream))                                    \
  X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))       \
  X(cuEventCreate, (CUevent * event, unsigned flags))                          \
  X(cuEventDestroy_v2, (CUevent event))                                        \
  X(cuEventRecord, (CUevent event, CUstream stream))                           \
  X(cuEventSynchronize, (CUevent event))                                       \
  X(cuModuleLoadDataEx, (CUmodule * module, const void *image, unsigned count, \
                         CUjit_option *options, void **values))                \
  X(cuModuleUnload, (CUmodule module))                                         \
  X(cuModuleGetFunction,                                                       \
    (CUfunction * function, CUmodule module, const char *name))                \
  X(cuFuncGetAttribute,                                                        \
    (int *value, CUfunction_attribute attribute, CUfunction function))         \
  X(cuFuncSetAttribute,                                                        \
    (CUfunction function, CUfunction_attribute attribute, int value))          \
  X(cuLaunchKernel,                                                            \
    (CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,      \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     CUstream stream, void **parameters, void **extra))

/// Calls X for the functions that drivers have from kGraphDriverVersion on.
#define SG_CUDA_GRAPH_FUNCTIONS(X)                                             \
  X(cuGraphCreate, (CUgraph * graph, unsigned flags))                          \
  X(cuGraphDestroy, (CUgraph graph))                                           \
  X(cuGraphAddKernelNode,                                                      \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *before,             \
     size_t count, const CUDA_KERNEL_NODE_PARAMS *parameters))                 \
  X(cuGraphInstantiateWithFlags,                                               \
    (CUgraphExec * executable, CUgraph graph, unsigned long long flags))       \
  X(cuGraphExecDestroy, (CUgraphExec executable))                              \
  X(cuGraphExecKernelNodeSetParams,                                            \
    (CUgraphExec executable, CUgraphNode node,                                 \
     const CUDA_KERNEL_NODE_PARAMS *parameters))                               \
  X(cuGraphLaunch, (CUgraphExec executable, CUstream stream))

/// Calls X for the functions that drivers have from kClusterDriverVersion on.
/// Parameters that are enumerations in the manual are integers here, since the
/// runtime only passes them through.
#define SG_CUDA_CLUSTER_FUNCTIONS(X)                                           \
  X(cuLaunchKernelEx, (const CUlaunchConfig *config, CUfunction function,      \
                       void **parameters, void **extra))                       \
  X(cuTensorMapEncodeTiled,                                                    \
    (CUtensorMap * map, int type, uint32_t rank, void *start,                  \
     const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,      \
     const uint32_t *steps, int interleave, int swizzle, int promotion,        \
     int fill))

} // namespace sg::cuda

#endif // SG_RUNTIME_CUDADRIVERAPI_H
