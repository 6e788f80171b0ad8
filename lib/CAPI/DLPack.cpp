//===- DLPack.cpp - Tensors of other libraries as arrays ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include <dlpack/dlpack.h>

using namespace sg::capi;

/// Returns the sg_type of the elements, or 0 if no sg_type represents them.
static int32_t readType(const DLTensor &tensor) {
  DLDataType type = tensor.dtype;
  if (type.lanes != 1)
    return 0;
  if (type.code == kDLInt || type.code == kDLUInt)
    return type.bits == 8    ? SG_I8
           : type.bits == 16 ? SG_I16
           : type.bits == 32 ? SG_I32
           : type.bits == 64 ? SG_I64
                             : 0;
  if (type.code == kDLFloat)
    return type.bits == 16   ? SG_F16
           : type.bits == 32 ? SG_F32
           : type.bits == 64 ? SG_F64
                             : 0;
  if (type.code == kDLComplex)
    return type.bits == 64 ? SG_C64 : type.bits == 128 ? SG_C128 : 0;
  if (type.code == kDLBfloat)
    return type.bits == 16 ? SG_BF16 : 0;
  if (type.bits != 8)
    return 0;
  switch (type.code) {
  case kDLBool:
    return SG_I1;
  case kDLFloat8_e3m4:
    return SG_F8E3M4;
  case kDLFloat8_e4m3:
    return SG_F8E4M3;
  case kDLFloat8_e4m3b11fnuz:
    return SG_F8E4M3B11FNUZ;
  case kDLFloat8_e4m3fn:
    return SG_F8E4M3FN;
  case kDLFloat8_e4m3fnuz:
    return SG_F8E4M3FNUZ;
  case kDLFloat8_e5m2:
    return SG_F8E5M2;
  case kDLFloat8_e5m2fnuz:
    return SG_F8E5M2FNUZ;
  case kDLFloat8_e8m0fnu:
    return SG_F8E8M0FNU;
  }
  return 0;
}

SGError *sgArrayFromDLPack(const void *tensor, SGArray *array) {
  if (SGError *error = checkPointer(tensor, "tensor"))
    return error;
  if (SGError *error = checkPointer(array, "array"))
    return error;
  const auto &source = *static_cast<const DLTensor *>(tensor);
  DLDeviceType device = source.device.device_type;
  if (device != kDLCPU && device != kDLCUDAHost && device != kDLROCMHost)
    return makeError(SG_ERROR_ARGUMENT,
                     "the tensor is on a device (DLPack's type " +
                         llvm::Twine(int(device)) + "); copy it to the host");
  int32_t type = readType(source);
  if (type == 0)
    return makeError(SG_ERROR_ARGUMENT,
                     "elements of DLPack's type code " +
                         llvm::Twine(unsigned(source.dtype.code)) + " with " +
                         llvm::Twine(unsigned(source.dtype.bits)) +
                         " bits and " + llvm::Twine(source.dtype.lanes) +
                         " lanes cannot be passed");
  if (SGError *error = checkRank(source.ndim, "the tensor"))
    return error;
  if (source.ndim > 0 && !source.shape)
    return makeError(SG_ERROR_ARGUMENT, "the tensor has a rank but no sizes");
  array->data = source.data
                    ? static_cast<char *>(source.data) + source.byte_offset
                    : nullptr;
  array->type = type;
  array->rank = source.ndim;
  array->sizes = source.shape;
  array->strides = source.strides;
  return nullptr;
}

SGError *sgArrayFromDLPackVersioned(const void *tensor, SGArray *array,
                                    int32_t *is_read_only) {
  if (SGError *error = checkPointer(tensor, "tensor"))
    return error;
  if (SGError *error = checkPointer(is_read_only, "is_read_only"))
    return error;
  const auto &source = *static_cast<const DLManagedTensorVersioned *>(tensor);
  // If the major version is unknown, DLPack allows only calling the deleter.
  if (source.version.major != DLPACK_MAJOR_VERSION)
    return makeError(
        SG_ERROR_ARGUMENT,
        "the tensor is of version " + llvm::Twine(source.version.major) + "." +
            llvm::Twine(source.version.minor) + " of DLPack; versions " +
            llvm::Twine(DLPACK_MAJOR_VERSION) + ".x are read");
  if (SGError *error = sgArrayFromDLPack(&source.dl_tensor, array))
    return error;
  *is_read_only = (source.flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
  return nullptr;
}
