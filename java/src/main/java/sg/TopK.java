// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#topK}. */
public final class TopK {
  private TopK() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code axis}, which {@link Ops#topK} describes. The default is {@code -1}.
     *
     * @param axis an integer
     * @return these options
     */
    public Options axis(long axis) {
      set("axis", axis);
      return this;
    }
  }

  /**
   * Sets {@code axis}, which {@link Ops#topK} describes. The default is {@code -1}.
   *
   * @param axis an integer
   * @return options
   */
  public static Options axis(long axis) {
    return new Options().axis(axis);
  }
}
