//===- State.cpp - State of the mock driver -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace mock;

State &mock::getState() {
  static State *state =
      new State; // never deleted: programs free memory after main
  return *state;
}

CUcontext &mock::getThreadContext() {
  static thread_local CUcontext context = nullptr;
  return context;
}

/// Returns the element of a list that a handle points to, or null.
template <typename Element, typename Handle>
static Element *findElement(std::deque<Element> &elements, Handle handle) {
  for (Element &element : elements)
    if (reinterpret_cast<Handle>(&element) == handle)
      return &element;
  return nullptr;
}

Stream *mock::lookUp(CUstream stream) {
  std::deque<Stream> &streams = getState().streams;
  if (streams.empty())
    streams.push_back({0, {}});
  Stream *found = stream ? findElement(streams, stream) : &streams.front();
  return found && !found->isDestroyed ? found : nullptr;
}

Event *mock::lookUp(CUevent event) {
  Event *found = findElement(getState().events, event);
  return found && !found->isDestroyed ? found : nullptr;
}

Module *mock::lookUp(CUmodule module) {
  Module *found = findElement(getState().modules, module);
  return found && !found->isUnloaded ? found : nullptr;
}

Function *mock::lookUp(CUfunction function) {
  for (Module &module : getState().modules)
    if (Function *found = findElement(module.functions, function))
      return found;
  return nullptr;
}

Memory *mock::lookUpMemory(uintptr_t address) {
  auto &memory = getState().memory;
  auto position = memory.upper_bound(address);
  if (position == memory.begin())
    return nullptr;
  --position;
  return address - position->first < position->second.size ? &position->second
                                                           : nullptr;
}

bool mock::isPinned(uintptr_t address) {
  for (const Pinned &range : getState().pinned)
    if (address - range.start < range.size)
      return true;
  return false;
}

Point mock::enqueue(Stream &stream) {
  stream.clock.merge(getState().host);
  return stream.clock.advance(stream.id);
}

bool mock::checkUse(const Call &call, const std::string &description,
                    uintptr_t address, size_t bytes, Stream &stream,
                    Point now) {
  Memory *memory = lookUpMemory(address);
  if (!memory)
    return true;
  std::string object = description + " is memory " +
                       std::to_string(memory->id) + " (" +
                       std::to_string(memory->size) + " bytes)";
  size_t offset = address - reinterpret_cast<uintptr_t>(memory->bytes.get());
  if (memory->freed)
    call.addFinding(object + ", which was freed");
  else if (!stream.clock.covers(memory->allocated))
    call.addFinding(object + ", which stream " + std::to_string(stream.id) +
                    " uses without waiting for its allocation on stream " +
                    std::to_string(memory->allocated.stream));
  else if (bytes > memory->size - offset)
    call.addFinding(object + ", of which " + std::to_string(bytes) +
                    " bytes are used from byte " + std::to_string(offset));
  else {
    memory->uses[now.stream] = now.time;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The end of a context
//===----------------------------------------------------------------------===//

void State::findLeaks(bool isContextReleased) {
  for (auto &[start, block] : memory)
    if (!block.freed)
      addFinding("memory " + std::to_string(block.id) + " (" +
                 std::to_string(block.size) + " bytes) was never freed");
  for (const Pinned &range : pinned)
    addFinding(std::to_string(range.size) + " bytes of the host were never " +
               (range.bytes ? "freed" : "unregistered"));
  for (const Event &event : events)
    if (!event.isDestroyed)
      addFinding("event " + std::to_string(event.id) + " was never destroyed");
  if (!isContextReleased)
    return;
  for (const Graph &graph : graphs)
    if (!graph.isDestroyed)
      addFinding("graph " + std::to_string(graph.id) + " was never destroyed");
  for (const ExecutableGraph &graph : executableGraphs)
    if (!graph.isDestroyed)
      addFinding("executable graph " + std::to_string(graph.id) +
                 " was never destroyed");
  for (const Stream &stream : streams)
    if (stream.id > 0 && !stream.isDestroyed)
      addFinding("stream " + std::to_string(stream.id) +
                 " was never destroyed");
  for (const Module &module : modules)
    if (!module.isUnloaded)
      addFinding("module " + std::to_string(module.id) + " was never unloaded");
}

void State::dropContext() {
  context = nullptr;
  streams.clear();
  events.clear();
  executableGraphs.clear();
  graphs.clear();
  modules.clear();
  memory.clear();
  pinned.clear();
  host = Clock();
  liveBytes = 0;
}
