// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The memory of a tensor: a direct buffer of Java, or a result that the library allocated.
 *
 * <p>Memory of the library is freed by {@link #close}, but not during a call of native code, and
 * not while a buffer that the user received can be reached. In these cases the end of the call or
 * the garbage collector frees it.
 */
final class TensorData {
  private final ByteBuffer buffer;
  /** Frees the memory, or is null for memory of Java. */
  private final Cleaner.Cleanable cleanable;

  private int users;
  private boolean isViewed;
  private boolean isClosed;

  private TensorData(ByteBuffer buffer, Cleaner.Cleanable cleanable) {
    this.buffer = buffer;
    this.cleanable = cleanable;
  }

  /** Allocates elements that are 0. */
  static TensorData allocate(DataType type, Shape shape) {
    int bytes = countBytes(type, shape);
    return new TensorData(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), null);
  }

  /** Uses the rest of a direct buffer in place. Copies other, read-only and unaligned buffers. */
  static TensorData of(DataType type, Shape shape, ByteBuffer source) {
    Objects.requireNonNull(source, "the buffer of a tensor is null");
    int bytes = countBytes(type, shape);
    if (source.remaining() != bytes) {
      throw SGException.argument(
          "the buffer has " + source.remaining() + " bytes, but " + type + shape + " has " + bytes);
    }
    if (type.byteSize() > 1 && source.order() != ByteOrder.nativeOrder()) {
      throw SGException.argument(
          "the buffer has the order " + source.order()
              + ": call buffer.order(ByteOrder.nativeOrder()) before writing its elements");
    }
    boolean isUsable = source.isDirect() && !source.isReadOnly();
    if (isUsable && source.alignmentOffset(source.position(), type.byteSize()) == 0) {
      return new TensorData(source.slice().order(ByteOrder.nativeOrder()), null);
    }
    TensorData copy = allocate(type, shape);
    copy.buffer.duplicate().put(source.duplicate());
    return copy;
  }

  /** Takes the ownership of memory that the library allocated. */
  static TensorData adopt(Pointer address, long bytes) {
    if (bytes == 0) {
      LibSG.sgFree(address);
      return new TensorData(ByteBuffer.allocateDirect(0).order(ByteOrder.nativeOrder()), null);
    }
    if (bytes > Integer.MAX_VALUE) {
      LibSG.sgFree(address);
      throw SGException.argument(
          "a result has " + bytes + " bytes, but a buffer of Java has at most 2^31 - 1");
    }
    ByteBuffer buffer = address.getByteBuffer(0, bytes);
    return new TensorData(buffer, Handle.CLEANER.register(buffer, () -> LibSG.sgFree(address)));
  }

  private static int countBytes(DataType type, Shape shape) {
    for (long size : Objects.requireNonNull(shape, "the shape of a tensor is null").asArray()) {
      if (size < 0) {
        throw SGException.argument(
            "the shape " + shape + " of a tensor has a size that is negative or symbolic");
      }
    }
    long count = shape.size();
    if (count > Integer.MAX_VALUE / type.byteSize()) {
      throw SGException.argument(
          type.toString() + shape + " is too large: a buffer of Java has at most 2^31 - 1 bytes");
    }
    return (int) count * type.byteSize();
  }

  /** Returns the elements. They are valid while the caller holds the lock of this object. */
  ByteBuffer elements() {
    if (isClosed) {
      throw new IllegalStateException("the tensor is closed");
    }
    return buffer;
  }

  /** Returns the elements for the user. They stay valid after {@link #close}. */
  synchronized ByteBuffer view() {
    ByteBuffer view = elements().duplicate().order(ByteOrder.nativeOrder());
    isViewed = true;
    return view;
  }

  /** Returns the address of the elements, which stay valid until {@link #unpin}. */
  synchronized Pointer pin() {
    Pointer address = Native.getDirectBufferPointer(elements());
    ++users;
    return address;
  }

  synchronized void unpin() {
    --users;
    freeIfUnused();
  }

  synchronized void close() {
    isClosed = true;
    freeIfUnused();
  }

  private void freeIfUnused() {
    if (isClosed && users == 0 && !isViewed && cleanable != null) {
      cleanable.clean();
    }
  }
}
