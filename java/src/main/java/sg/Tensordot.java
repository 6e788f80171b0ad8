// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#tensordot}. */
public final class Tensordot {
  private Tensordot() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code axes}, which {@link Ops#tensordot} describes. The default is {@code 2}.
     *
     * @param axes an integer
     * @return these options
     */
    public Options axes(long axes) {
      set("axes", axes);
      return this;
    }
  }

  /**
   * Sets {@code axes}, which {@link Ops#tensordot} describes. The default is {@code 2}.
   *
   * @param axes an integer
   * @return options
   */
  public static Options axes(long axes) {
    return new Options().axes(axes);
  }
}
