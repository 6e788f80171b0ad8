// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#cumprod}. */
public final class Cumprod {
  private Cumprod() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code axis}, which {@link Ops#cumprod} describes. The default is {@code 0}.
     *
     * @param axis an integer
     * @return these options
     */
    public Options axis(long axis) {
      set("axis", axis);
      return this;
    }

    /**
     * Sets {@code reverse}, which {@link Ops#cumprod} describes. The default is {@code False}.
     *
     * @param reverse true or false
     * @return these options
     */
    public Options reverse(boolean reverse) {
      set("reverse", reverse);
      return this;
    }
  }

  /**
   * Sets {@code axis}, which {@link Ops#cumprod} describes. The default is {@code 0}.
   *
   * @param axis an integer
   * @return options
   */
  public static Options axis(long axis) {
    return new Options().axis(axis);
  }

  /**
   * Sets {@code reverse}, which {@link Ops#cumprod} describes. The default is {@code False}.
   *
   * @param reverse true or false
   * @return options
   */
  public static Options reverse(boolean reverse) {
    return new Options().reverse(reverse);
  }
}
