// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

/**
 * An error of the library or of its use. The message states the problem, its location and a remedy.
 */
public final class SGException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The cause of an error, in the order of {@code enum SGErrorKind}. */
  public enum Kind {
    /** The library is missing or does not fit to this package. */
    LIBRARY,
    /** The program is invalid. The message has lines such as {@code Model.java:7:0: error: ...}. */
    PROGRAM,
    /** An argument is invalid, for example a name, a size or a type. */
    ARGUMENT,
    /** An assertion of a program failed, for example about sizes. */
    ASSERTION,
    /** Memory is exhausted. */
    MEMORY,
    /** A GPU is missing or failed. */
    DEVICE,
    /** A file cannot be read. */
    FILE,
    /** A check was cancelled. */
    CANCELLED
  }

  /** The cause. */
  private final Kind kind;

  SGException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Returns an exception for an invalid argument. */
  static SGException argument(String message) {
    return new SGException(Kind.ARGUMENT, message);
  }

  /**
   * Returns the cause of the error.
   *
   * @return the cause
   */
  public Kind kind() {
    return kind;
  }
}
