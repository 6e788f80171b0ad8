//===- Streams.cpp - Streams and events -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace mock;

static std::string name(const Stream *stream) {
  return stream ? "stream " + std::to_string(stream->id) : "no stream";
}
static std::string name(const Event *event) {
  return event ? "event " + std::to_string(event->id) : "no event";
}

extern "C" {

CUresult cuStreamCreate(CUstream *result, unsigned flags) {
  Call call("cuStreamCreate");
  if (CUresult error = call.getError())
    return error;
  lookUp(CUstream()); // creates stream 0
  std::deque<Stream> &streams = getState().streams;
  streams.push_back({static_cast<int>(streams.size()), {}});
  *result = reinterpret_cast<CUstream>(&streams.back());
  return flags <= CU_STREAM_NON_BLOCKING ? CUDA_SUCCESS
                                         : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamDestroy_v2(CUstream handle) {
  Call call("cuStreamDestroy");
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream || !handle) {
    call.addFinding("there is no such stream");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  stream->isDestroyed = true;
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle) {
  Call call("cuStreamSynchronize");
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  getState().host.merge(stream->clock);
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent eventHandle,
                           unsigned flags) {
  Call call("cuStreamWaitEvent");
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  Event *event = lookUp(eventHandle);
  if (!stream || !event || flags != 0) {
    call.addFinding(name(stream) + " cannot wait for " + name(event));
    return CUDA_ERROR_INVALID_HANDLE;
  }
  stream->clock.merge(event->clock);
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *result, unsigned flags) {
  Call call("cuEventCreate");
  if (CUresult error = call.getError())
    return error;
  std::deque<Event> &events = getState().events;
  events.push_back({static_cast<int>(events.size()) + 1, {}});
  *result = reinterpret_cast<CUevent>(&events.back());
  return flags <= CU_EVENT_DISABLE_TIMING ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuEventDestroy_v2(CUevent handle) {
  Call call("cuEventDestroy");
  if (CUresult error = call.getError())
    return error;
  Event *event = lookUp(handle);
  if (!event) {
    call.addFinding("there is no such event");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  event->isDestroyed = true;
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent eventHandle, CUstream handle) {
  Call call("cuEventRecord");
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  Event *event = lookUp(eventHandle);
  if (!stream || !event) {
    call.addFinding(name(event) + " cannot be recorded on " + name(stream));
    return CUDA_ERROR_INVALID_HANDLE;
  }
  event->clock = stream->clock;
  return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent handle) {
  Call call("cuEventSynchronize");
  if (CUresult error = call.getError())
    return error;
  Event *event = lookUp(handle);
  if (!event) {
    call.addFinding("there is no such event");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  getState().host.merge(event->clock);
  return CUDA_SUCCESS;
}

} // extern "C"
