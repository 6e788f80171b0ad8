// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#randomUniform}. */
public final class RandomUniform {
  private RandomUniform() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code low}, which {@link Ops#randomUniform} describes. The default is {@code 0}.
     *
     * @param low a number
     * @return these options
     */
    public Options low(double low) {
      set("low", low);
      return this;
    }

    /**
     * Sets {@code high}, which {@link Ops#randomUniform} describes. The default is {@code 1}.
     *
     * @param high a number
     * @return these options
     */
    public Options high(double high) {
      set("high", high);
      return this;
    }
  }

  /**
   * Sets {@code low}, which {@link Ops#randomUniform} describes. The default is {@code 0}.
   *
   * @param low a number
   * @return options
   */
  public static Options low(double low) {
    return new Options().low(low);
  }

  /**
   * Sets {@code high}, which {@link Ops#randomUniform} describes. The default is {@code 1}.
   *
   * @param high a number
   * @return options
   */
  public static Options high(double high) {
    return new Options().high(high);
  }
}
