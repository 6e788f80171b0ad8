// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#pad}. */
public final class Pad {
  private Pad() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code value}, which {@link Ops#pad} describes. The default is {@code 0}.
     *
     * @param value a number
     * @return these options
     */
    public Options value(double value) {
      set("value", value);
      return this;
    }
  }

  /**
   * Sets {@code value}, which {@link Ops#pad} describes. The default is {@code 0}.
   *
   * @param value a number
   * @return options
   */
  public static Options value(double value) {
    return new Options().value(value);
  }
}
