// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#diagonal}. */
public final class Diagonal {
  private Diagonal() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code offset}, which {@link Ops#diagonal} describes. The default is {@code 0}.
     *
     * @param offset an integer
     * @return these options
     */
    public Options offset(long offset) {
      set("offset", offset);
      return this;
    }
  }

  /**
   * Sets {@code offset}, which {@link Ops#diagonal} describes. The default is {@code 0}.
   *
   * @param offset an integer
   * @return options
   */
  public static Options offset(long offset) {
    return new Options().offset(offset);
  }
}
