// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#nanToNum}. */
public final class NanToNum {
  private NanToNum() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code nan}, which {@link Ops#nanToNum} describes. The default is {@code 0}.
     *
     * @param nan a number
     * @return these options
     */
    public Options nan(double nan) {
      set("nan", nan);
      return this;
    }

    /**
     * Sets {@code posinf}, which {@link Ops#nanToNum} describes. The default is none.
     *
     * @param posinf a number
     * @return these options
     */
    public Options posinf(double posinf) {
      set("posinf", posinf);
      return this;
    }

    /**
     * Sets {@code neginf}, which {@link Ops#nanToNum} describes. The default is none.
     *
     * @param neginf a number
     * @return these options
     */
    public Options neginf(double neginf) {
      set("neginf", neginf);
      return this;
    }
  }

  /**
   * Sets {@code nan}, which {@link Ops#nanToNum} describes. The default is {@code 0}.
   *
   * @param nan a number
   * @return options
   */
  public static Options nan(double nan) {
    return new Options().nan(nan);
  }

  /**
   * Sets {@code posinf}, which {@link Ops#nanToNum} describes. The default is none.
   *
   * @param posinf a number
   * @return options
   */
  public static Options posinf(double posinf) {
    return new Options().posinf(posinf);
  }

  /**
   * Sets {@code neginf}, which {@link Ops#nanToNum} describes. The default is none.
   *
   * @param neginf a number
   * @return options
   */
  public static Options neginf(double neginf) {
    return new Options().neginf(neginf);
  }
}
