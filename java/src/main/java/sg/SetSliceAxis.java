// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#setSliceAxis}. */
public final class SetSliceAxis {
  private SetSliceAxis() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code axis}, which {@link Ops#setSliceAxis} describes. The default is {@code 0}.
     *
     * @param axis an integer
     * @return these options
     */
    public Options axis(long axis) {
      set("axis", axis);
      return this;
    }

    /**
     * Sets {@code start}, which {@link Ops#setSliceAxis} describes. The default is none.
     *
     * @param start a size
     * @return these options
     */
    public Options start(long start) {
      set("start", Size.of(start));
      return this;
    }

    /**
     * Sets {@code start}, which {@link Ops#setSliceAxis} describes. The default is none.
     *
     * @param start a size
     * @return these options
     */
    public Options start(Size start) {
      set("start", start);
      return this;
    }

    /**
     * Sets {@code stop}, which {@link Ops#setSliceAxis} describes. The default is none.
     *
     * @param stop a size
     * @return these options
     */
    public Options stop(long stop) {
      set("stop", Size.of(stop));
      return this;
    }

    /**
     * Sets {@code stop}, which {@link Ops#setSliceAxis} describes. The default is none.
     *
     * @param stop a size
     * @return these options
     */
    public Options stop(Size stop) {
      set("stop", stop);
      return this;
    }

    /**
     * Sets {@code step}, which {@link Ops#setSliceAxis} describes. The default is {@code 1}.
     *
     * @param step an integer
     * @return these options
     */
    public Options step(long step) {
      set("step", step);
      return this;
    }
  }

  /**
   * Sets {@code axis}, which {@link Ops#setSliceAxis} describes. The default is {@code 0}.
   *
   * @param axis an integer
   * @return options
   */
  public static Options axis(long axis) {
    return new Options().axis(axis);
  }

  /**
   * Sets {@code start}, which {@link Ops#setSliceAxis} describes. The default is none.
   *
   * @param start a size
   * @return options
   */
  public static Options start(long start) {
    return new Options().start(start);
  }

  /**
   * Sets {@code start}, which {@link Ops#setSliceAxis} describes. The default is none.
   *
   * @param start a size
   * @return options
   */
  public static Options start(Size start) {
    return new Options().start(start);
  }

  /**
   * Sets {@code stop}, which {@link Ops#setSliceAxis} describes. The default is none.
   *
   * @param stop a size
   * @return options
   */
  public static Options stop(long stop) {
    return new Options().stop(stop);
  }

  /**
   * Sets {@code stop}, which {@link Ops#setSliceAxis} describes. The default is none.
   *
   * @param stop a size
   * @return options
   */
  public static Options stop(Size stop) {
    return new Options().stop(stop);
  }

  /**
   * Sets {@code step}, which {@link Ops#setSliceAxis} describes. The default is {@code 1}.
   *
   * @param step an integer
   * @return options
   */
  public static Options step(long step) {
    return new Options().step(step);
  }
}
