//===- DLPack.cpp - Tensors of other libraries ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The struct is DLPack's (https://dmlc.github.io/dlpack), whose layout is fixed
// within its major version 1.
//
//===----------------------------------------------------------------------===//

#include "Error.h"

using namespace sg::capi;

namespace {
struct DLTensor {
  void *data;
  int32_t deviceType, deviceId;
  int32_t rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape;
  int64_t *strides;
  uint64_t byteOffset;
};
static_assert(sizeof(DLTensor) == 48, "as in DLPack");

enum DeviceType { CPU = 1, CUDAHost = 3, ROCMHost = 11 };
enum TypeCode { Int, UInt, Float, Bfloat = 4, Bool = 6 };
} // namespace

/// The sg_type, or 0.
static int32_t readType(const DLTensor &tensor) {
  if (tensor.lanes != 1)
    return 0;
  unsigned code = tensor.code, bits = tensor.bits;
  if (code == Int || code == UInt)
    return bits == 8    ? SG_I8
           : bits == 16 ? SG_I16
           : bits == 32 ? SG_I32
           : bits == 64 ? SG_I64
                        : 0;
  if (code == Float)
    return bits == 16 ? SG_F16 : bits == 32 ? SG_F32 : bits == 64 ? SG_F64 : 0;
  if (code == Bfloat)
    return bits == 16 ? SG_BF16 : 0;
  if (bits != 8)
    return 0;
  switch (code) {
  case Bool:
    return SG_I1;
  case 7:
    return SG_F8E3M4;
  case 8:
    return SG_F8E4M3;
  case 9:
    return SG_F8E4M3B11FNUZ;
  case 10:
    return SG_F8E4M3FN;
  case 11:
    return SG_F8E4M3FNUZ;
  case 12:
    return SG_F8E5M2;
  case 13:
    return SG_F8E5M2FNUZ;
  case 14:
    return SG_F8E8M0FNU;
  }
  return 0;
}

SGError *sgArrayFromDLPack(const void *tensor, SGArray *array) {
  const auto &from = *static_cast<const DLTensor *>(tensor);
  if (from.deviceType != CPU && from.deviceType != CUDAHost &&
      from.deviceType != ROCMHost)
    return makeError(SG_ERROR_ARGUMENT,
                     "the tensor is on a device (DLPack's type " +
                         llvm::Twine(from.deviceType) +
                         "); copy it to the host");
  int32_t type = readType(from);
  if (type == 0)
    return makeError(SG_ERROR_ARGUMENT,
                     "elements of DLPack's type code " +
                         llvm::Twine(unsigned(from.code)) + " with " +
                         llvm::Twine(unsigned(from.bits)) + " bits and " +
                         llvm::Twine(from.lanes) + " lanes cannot be passed");
  array->data =
      from.data ? static_cast<char *>(from.data) + from.byteOffset : nullptr;
  array->type = type;
  array->rank = from.rank;
  array->sizes = from.shape;
  array->strides = from.strides;
  return nullptr;
}
