//===- Handles.cpp - The lifetime of handles ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a handle, bits 0 to 3 are the kind, bits 4 to 31 the index of the slot,
// and bits 32 to 63 the generation. In the state of a slot, bits 0 to 30 are
// the number of uses, bit 31 tells whether the handle was destroyed, and bits
// 32 to 63 are the generation.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <atomic>
#include <mutex>
#include <pthread.h>
#include <vector>

using namespace sg::capi;

static_assert(sizeof(void *) == sizeof(uint64_t),
              "a handle has the bits of a pointer");

struct sg::capi::HandleSlot {
  std::atomic<uint64_t> state{0};
  std::atomic<void *> object{nullptr};
  HandleKind kind;
  void (*destroy)(void *);
  uint64_t index;
};

static constexpr uint64_t kKindBits = 4, kIndexBits = 28;
static constexpr uint64_t kGenerationShift = kKindBits + kIndexBits;
static constexpr uint64_t kDestroyedBit = uint64_t(1) << (kGenerationShift - 1);
static constexpr uint64_t kUsesMask = kDestroyedBit - 1;
static constexpr uint64_t kGenerationMask = ~uint64_t(0) << kGenerationShift;

namespace {
/// The slots of all handles. Slots are never freed or moved, because callers
/// may still pass a destroyed handle. Chunk k has 2^k times as many slots as
/// the first chunk.
class Table {
public:
  HandleSlot *find(uint64_t index) {
    auto [chunk, position] = locate(index);
    HandleSlot *slots = chunks[chunk].load(std::memory_order_acquire);
    return slots ? slots + position : nullptr;
  }
  /// Returns a free slot, or null if the table is full.
  HandleSlot *take();
  void giveBack(HandleSlot *slot) {
    std::lock_guard<std::mutex> lock(mutex);
    freeSlots.push_back(slot);
  }

  std::mutex mutex; ///< guards `slotCount` and `freeSlots`

private:
  static constexpr uint64_t kFirstChunkSlots = 1024;
  static std::pair<unsigned, uint64_t> locate(uint64_t index) {
    unsigned chunk = llvm::Log2_64(index / kFirstChunkSlots + 1);
    return {chunk, index - ((uint64_t(1) << chunk) - 1) * kFirstChunkSlots};
  }

  std::array<std::atomic<HandleSlot *>, kIndexBits> chunks{};
  uint64_t slotCount = 0;
  std::vector<HandleSlot *> freeSlots;
};
} // namespace

/// Returns the table. The table is never freed, since other threads may use
/// handles while static destructors run.
static Table &getTable() {
  static Table *table = [] {
    auto *newTable = new Table;
    // A child must not inherit a mutex that a thread of its parent has locked.
    pthread_atfork([] { getTable().mutex.lock(); },
                   [] { getTable().mutex.unlock(); },
                   [] { getTable().mutex.unlock(); });
    return newTable;
  }();
  return *table;
}

HandleSlot *Table::take() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!freeSlots.empty()) {
    HandleSlot *slot = freeSlots.back();
    freeSlots.pop_back();
    return slot;
  }
  if (slotCount >> kIndexBits)
    return nullptr;
  auto [chunk, position] = locate(slotCount);
  if (position == 0)
    chunks[chunk].store(new HandleSlot[kFirstChunkSlots << chunk],
                        std::memory_order_release);
  HandleSlot *slot = find(slotCount);
  slot->index = slotCount++;
  return slot;
}

uint64_t sg::capi::insertHandle(HandleKind kind, void *object,
                                void (*destroy)(void *)) {
  HandleSlot *slot = getTable().take();
  if (!slot)
    return 0;
  slot->kind = kind;
  slot->destroy = destroy;
  slot->object.store(object, std::memory_order_release);
  return (slot->state.load() & kGenerationMask) | slot->index << kKindBits |
         static_cast<uint64_t>(kind);
}

HandleSlot *sg::capi::pinHandle(uint64_t handle, HandleKind kind) {
  constexpr uint64_t kKindMask = (1 << kKindBits) - 1;
  if ((handle & kKindMask) != static_cast<uint64_t>(kind))
    return nullptr;
  HandleSlot *slot = getTable().find((handle & ~kGenerationMask) >> kKindBits);
  if (!slot)
    return nullptr;
  uint64_t state = slot->state.fetch_add(1);
  bool isValid = (state & kGenerationMask) == (handle & kGenerationMask) &&
                 !(state & kDestroyedBit) &&
                 slot->object.load(std::memory_order_acquire) &&
                 slot->kind == kind;
  if (isValid)
    return slot;
  unpinHandle(slot);
  return nullptr;
}

void sg::capi::unpinHandle(HandleSlot *slot) {
  uint64_t state = slot->state.fetch_sub(1) - 1;
  if ((state & kUsesMask) != 0 || !(state & kDestroyedBit))
    return;
  // Several threads may reach this line. The thread that advances the
  // generation owns the slot until it gives the slot back.
  uint64_t next = (state & kGenerationMask) + (uint64_t(1) << kGenerationShift);
  if (!slot->state.compare_exchange_strong(state, next))
    return;
  slot->destroy(slot->object.exchange(nullptr));
  getTable().giveBack(slot);
}

void *sg::capi::getObject(HandleSlot *slot) {
  return slot->object.load(std::memory_order_relaxed);
}

void sg::capi::destroyHandle(uint64_t handle, HandleKind kind) {
  if (HandleSlot *slot = pinHandle(handle, kind)) {
    slot->state.fetch_or(kDestroyedBit);
    unpinHandle(slot);
  }
}
