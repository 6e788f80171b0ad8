//===- State.h - State of the mock driver -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_MOCKCUDA_STATE_H
#define SG_TEST_LIB_MOCKCUDA_STATE_H

#include "Order.h"
#include "sg/Runtime/CudaDriverAPI.h"
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mock {
using namespace sg::cuda;

struct Stream {
  int id;
  Clock clock; // operations completed when the stream reaches its end
  bool isDestroyed = false;
};

struct Event {
  int id;
  Clock clock;
  bool isDestroyed = false;
};

/// Device memory. Freed memory stays in the list, so that addresses are not
/// reused.
struct Memory {
  int id;
  std::unique_ptr<char[]> bytes;
  size_t size;
  bool isManaged;
  Point allocated;
  std::optional<Point> freed;
  std::map<int, int64_t> uses; // last use in each stream
};

/// The properties of a kernel that a module describes.
struct Kernel {
  std::string name;
  struct Parameter {
    size_t bytes;
    bool isPointer;
  };
  std::vector<Parameter> parameters;
  /// Returns the size of the parameters in bytes. Each is aligned to its size,
  /// but to 8 bytes at most.
  size_t countParameterBytes() const {
    size_t end = 0;
    for (const Parameter &parameter : parameters) {
      size_t alignment = std::clamp<size_t>(parameter.bytes, 1, 8);
      end = (end + alignment - 1) / alignment * alignment + parameter.bytes;
    }
    return end;
  }
  int64_t maxThreads = 1024; // threads in a block
  int64_t sharedBytes = 0;   // bytes of static shared memory
};

struct Module;

struct Function {
  Module *module;
  Kernel kernel;
  /// Requested limit of dynamic shared memory in bytes. By default the static
  /// shared memory determines the limit.
  std::optional<int> sharedLimit;
};

struct Module {
  int id;
  std::deque<Function> functions;
  bool isUnloaded = false;
  std::map<int, int64_t> uses = {}; // last use in each stream
};

/// A launch in a graph.
struct KernelNode {
  Function *function = nullptr;
  std::string text;
  std::vector<std::vector<char>> parameters; // the bytes of each parameter
};

struct Graph {
  int id;
  std::deque<KernelNode> nodes;
  bool isDestroyed = false;
};

struct ExecutableGraph {
  int id;
  const Graph *source;
  std::vector<KernelNode> nodes;
  bool isDestroyed = false;
};

/// Pinned memory of the host.
struct Pinned {
  uintptr_t start;
  size_t size;
  std::unique_ptr<char[]> bytes = nullptr; // set if the driver allocated it
};

/// The state of the machine and of the context. Objects that handles point to
/// do not move until the last holder releases the context.
struct State {
  int driverVersion = 12000;
  int deviceCount = 1;
  bool hasMemoryPools = true;
  bool isInitialized = false;
  CUcontext context = nullptr; // differs each time the context is created
  int contextHolders = 0;

  std::deque<Stream> streams;
  std::deque<Event> events;
  std::deque<Module> modules;
  std::deque<Graph> graphs;
  std::deque<ExecutableGraph> executableGraphs;
  std::map<uintptr_t, Memory> memory; // by start address
  std::vector<Pinned> pinned;
  /// Operations that the host knows to have completed.
  Clock host;
  int64_t liveBytes = 0, peakBytes = 0;
  int64_t copiedBytes[4] = {};
  int64_t launches = 0; // including launches in graphs

  /// Discards the objects of a context, after leaks have been found.
  void dropContext();
  /// Reports memory and objects that the program has not released. If the
  /// context is released, memory and objects of the runtime are included.
  void findLeaks(bool isContextReleased);
};

/// Returns the global state. May only be called during a Call.
State &getState();

/// A call of a function of the driver. Holds the lock, appears in the log, and
/// fails if a failure is planned.
class Call {
public:
  explicit Call(const char *name, const std::string &details = "")
      : Call(name, [&] { return details; }) {}
  /// Constructs a call whose details depend on the state.
  Call(const char *name, const std::function<std::string()> &getDetails);

  /// Returns the planned failure, or the error that the thread has no context.
  CUresult getError() const;
  /// Returns the planned failure, for functions that need no context.
  CUresult getPlannedError() const { return planned; }

  /// Records an error of the program: "function: text".
  void addFinding(const std::string &text) const;
  /// Adds an action of the call to the log.
  void note(const std::string &text) const;

private:
  const char *name;
  std::unique_lock<std::mutex> lock;
  CUresult planned = CUDA_SUCCESS;
};

/// Records an error of the program.
void addFinding(const std::string &text);

/// Returns the current context of this thread.
CUcontext &getThreadContext();

/// Returns the object of a handle, or null if there is none. The null stream is
/// the device's default stream.
Stream *lookUp(CUstream stream);
Event *lookUp(CUevent event);
Module *lookUp(CUmodule module);
Function *lookUp(CUfunction function);

/// Returns the memory that contains the address, freed or not, or null if it is
/// not memory of the device.
Memory *lookUpMemory(uintptr_t address);
bool isPinned(uintptr_t address);

/// Adds an operation to the stream.
Point enqueue(Stream &stream);

/// Checks an operation's access to device memory. Returns false if the
/// operation cannot execute. Does not check host memory.
bool checkUse(const Call &call, const std::string &description,
              uintptr_t address, size_t bytes, Stream &stream, Point now);

/// Parses the kernels of PTX. Returns an error message, or an empty string.
std::string parsePtx(const std::string &text, std::vector<Kernel> &kernels);

/// Returns true if an image is machine code. parseCubin() parses its kernels
/// and returns an error message, or an empty string.
bool isCubin(const void *image);
std::string parseCubin(const void *image, std::vector<Kernel> &kernels);

} // namespace mock

#endif // SG_TEST_LIB_MOCKCUDA_STATE_H
