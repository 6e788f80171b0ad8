// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Memory for the structs of a native call. Closing the arena frees the memory. */
final class Arena implements AutoCloseable {
  private final List<Memory> blocks = new ArrayList<>();

  /** Allocates bytes that are 0. An empty block is null. */
  Pointer allocate(long bytes) {
    if (bytes == 0) {
      return null;
    }
    Memory block = new Memory(bytes);
    block.clear();
    blocks.add(block);
    return block;
  }

  Pointer longs(long... numbers) {
    Pointer block = allocate(8L * numbers.length);
    for (int i = 0; i < numbers.length; ++i) {
      block.setLong(8L * i, numbers[i]);
    }
    return block;
  }

  /** Returns a text for C, or null for null. */
  Pointer text(String text) {
    return text == null
        ? null
        : bytes((checkText(text) + '\0').getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a text that C can represent, or throws an exception. */
  static String checkText(String text) {
    if (text.indexOf('\0') >= 0) {
      throw SGException.argument(
          "the text \"" + text.replace("\0", "\\0") + "\" contains a zero, which ends texts of C");
    }
    return text;
  }

  Pointer bytes(byte... bytes) {
    Pointer block = allocate(bytes.length);
    if (block != null) {
      block.write(0, bytes, 0, bytes.length);
    }
    return block;
  }

  @Override
  public void close() {
    blocks.forEach(Memory::close);
    blocks.clear();
  }
}
