// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#gelu}. */
public final class Gelu {
  private Gelu() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code approximate}, which {@link Ops#gelu} describes. The default is {@code True}.
     *
     * @param approximate true or false
     * @return these options
     */
    public Options approximate(boolean approximate) {
      set("approximate", approximate);
      return this;
    }
  }

  /**
   * Sets {@code approximate}, which {@link Ops#gelu} describes. The default is {@code True}.
   *
   * @param approximate true or false
   * @return options
   */
  public static Options approximate(boolean approximate) {
    return new Options().approximate(approximate);
  }
}
