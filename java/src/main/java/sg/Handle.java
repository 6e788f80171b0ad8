// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The owner of an object of the library. The garbage collector destroys the object if nobody closes
 * the handle.
 *
 * <p>The library accepts a destroyed handle, and destruction while another thread uses the object.
 * Races between {@link #close} and other methods are therefore errors, not crashes.
 */
final class Handle implements AutoCloseable {
  static final Cleaner CLEANER = Cleaner.create();

  private final String noun;
  private final Pointer address;
  private final Cleaner.Cleanable cleanable;
  private volatile boolean isClosed;

  /** Takes the ownership of an object. Errors refer to it as 'noun'. */
  Handle(String noun, Pointer address, Consumer<Pointer> destroy) {
    this.noun = noun;
    this.address = address;
    this.cleanable = CLEANER.register(this, () -> destroy.accept(address));
  }

  /** Returns the object that a function of the library makes. */
  static Handle make(
      String noun, Function<PointerByReference, Pointer> make, Consumer<Pointer> destroy) {
    LibSG.require();
    PointerByReference reference = new PointerByReference();
    LibSG.check(make.apply(reference));
    return new Handle(noun, reference.getValue(), destroy);
  }

  /**
   * Calls a function with the object, which is not destroyed before the function returns. Throws
   * IllegalStateException after close.
   */
  <R> R use(Function<Pointer, R> function) {
    if (isClosed) {
      throw closed();
    }
    try {
      return function.apply(address);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Calls a function of the library and throws its error. */
  void call(Function<Pointer, Pointer> function) {
    try {
      LibSG.check(use(function));
    } catch (SGException exception) {
      // Another thread may have closed the handle between the test in use and the call.
      throw isClosed && exception.kind() == SGException.Kind.ARGUMENT ? closed() : exception;
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the " + noun + " is closed");
  }

  @Override
  public void close() {
    isClosed = true;
    cleanable.clean();
  }
}
