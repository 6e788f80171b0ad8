//===- XlaFfi.cpp - Calls of native code from XLA -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler of XLA's foreign function interface, by which JAX programs call
// native code on their own buffers (https://docs.jax.dev/en/latest/ffi.html).
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "NativeCode.h"
#include "llvm/ADT/SmallVector.h"
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <xla/ffi/api/c_api.h>

using namespace llvm;
using namespace sg::capi;

/// Returns the sg_type of the elements, or 0 if no sg_type represents them.
static int32_t readType(XLA_FFI_DataType type) {
  switch (type) {
  case XLA_FFI_DataType_PRED:
    return SG_I1;
  case XLA_FFI_DataType_S8:
  case XLA_FFI_DataType_U8:
    return SG_I8;
  case XLA_FFI_DataType_S16:
  case XLA_FFI_DataType_U16:
    return SG_I16;
  case XLA_FFI_DataType_S32:
  case XLA_FFI_DataType_U32:
    return SG_I32;
  case XLA_FFI_DataType_S64:
  case XLA_FFI_DataType_U64:
    return SG_I64;
  case XLA_FFI_DataType_F16:
    return SG_F16;
  case XLA_FFI_DataType_BF16:
    return SG_BF16;
  case XLA_FFI_DataType_F32:
    return SG_F32;
  case XLA_FFI_DataType_F64:
    return SG_F64;
  case XLA_FFI_DataType_F8E3M4:
    return SG_F8E3M4;
  case XLA_FFI_DataType_F8E4M3:
    return SG_F8E4M3;
  case XLA_FFI_DataType_F8E4M3B11FNUZ:
    return SG_F8E4M3B11FNUZ;
  case XLA_FFI_DataType_F8E4M3FN:
    return SG_F8E4M3FN;
  case XLA_FFI_DataType_F8E4M3FNUZ:
    return SG_F8E4M3FNUZ;
  case XLA_FFI_DataType_F8E5M2:
    return SG_F8E5M2;
  case XLA_FFI_DataType_F8E5M2FNUZ:
    return SG_F8E5M2FNUZ;
  case XLA_FFI_DataType_F8E8M0FNU:
    return SG_F8E8M0FNU;
  case XLA_FFI_DataType_C64:
    return SG_C64;
  case XLA_FFI_DataType_C128:
    return SG_C128;
  default:
    return 0;
  }
}

/// Returns the array of an XLA buffer. XLA passes null for an empty buffer, but
/// null would request an allocation.
static SGArray readBuffer(const XLA_FFI_Buffer &buffer) {
  alignas(64) static char emptyBuffer[64];
  return {buffer.data ? buffer.data : emptyBuffer, readType(buffer.dtype),
          static_cast<int32_t>(buffer.rank), buffer.dims, nullptr};
}

static XLA_FFI_Error *fail(const XLA_FFI_CallFrame &frame,
                           XLA_FFI_Error_Code code, const char *message) {
  XLA_FFI_Error_Create_Args error = {XLA_FFI_Error_Create_Args_STRUCT_SIZE,
                                     nullptr, message, code};
  return frame.api->XLA_FFI_Error_Create(&error);
}

static XLA_FFI_Error_Code getCode(SGErrorKind kind) {
  switch (kind) {
  case SG_ERROR_MEMORY:
    return XLA_FFI_Error_Code_RESOURCE_EXHAUSTED;
  case SG_ERROR_ASSERTION:
    return XLA_FFI_Error_Code_FAILED_PRECONDITION;
  case SG_ERROR_PROGRAM:
  case SG_ERROR_ARGUMENT:
  case SG_ERROR_DEVICE:
  case SG_ERROR_FILE:
  case SG_ERROR_CANCELLED:
  case SG_ERROR_NONE:
    break;
  }
  return XLA_FFI_Error_Code_INVALID_ARGUMENT;
}

namespace {
/// The executables by key. Cached and exported XLA programs outlive the
/// process, so they refer to an executable by a key instead of an address.
struct KnownExecutables {
  std::shared_mutex mutex;
  std::unordered_map<int64_t, const SGExecutable *> byKey;
};
} // namespace

/// Returns the table, which is never freed: XLA may use the table while static
/// destructors run.
static KnownExecutables &getKnownExecutables() {
  static auto *table = new KnownExecutables;
  return *table;
}

void sgXlaFfiSetExecutable(int64_t key, const SGExecutable *executable) {
  KnownExecutables &table = getKnownExecutables();
  std::unique_lock lock(table.mutex);
  if (executable)
    table.byKey[key] = executable;
  else
    table.byKey.erase(key);
}

static const SGExecutable *findExecutable(int64_t key) {
  KnownExecutables &table = getKnownExecutables();
  std::shared_lock lock(table.mutex);
  auto entry = table.byKey.find(key);
  return entry == table.byKey.end() ? nullptr : entry->second;
}

/// Returns the value of the attribute "executable".
static std::optional<int64_t> readKey(const XLA_FFI_Attrs &attributes) {
  for (int64_t i = 0; i < attributes.size; ++i) {
    const XLA_FFI_ByteSpan &name = *attributes.names[i];
    auto *scalar = static_cast<const XLA_FFI_Scalar *>(attributes.attrs[i]);
    if (StringRef(name.ptr, name.len) == "executable" &&
        attributes.types[i] == XLA_FFI_AttrType_SCALAR &&
        scalar->dtype == XLA_FFI_DataType_S64)
      return *static_cast<const int64_t *>(scalar->value);
  }
  return std::nullopt;
}

/// Answers XLA's query for the handler's version at registration. Returns false
/// if the call is not such a query.
static bool answerMetadataQuery(XLA_FFI_CallFrame &frame) {
  XLA_FFI_Extension_Base *extension = frame.extension_start;
  if (!extension || extension->type != XLA_FFI_Extension_Metadata)
    return false;
  XLA_FFI_Metadata &metadata =
      *reinterpret_cast<XLA_FFI_Metadata_Extension *>(extension)->metadata;
  metadata.api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr,
                          XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
  metadata.traits = 0;
  // Older versions lack this field, and struct_size does not include it.
  if (frame.api->api_version.minor_version >= XLA_FFI_API_MINOR)
    metadata.state_type_id = {0};
  return true;
}

XLA_FFI_Error *sgXlaFfiCall(XLA_FFI_CallFrame *frame) {
  // Without the interface, no error can be created.
  if (!frame || !frame->api)
    return nullptr;
  if (answerMetadataQuery(*frame))
    return nullptr;
  std::optional<int64_t> key = readKey(frame->attrs);
  if (!key)
    return fail(*frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                "sg: the call lacks the attribute 'executable', an i64");
  const SGExecutable *executable = findExecutable(*key);
  if (!executable)
    return fail(*frame, XLA_FFI_Error_Code_NOT_FOUND,
                "sg: this process has no native code for the call, which was "
                "compiled in another process: trace the function of "
                "sg.jax.function here");
  SmallVector<SGArray> arguments, results;
  for (void *buffer : ArrayRef(frame->args.args, frame->args.size))
    arguments.push_back(readBuffer(*static_cast<XLA_FFI_Buffer *>(buffer)));
  for (void *buffer : ArrayRef(frame->rets.rets, frame->rets.size))
    results.push_back(readBuffer(*static_cast<XLA_FFI_Buffer *>(buffer)));
  SGError *error =
      sgExecutableCall(executable, arguments.data(), arguments.size(),
                       results.data(), results.size());
  if (!error)
    return nullptr;
  XLA_FFI_Error *failure =
      fail(*frame, getCode(sgErrorGetKind(error)), sgErrorGetMessage(error));
  sgErrorDestroy(error);
  return failure;
}
