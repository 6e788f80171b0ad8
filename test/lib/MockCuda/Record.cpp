//===- Record.cpp - Calls, failures and findings --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MockCuda.h"
#include "State.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace mock;

/// Special results of planned failures: the call hangs, or ends the process.
static constexpr int kHangs = -1, kCrashes = -2;

namespace {
struct Plan {
  int64_t nth; // number of calls from now
  CUresult result;
};

struct Record {
  Record();
  void write(std::string &text, const std::string &prefix,
             const std::string &line);

  std::map<std::string, int64_t> counts;
  std::map<std::string, std::vector<Plan>> plans;
  std::string log, findings;
  std::FILE *file = nullptr;
  std::mutex mutex;
};

Record &record() {
  static Record *record = new Record;
  return *record;
}

/// Parses SG_MOCK_CUDA_FAIL.
void readPlans(Record &record, const char *text) {
  char name[64];
  long long nth;
  int result, length;
  while (std::sscanf(text, "%63[^:]:%lld:%d%n", name, &nth, &result, &length) ==
         3) {
    record.plans[name].push_back({nth, static_cast<CUresult>(result)});
    text += length;
    if (*text == ',')
      ++text;
  }
  if (*text) {
    std::fprintf(stderr, "SG_MOCK_CUDA_FAIL: cannot read '%s'\n", text);
    std::abort();
  }
}

void summarize() {
  std::FILE *file = record().file;
  getState().findLeaks(/*isContextReleased=*/false);
  const int64_t *copied = getState().copiedBytes;
  std::fprintf(file,
               "summary: %lld launches, %lld bytes to the device, %lld bytes "
               "to the host, at most %lld bytes of memory\n",
               static_cast<long long>(getState().launches),
               static_cast<long long>(copied[MOCK_HOST_TO_DEVICE]),
               static_cast<long long>(copied[MOCK_DEVICE_TO_HOST]),
               static_cast<long long>(getState().peakBytes));
  if (file != stderr)
    std::fclose(file);
}

Record::Record() {
  if (const char *plans = std::getenv("SG_MOCK_CUDA_FAIL"))
    readPlans(*this, plans);
  const char *path = std::getenv("SG_MOCK_CUDA_LOG");
  if (!path || !*path)
    return;
  file = std::string(path) == "-" ? stderr : std::fopen(path, "w");
  if (!file) {
    std::perror(path);
    std::abort();
  }
  std::atexit(summarize);
}

void Record::write(std::string &text, const std::string &prefix,
                   const std::string &line) {
  text += line + "\n";
  if (file) {
    std::fprintf(file, "%s%s\n", prefix.c_str(), line.c_str());
    std::fflush(file);
  }
}
} // namespace

Call::Call(const char *name, const std::function<std::string()> &getDetails)
    : name(name), lock(record().mutex) {
  Record &calls = record();
  ++calls.counts[name];
  std::string details = getDetails();
  calls.write(calls.log, "", details.empty() ? name : name + (" " + details));
  for (Plan &plan : calls.plans[name])
    if (--plan.nth == 0)
      planned = plan.result;
  if (planned == kHangs)
    for (;;)
      pause();
  if (planned == kCrashes)
    std::abort();
}

CUresult Call::getError() const {
  if (planned != CUDA_SUCCESS)
    return planned;
  if (!getState().isInitialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  CUcontext context = getState().context;
  return context && getThreadContext() == context ? CUDA_SUCCESS
                                                  : CUDA_ERROR_INVALID_CONTEXT;
}

void Call::addFinding(const std::string &text) const {
  mock::addFinding(std::string(name) + ": " + text);
}

void Call::note(const std::string &text) const {
  record().write(record().log, "", "  " + text);
}

void mock::addFinding(const std::string &text) {
  record().write(record().findings, "finding: ", text);
}

//===----------------------------------------------------------------------===//
// Functions for tests
//===----------------------------------------------------------------------===//

void mock_reset(void) {
  State &state = getState();
  state = State();
  Record &calls = record();
  calls.counts.clear();
  calls.plans.clear();
  calls.log.clear();
  calls.findings.clear();
}

void mock_fail(const char *function, int64_t nth, int32_t result) {
  record().plans[function].push_back({nth, static_cast<CUresult>(result)});
}

void mock_set_driver_version(int32_t version) {
  getState().driverVersion = version;
}
void mock_set_device_count(int32_t count) { getState().deviceCount = count; }
void mock_set_memory_pools(bool hasPools) {
  getState().hasMemoryPools = hasPools;
}

int64_t mock_count(const char *function) {
  auto position = record().counts.find(function);
  return position == record().counts.end() ? 0 : position->second;
}

int64_t mock_copied_bytes(enum mock_direction direction) {
  return getState().copiedBytes[direction];
}
int64_t mock_launches(void) { return getState().launches; }
int64_t mock_live_bytes(void) { return getState().liveBytes; }
int64_t mock_peak_bytes(void) { return getState().peakBytes; }
const char *mock_log(void) { return record().log.c_str(); }
const char *mock_findings(void) { return record().findings.c_str(); }
