// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.function.Supplier;

/**
 * Threads for the compiler. Passes recurse over nested operations. By default, a Java thread has a
 * stack of 1 MiB, and an overflow in native code ends the process.
 */
final class CompilerThread {
  /** Bytes of stack. This is 8 times the default of threads in C programs; pages are lazy. */
  private static final long STACK_BYTES = 64L << 20;

  private CompilerThread() {}

  /** Returns the result of an action that runs in another thread, or throws its exception. */
  static <R> R run(Supplier<R> action) {
    Outcome<R> outcome = new Outcome<>();
    Thread thread = new Thread(null, () -> outcome.run(action), "sg compiler", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException exception) {
        // A compilation cannot be cancelled. The caller sees the interrupt after it.
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome.get();
  }

  private static final class Outcome<R> {
    private R result;
    private RuntimeException exception;

    void run(Supplier<R> action) {
      try {
        result = action.get();
      } catch (RuntimeException thrown) {
        exception = thrown;
      }
    }

    R get() {
      if (exception != null) {
        // Without these lines, the stack trace ends in the compiler's thread.
        exception.fillInStackTrace();
        throw exception;
      }
      return result;
    }
  }
}
