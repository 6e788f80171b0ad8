// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#reduceWindow}. */
public final class ReduceWindow {
  private ReduceWindow() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code strides}, which {@link Ops#reduceWindow} describes. The default is none.
     *
     * @param strides integers
     * @return these options
     */
    public Options strides(long... strides) {
      set("strides", strides);
      return this;
    }

    /**
     * Sets {@code padding}, which {@link Ops#reduceWindow} describes. The default is none.
     *
     * @param padding integers
     * @return these options
     */
    public Options padding(long... padding) {
      set("padding", padding);
      return this;
    }

    /**
     * Sets {@code dilation}, which {@link Ops#reduceWindow} describes. The default is none.
     *
     * @param dilation integers
     * @return these options
     */
    public Options dilation(long... dilation) {
      set("dilation", dilation);
      return this;
    }

    /**
     * Sets {@code mode}, which {@link Ops#reduceWindow} describes. The default is {@code "sum"}.
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
   * Sets {@code strides}, which {@link Ops#reduceWindow} describes. The default is none.
   *
   * @param strides integers
   * @return options
   */
  public static Options strides(long... strides) {
    return new Options().strides(strides);
  }

  /**
   * Sets {@code padding}, which {@link Ops#reduceWindow} describes. The default is none.
   *
   * @param padding integers
   * @return options
   */
  public static Options padding(long... padding) {
    return new Options().padding(padding);
  }

  /**
   * Sets {@code dilation}, which {@link Ops#reduceWindow} describes. The default is none.
   *
   * @param dilation integers
   * @return options
   */
  public static Options dilation(long... dilation) {
    return new Options().dilation(dilation);
  }

  /**
   * Sets {@code mode}, which {@link Ops#reduceWindow} describes. The default is {@code "sum"}.
   *
   * @param mode a text
   * @return options
   */
  public static Options mode(String mode) {
    return new Options().mode(mode);
  }
}
