// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#elu}. */
public final class Elu {
  private Elu() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code alpha}, which {@link Ops#elu} describes. The default is {@code 1}.
     *
     * @param alpha a number
     * @return these options
     */
    public Options alpha(double alpha) {
      set("alpha", alpha);
      return this;
    }
  }

  /**
   * Sets {@code alpha}, which {@link Ops#elu} describes. The default is {@code 1}.
   *
   * @param alpha a number
   * @return options
   */
  public static Options alpha(double alpha) {
    return new Options().alpha(alpha);
  }
}
