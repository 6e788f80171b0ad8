// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

/**
 * The identity, through which no gradient flows.
 *
 * <pre>{@code
 * Operand<TFloat64> y = tf.multiply(x, StopGradient.create(scope, x));   // the gradient is x
 * }</pre>
 *
 * <p>A stop acts on a use of an array, not on the array: other uses of the input have gradients.
 *
 * @param <T> the element type
 */
public final class StopGradient<T extends TType> implements Operand<T> {
  private final Output<T> output;

  private StopGradient(Output<T> output) {
    this.output = output;
  }

  /** Optional parameters of {@link StopGradient}. */
  public static final class Options extends OperationOptions {
    private Options() {}

    /**
     * Sets the name. Gradient reports and errors use it.
     *
     * @param name the name
     * @return these options
     */
    public Options name(String name) {
      set("name", name);
      return this;
    }
  }

  /**
   * Sets the name. {@link Scope#withName} has the same effect.
   *
   * @param name the name
   * @return options with the name
   */
  public static Options name(String name) {
    return new Options().name(name);
  }

  /**
   * Builds the operation.
   *
   * @param <T> the element type
   * @param scope the scope
   * @param input the array
   * @param options optional parameters: {@link #name}
   * @return the operation, which is an operand with the elements of the input
   * @throws SGException if the input belongs to another scope
   */
  public static <T extends TType> StopGradient<T> create(
      Scope scope, Operand<T> input, Options... options) {
    OperationBuilder operation = new OperationBuilder(scope, "stop_gradient");
    operation.array("input", input);
    if (scope.operationName() != null) {
      operation.set("name", scope.operationName());
    }
    return new StopGradient<>(operation.options(options).build(input));
  }

  /**
   * Returns the result.
   *
   * @return the array
   */
  public Output<T> output() {
    return output;
  }

  @Override
  public Output<T> asOutput() {
    return output;
  }
}
