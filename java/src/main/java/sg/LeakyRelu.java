// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#leakyRelu}. */
public final class LeakyRelu {
  private LeakyRelu() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code negativeSlope}, which {@link Ops#leakyRelu} describes. The default is {@code
     * 0.01}.
     *
     * @param negativeSlope a number
     * @return these options
     */
    public Options negativeSlope(double negativeSlope) {
      set("negative_slope", negativeSlope);
      return this;
    }
  }

  /**
   * Sets {@code negativeSlope}, which {@link Ops#leakyRelu} describes. The default is {@code 0.01}.
   *
   * @param negativeSlope a number
   * @return options
   */
  public static Options negativeSlope(double negativeSlope) {
    return new Options().negativeSlope(negativeSlope);
  }
}
