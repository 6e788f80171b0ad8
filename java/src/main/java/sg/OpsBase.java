// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** The operations of {@link Ops} that are not in the table: constants, stops and control flow. */
abstract class OpsBase {
  private final Scope scope;

  OpsBase(Scope scope) {
    this.scope = Objects.requireNonNull(scope, "the scope is null");
  }

  /**
   * Returns the scope to which the operations belong.
   *
   * @return the scope
   */
  public Scope scope() {
    return scope;
  }

  OperationBuilder operation(String name) {
    return new OperationBuilder(scope, name);
  }

  // Constants

  /**
   * Returns a constant.
   *
   * @param <T> the element type
   * @param tensor the elements, for example {@code TFloat32.vectorOf(1f, 2f)}
   * @return an array with the elements and the shape of the tensor
   * @throws SGException if the tensor has more than 2^27 elements
   */
  @SuppressWarnings("unchecked") // the class of a tensor is its element type
  public <T extends Tensor> Output<T> constant(T tensor) {
    Objects.requireNonNull(tensor, "constant: the tensor is null");
    Builder builder = scope.locate();
    TensorSpec<?> type = TensorSpec.of(tensor.dataType().type(), tensor.shape());
    int value = tensor.use(elements -> builder.constant(type, elements));
    return (Output<T>) scope.output(value);
  }

  /**
   * Returns a scalar constant.
   *
   * @param value the number
   * @return an array of rank 0
   */
  public Output<TFloat64> constant(double value) {
    return constant(TFloat64.scalarOf(value));
  }

  /**
   * Returns a scalar constant.
   *
   * @param value the number
   * @return an array of rank 0
   */
  public Output<TFloat32> constant(float value) {
    return constant(TFloat32.scalarOf(value));
  }

  /**
   * Returns a scalar constant.
   *
   * @param value the number
   * @return an array of rank 0
   */
  public Output<TInt32> constant(int value) {
    return constant(TInt32.scalarOf(value));
  }

  /**
   * Returns a scalar constant.
   *
   * @param value the number
   * @return an array of rank 0
   */
  public Output<TInt64> constant(long value) {
    return constant(TInt64.scalarOf(value));
  }

  /**
   * Returns a scalar constant.
   *
   * @param value true or false
   * @return an array of rank 0
   */
  public Output<TBool> constant(boolean value) {
    return constant(TBool.scalarOf(value));
  }

  /**
   * Returns a constant vector.
   *
   * @param values the elements
   * @return an array of rank 1
   */
  public Output<TFloat64> constant(double[] values) {
    return constant(TFloat64.vectorOf(values));
  }

  /**
   * Returns a constant vector.
   *
   * @param values the elements
   * @return an array of rank 1
   */
  public Output<TFloat32> constant(float[] values) {
    return constant(TFloat32.vectorOf(values));
  }

  /**
   * Returns a constant vector.
   *
   * @param values the elements
   * @return an array of rank 1
   */
  public Output<TInt32> constant(int[] values) {
    return constant(TInt32.vectorOf(values));
  }

  /**
   * Returns a constant vector.
   *
   * @param values the elements
   * @return an array of rank 1
   */
  public Output<TInt64> constant(long[] values) {
    return constant(TInt64.vectorOf(values));
  }

  /**
   * Returns a constant vector.
   *
   * @param values the elements
   * @return an array of rank 1
   */
  public Output<TBool> constant(boolean[] values) {
    return constant(TBool.vectorOf(values));
  }

  /**
   * Returns a size as an array.
   *
   * @param size the size, for example {@code x.shape().dimension(0)}
   * @return an array of rank 0
   */
  public Output<TInt64> constant(Size size) {
    Objects.requireNonNull(size, "constant: the size is null");
    return scope.output(scope.locate().sizeValue(size)).expect(TInt64.class);
  }

  // Stops

  /**
   * Returns the identity, through which no gradient flows.
   *
   * @param <T> the element type
   * @param input the array
   * @param options optional parameters: {@link StopGradient#name}
   * @return the operation, which is an operand with the elements of the input
   */
  public <T extends TType> StopGradient<T> stopGradient(
      Operand<T> input, StopGradient.Options... options) {
    return StopGradient.create(scope, input, options);
  }

  // Control flow

  /**
   * Evaluates one of two branches.
   *
   * @param <T> the element type of the result
   * @param predicate a scalar
   * @param thenBranch returns the result if the predicate is true
   * @param elseBranch returns the result if the predicate is false, of the same type
   * @return the result of the branch
   */
  public <T extends TType> Output<T> cond(
      Operand<TBool> predicate,
      Supplier<? extends Operand<T>> thenBranch,
      Supplier<? extends Operand<T>> elseBranch) {
    return ControlFlow.single(
        ControlFlow.cond(
            scope, predicate, () -> listOf(thenBranch.get()), () -> listOf(elseBranch.get())));
  }

  /**
   * Evaluates one of two branches with several results.
   *
   * @param predicate a scalar
   * @param thenBranch returns the results if the predicate is true
   * @param elseBranch returns the results if the predicate is false, of the same types
   * @return the results of the branch
   */
  public List<Output<?>> condAll(
      Operand<TBool> predicate,
      Supplier<? extends List<? extends Operand<?>>> thenBranch,
      Supplier<? extends List<? extends Operand<?>>> elseBranch) {
    return ControlFlow.cond(scope, predicate, thenBranch, elseBranch);
  }

  /**
   * Computes {@code carry = body(i, carry)} for each integer i from 'begin' to 'end', exclusive.
   *
   * @param <I> the element type of the integers
   * @param <T> the element type of the carry
   * @param begin the first integer, a scalar
   * @param end the end of the integers, a scalar
   * @param initial the first carry
   * @param body returns the next carry, which has the type of the carry
   * @return the last carry
   */
  public <I extends TIntegral, T extends TType> Output<T> forLoop(
      Operand<I> begin,
      Operand<I> end,
      Operand<T> initial,
      BiFunction<Output<I>, Output<T>, ? extends Operand<T>> body) {
    return ControlFlow.single(
        ControlFlow.<I>forLoop(
            scope,
            begin,
            end,
            listOf(initial),
            (index, carry) -> listOf(body.apply(index, ControlFlow.single(carry)))));
  }

  /**
   * Computes {@code carry = body(i, carry)} for each integer i from 'begin' to 'end', exclusive.
   * The carry has several arrays.
   *
   * @param <I> the element type of the integers
   * @param begin the first integer, a scalar
   * @param end the end of the integers, a scalar
   * @param initial the first carry
   * @param body returns the next carry, which has the types of the carry
   * @return the last carry
   */
  public <I extends TIntegral> List<Output<?>> forLoopAll(
      Operand<I> begin,
      Operand<I> end,
      List<? extends Operand<?>> initial,
      BiFunction<Output<I>, List<Output<?>>, ? extends List<? extends Operand<?>>> body) {
    return ControlFlow.forLoop(scope, begin, end, initial, body);
  }

  /**
   * Computes {@code carry = body(carry)} while the condition is true.
   *
   * @param <T> the element type of the carry
   * @param condition returns a scalar for the carry
   * @param initial the first carry
   * @param body returns the next carry, which has the type of the carry
   * @return the last carry
   */
  public <T extends TType> Output<T> whileLoop(
      Function<Output<T>, ? extends Operand<TBool>> condition,
      Operand<T> initial,
      Function<Output<T>, ? extends Operand<T>> body) {
    return ControlFlow.single(
        ControlFlow.whileLoop(
            scope,
            carry -> condition.apply(ControlFlow.single(carry)),
            listOf(initial),
            carry -> listOf(body.apply(ControlFlow.single(carry)))));
  }

  /**
   * Computes {@code carry = body(carry)} while the condition is true. The carry has several arrays.
   *
   * @param condition returns a scalar for the carry
   * @param initial the first carry
   * @param body returns the next carry, which has the types of the carry
   * @return the last carry
   */
  public List<Output<?>> whileLoopAll(
      Function<List<Output<?>>, ? extends Operand<TBool>> condition,
      List<? extends Operand<?>> initial,
      Function<List<Output<?>>, ? extends List<? extends Operand<?>>> body) {
    return ControlFlow.whileLoop(scope, condition, initial, body);
  }

  /**
   * Returns the result of a body, whose intermediate values reverse mode computes again instead of
   * storing them.
   *
   * @param <T> the element type
   * @param body returns the result
   * @return the result
   */
  public <T extends TType> Output<T> checkpoint(Supplier<? extends Operand<T>> body) {
    return ControlFlow.single(ControlFlow.checkpoint(scope, () -> listOf(body.get())));
  }

  /** Returns a list of one operand, which may be null. */
  private static List<Operand<?>> listOf(Operand<?> operand) {
    return Arrays.<Operand<?>>asList(operand);
  }
}
