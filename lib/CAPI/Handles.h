//===- Handles.h - The lifetime of handles ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handle of the C API is not an address. It consists of the index and the
// generation of a slot in a table ("slot map"). Destroying the object changes
// the generation. Invalid handles, for example of destroyed objects or of
// another kind, are thus detected without reading freed memory.
//
// Each slot counts the calls in flight that use its object. Destroying a handle
// invalidates it at once. The last call that uses the object deletes it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_HANDLES_H
#define SG_LIB_CAPI_HANDLES_H

#include "CompilerUse.h"
#include "sg-c/SG.h"
#include <memory>
#include <utility>

namespace sg::capi {

enum class HandleKind : uint64_t {
  Error = 1,
  Module = 2,
  Executable = 3,
  GradientCheck = 4,
  Builder = 5
};

struct HandleSlot;

/// Stores `object` and returns its handle, or 0 if the table is full.
uint64_t insertHandle(HandleKind kind, void *object, void (*destroy)(void *));
/// Begins a use of the handle's object. Returns null if `handle` is not valid.
HandleSlot *pinHandle(uint64_t handle, HandleKind kind);
/// Ends a use. Deletes the object if its handle was destroyed during the use.
void unpinHandle(HandleSlot *slot);
void *getObject(HandleSlot *slot);
/// Invalidates `handle`, which need not be valid.
void destroyHandle(uint64_t handle, HandleKind kind);

/// Deletes `object`, unless the process is ending: the destructor may need
/// static objects that have been destroyed.
template <typename Object>
void deleteObject(void *object) {
  if (CompilerUse use; use)
    delete static_cast<Object *>(object);
}

/// Moves `object` to the table. Returns null if the table is full.
template <typename Object>
typename Object::Handle *makeHandle(std::unique_ptr<Object> object) {
  uint64_t handle =
      insertHandle(Object::kind, object.get(), deleteObject<Object>);
  if (handle)
    (void)object.release();
  return reinterpret_cast<typename Object::Handle *>(handle);
}

template <typename Object>
void destroy(typename Object::Handle *handle) {
  destroyHandle(reinterpret_cast<uint64_t>(handle), Object::kind);
}

/// A use of an object by a call. The use keeps the object alive.
template <typename Object>
class Pinned {
public:
  explicit Pinned(const typename Object::Handle *handle)
      : slot(pinHandle(reinterpret_cast<uint64_t>(handle), Object::kind)) {}
  Pinned(const Pinned &) = delete;
  Pinned &operator=(const Pinned &) = delete;
  ~Pinned() {
    if (slot)
      unpinHandle(slot);
  }

  /// Returns false if the handle is not valid.
  explicit operator bool() const { return slot; }
  Object *get() const { return static_cast<Object *>(getObject(slot)); }
  Object &operator*() const { return *get(); }
  Object *operator->() const { return get(); }

private:
  HandleSlot *slot;
};

} // namespace sg::capi

#endif // SG_LIB_CAPI_HANDLES_H
