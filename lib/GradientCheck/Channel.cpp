//===- Channel.cpp - Byte stream between two processes --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Channel.h"
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sg::gradcheck;

bool Channel::connect(Channel &first, Channel &second) {
  int files[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, files) != 0)
    return false;
  first = Channel(files[0]);
  second = Channel(files[1]);
  return true;
}

void Channel::close() {
  if (isOpen())
    ::close(file);
  file = -1;
}

/// Transfers `size` bytes. Retries calls of `transfer` that a signal
/// interrupts.
template <typename Transfer>
static bool transferAll(size_t size, Transfer transfer) {
  for (size_t done = 0; done < size;) {
    ssize_t count = transfer(done, size - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += count;
  }
  return true;
}

bool Channel::sendBytes(const void *data, size_t size) {
  auto *bytes = static_cast<const char *>(data);
  return transferAll(size, [&](size_t from, size_t count) {
    return ::send(file, bytes + from, count, MSG_NOSIGNAL);
  });
}

/// Waits for bytes to receive or for the other end to close. Returns false if
/// the wait was cancelled.
bool Channel::waitForBytes() {
  constexpr int kPollMilliseconds = 50;
  while (isCancelled) {
    if (isCancelled())
      return false;
    pollfd waited = {file, POLLIN, 0};
    if (::poll(&waited, 1, kPollMilliseconds) > 0)
      return true;
  }
  return true;
}

bool Channel::receiveBytes(void *data, size_t size) {
  auto *bytes = static_cast<char *>(data);
  return transferAll(size, [&](size_t from, size_t count) -> ssize_t {
    return waitForBytes() ? ::recv(file, bytes + from, count, 0) : 0;
  });
}
