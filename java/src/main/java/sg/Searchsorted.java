// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#searchsorted}. */
public final class Searchsorted {
  private Searchsorted() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code side}, which {@link Ops#searchsorted} describes. The default is {@code "left"}.
     *
     * @param side a text
     * @return these options
     */
    public Options side(String side) {
      set("side", side);
      return this;
    }
  }

  /**
   * Sets {@code side}, which {@link Ops#searchsorted} describes. The default is {@code "left"}.
   *
   * @param side a text
   * @return options
   */
  public static Options side(String side) {
    return new Options().side(side);
  }
}
