//===- Channel.h - Byte stream between two processes ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_CHANNEL_H
#define SG_LIB_GRADIENTCHECK_CHANNEL_H

#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <string>
#include <type_traits>

namespace sg::gradcheck {

/// One end of a pair of connected sockets, closed by the destructor. After one
/// failure, for example because the other end is closed, all operations fail.
class Channel {
public:
  explicit Channel(int file = -1) : file(file) {}
  Channel(Channel &&other)
      : file(other.file), isCancelled(std::move(other.isCancelled)) {
    other.file = -1;
  }
  Channel &operator=(Channel &&other) {
    std::swap(file, other.file);
    std::swap(isCancelled, other.isCancelled);
    return *this;
  }
  ~Channel() { close(); }

  /// Connects two channels. Returns false if the system has no sockets left.
  static bool connect(Channel &first, Channel &second);

  bool isOpen() const { return file >= 0; }
  int getFile() const { return file; }
  /// Sets a predicate, which may be null. Receiving fails soon after the
  /// predicate returns true.
  void setCancelled(std::function<bool()> predicate) {
    isCancelled = std::move(predicate);
  }
  void close();

  bool sendBytes(const void *data, size_t size);
  bool receiveBytes(void *data, size_t size);

  template <typename T>
  bool send(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>, "sent byte by byte");
    return sendBytes(&value, sizeof value);
  }
  template <typename T>
  bool receive(T &value) {
    static_assert(std::is_trivially_copyable_v<T>, "sent byte by byte");
    return receiveBytes(&value, sizeof value);
  }

private:
  bool waitForBytes();

  int file;
  std::function<bool()> isCancelled;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_CHANNEL_H
