// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#triu}. */
public final class Triu {
  private Triu() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code k}, which {@link Ops#triu} describes. The default is {@code 0}.
     *
     * @param k an integer
     * @return these options
     */
    public Options k(long k) {
      set("k", k);
      return this;
    }
  }

  /**
   * Sets {@code k}, which {@link Ops#triu} describes. The default is {@code 0}.
   *
   * @param k an integer
   * @return options
   */
  public static Options k(long k) {
    return new Options().k(k);
  }
}
