// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#scatter}. */
public final class Scatter {
  private Scatter() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code mode}, which {@link Ops#scatter} describes. The default is {@code "set"}.
     *
     * @param mode a text
     * @return these options
     */
    public Options mode(String mode) {
      set("mode", mode);
      return this;
    }
  }

  /**
   * Sets {@code mode}, which {@link Ops#scatter} describes. The default is {@code "set"}.
   *
   * @param mode a text
   * @return options
   */
  public static Options mode(String mode) {
    return new Options().mode(mode);
  }
}
