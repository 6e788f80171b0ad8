// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

/** Optional parameters of {@link Ops#convGeneralDilated}. */
public final class ConvGeneralDilated {
  private ConvGeneralDilated() {}

  /** Optional parameters. A later value of a parameter replaces earlier ones. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets {@code strides}, which {@link Ops#convGeneralDilated} describes. The default is none.
     *
     * @param strides integers
     * @return these options
     */
    public Options strides(long... strides) {
      set("strides", strides);
      return this;
    }

    /**
     * Sets {@code padding}, which {@link Ops#convGeneralDilated} describes. The default is none.
     *
     * @param padding integers
     * @return these options
     */
    public Options padding(long... padding) {
      set("padding", padding);
      return this;
    }

    /**
     * Sets {@code lhsDilation}, which {@link Ops#convGeneralDilated} describes. The default is
     * none.
     *
     * @param lhsDilation integers
     * @return these options
     */
    public Options lhsDilation(long... lhsDilation) {
      set("lhs_dilation", lhsDilation);
      return this;
    }

    /**
     * Sets {@code rhsDilation}, which {@link Ops#convGeneralDilated} describes. The default is
     * none.
     *
     * @param rhsDilation integers
     * @return these options
     */
    public Options rhsDilation(long... rhsDilation) {
      set("rhs_dilation", rhsDilation);
      return this;
    }

    /**
     * Sets {@code featureGroupCount}, which {@link Ops#convGeneralDilated} describes. The default
     * is {@code 1}.
     *
     * @param featureGroupCount an integer
     * @return these options
     */
    public Options featureGroupCount(long featureGroupCount) {
      set("feature_group_count", featureGroupCount);
      return this;
    }

    /**
     * Sets {@code lhsSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
     *
     * @param lhsSpec a text
     * @return these options
     */
    public Options lhsSpec(String lhsSpec) {
      set("lhs_spec", lhsSpec);
      return this;
    }

    /**
     * Sets {@code rhsSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
     *
     * @param rhsSpec a text
     * @return these options
     */
    public Options rhsSpec(String rhsSpec) {
      set("rhs_spec", rhsSpec);
      return this;
    }

    /**
     * Sets {@code outSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
     *
     * @param outSpec a text
     * @return these options
     */
    public Options outSpec(String outSpec) {
      set("out_spec", outSpec);
      return this;
    }
  }

  /**
   * Sets {@code strides}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param strides integers
   * @return options
   */
  public static Options strides(long... strides) {
    return new Options().strides(strides);
  }

  /**
   * Sets {@code padding}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param padding integers
   * @return options
   */
  public static Options padding(long... padding) {
    return new Options().padding(padding);
  }

  /**
   * Sets {@code lhsDilation}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param lhsDilation integers
   * @return options
   */
  public static Options lhsDilation(long... lhsDilation) {
    return new Options().lhsDilation(lhsDilation);
  }

  /**
   * Sets {@code rhsDilation}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param rhsDilation integers
   * @return options
   */
  public static Options rhsDilation(long... rhsDilation) {
    return new Options().rhsDilation(rhsDilation);
  }

  /**
   * Sets {@code featureGroupCount}, which {@link Ops#convGeneralDilated} describes. The default is
   * {@code 1}.
   *
   * @param featureGroupCount an integer
   * @return options
   */
  public static Options featureGroupCount(long featureGroupCount) {
    return new Options().featureGroupCount(featureGroupCount);
  }

  /**
   * Sets {@code lhsSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param lhsSpec a text
   * @return options
   */
  public static Options lhsSpec(String lhsSpec) {
    return new Options().lhsSpec(lhsSpec);
  }

  /**
   * Sets {@code rhsSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param rhsSpec a text
   * @return options
   */
  public static Options rhsSpec(String rhsSpec) {
    return new Options().rhsSpec(rhsSpec);
  }

  /**
   * Sets {@code outSpec}, which {@link Ops#convGeneralDilated} describes. The default is none.
   *
   * @param outSpec a text
   * @return options
   */
  public static Options outSpec(String outSpec) {
    return new Options().outSpec(outSpec);
  }
}
