//===- State.h - What the mock driver knows ---------------------*- C++ -*-===//
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
  Clock clock; // what has been done when the stream gets to its end
  bool isDestroyed = false;
};

struct Event {
  int id;
  Clock clock;
  bool isDestroyed = false;
};

/// Memory of the device. It is kept when it is freed, so that its addresses
/// stay its own.
struct Memory {
  int id;
  std::unique_ptr<char[]> bytes;
  size_t size;
  bool isManaged;
  Point allocated;
  std::optional<Point> freed;
  std::map<int, int64_t> uses; // the last of each stream
};

/// What a module tells of a kernel.
struct Kernel {
  std::string name;
  struct Parameter {
    size_t bytes;
    bool isPointer;
  };
  std::vector<Parameter> parameters;
  /// As numbers and addresses are aligned, and all that is larger as these.
  size_t countParameterBytes() const {
    size_t end = 0;
    for (const Parameter &parameter : parameters) {
      size_t alignment = std::clamp<size_t>(parameter.bytes, 1, 8);
      end = (end + alignment - 1) / alignment * alignment + parameter.bytes;
    }
    return end;
  }
  int64_t maxThreads = 1024; // of a block
  int64_t sharedBytes = 0;   // of its own
};

struct Module;

struct Function {
  Module *module;
  Kernel kernel;
  /// Dynamic shared memory that was asked for; else it has what its own leaves.
  std::optional<int> sharedLimit;
};

struct Module {
  int id;
  std::deque<Function> functions;
  bool isUnloaded = false;
  std::map<int, int64_t> uses = {}; // the last of each stream
};

/// A launch in a graph.
struct KernelNode {
  Function *function = nullptr;
  std::string text;
  std::vector<std::vector<char>> parameters; // the bytes of each
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

/// Memory of the host that is pinned.
struct Pinned {
  uintptr_t start;
  size_t size;
  std::unique_ptr<char[]> bytes = nullptr; // if the driver has allocated it
};

/// The machine and what a context has. What handles point to stays where it is
/// until the last holder gives the context back.
struct State {
  int driverVersion = 12000;
  int deviceCount = 1;
  bool hasMemoryPools = true;
  bool isInitialized = false;
  CUcontext context = nullptr; // another one each time it is made
  int contextHolders = 0;

  std::deque<Stream> streams;
  std::deque<Event> events;
  std::deque<Module> modules;
  std::deque<Graph> graphs;
  std::deque<ExecutableGraph> executableGraphs;
  std::map<uintptr_t, Memory> memory; // by where it starts
  std::vector<Pinned> pinned;
  /// What the host knows to have been done.
  Clock host;
  int64_t liveBytes = 0, mostBytes = 0;
  int64_t copiedBytes[4] = {};
  int64_t launches = 0; // those in graphs too

  /// Forgets what belongs to a context, after what leaks has been found.
  void dropContext();
  /// Finds what the program has not given back; with what is the runtime's if
  /// the context goes.
  void findLeaks(bool isContextReleased);
};

/// The one state, to be used within a Call only.
State &getState();

/// A call of a driver's function: holds the lock, is in the log, and may be
/// told to fail.
class Call {
public:
  explicit Call(const char *name, const std::string &details = "")
      : Call(name, [&] { return details; }) {}
  /// Where telling the details needs the state.
  Call(const char *name, const std::function<std::string()> &getDetails);

  /// What to return at once: that the call was to fail, or that the thread has
  /// no context.
  CUresult refuse() const;
  /// The same where no context is needed.
  CUresult refuseWithoutContext() const { return planned; }

  /// Notes something that is wrong in the program: "function: text".
  void find(const std::string &text) const;
  /// Logs something that the call does.
  void note(const std::string &text) const;

private:
  const char *name;
  std::unique_lock<std::mutex> lock;
  CUresult planned = CUDA_SUCCESS;
};

/// Notes something that is wrong in the program.
void addFinding(const std::string &text);

/// The context that this thread has set.
CUcontext &getThreadContext();

/// The object that a handle is of; null if there is none. The null stream is
/// the device's default stream.
Stream *lookUp(CUstream stream);
Event *lookUp(CUevent event);
Module *lookUp(CUmodule module);
Function *lookUp(CUfunction function);

/// The memory that has the address, freed or not; null if it is none of the
/// device's.
Memory *lookUpMemory(uintptr_t address);
bool isPinned(uintptr_t address);

/// Puts a piece of work into the stream.
Point enqueue(Stream &stream);

/// Checks the use of memory by work in a stream; returns whether it can be
/// done. Memory of the host is not checked.
bool checkUse(const Call &call, const std::string &what, uintptr_t address,
              size_t bytes, Stream &stream, Point now);

/// The kernels of PTX. Returns what is wrong, nothing if all is well.
std::string parsePtx(const std::string &text, std::vector<Kernel> &kernels);

/// Whether an image is machine code, and the kernels in it.
bool isCubin(const void *image);
std::string parseCubin(const void *image, std::vector<Kernel> &kernels);

} // namespace mock

#endif // SG_TEST_LIB_MOCKCUDA_STATE_H
