// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Branches, loops and checkpoints. If a body throws, the function that is built is abandoned. */
final class ControlFlow {
  private ControlFlow() {}

  /** Returns the only array of a list. The caller knows the element type. */
  @SuppressWarnings("unchecked") // The builder checks that types of carries and results agree.
  static <T extends TType> Output<T> single(List<Output<?>> outputs) {
    return (Output<T>) outputs.get(0);
  }

  static List<Output<?>> cond(
      Scope scope,
      Operand<TBool> predicate,
      Supplier<? extends List<? extends Operand<?>>> thenBranch,
      Supplier<? extends List<? extends Operand<?>>> elseBranch) {
    Objects.requireNonNull(thenBranch, "cond: the branch for true is null");
    Objects.requireNonNull(elseBranch, "cond: the branch for false is null");
    int condition = scope.value("cond", "the predicate", predicate);
    scope.locate().call(builder -> LibSG.sgBuildBeginIf(builder, condition));
    int[] thenValues = results(scope, "cond", thenBranch.get());
    scope
        .locate()
        .call(builder -> LibSG.sgBuildBeginElse(builder, thenValues, thenValues.length));
    return end(scope, "cond", elseBranch.get());
  }

  static <I extends TIntegral> List<Output<?>> forLoop(
      Scope scope,
      Operand<I> begin,
      Operand<I> end,
      List<? extends Operand<?>> initial,
      BiFunction<Output<I>, List<Output<?>>, ? extends List<? extends Operand<?>>> body) {
    Objects.requireNonNull(body, "forLoop: the body is null");
    int first = scope.value("forLoop", "the begin", begin);
    int last = scope.value("forLoop", "the end", end);
    int[] carry = results(scope, "forLoop", initial);
    List<Output<?>> inside =
        scope.outputs(
            scope
                .locate()
                .begin(
                    1,
                    carry,
                    (builder, result) ->
                        LibSG.sgBuildBeginFor(builder, first, last, carry, carry.length, result)));
    @SuppressWarnings("unchecked") // The index has the type of the bounds.
    Output<I> index = (Output<I>) inside.get(0);
    return end(scope, "forLoop", body.apply(index, inside.subList(1, inside.size())));
  }

  static List<Output<?>> whileLoop(
      Scope scope,
      Function<List<Output<?>>, ? extends Operand<TBool>> condition,
      List<? extends Operand<?>> initial,
      Function<List<Output<?>>, ? extends List<? extends Operand<?>>> body) {
    Objects.requireNonNull(condition, "whileLoop: the condition is null");
    Objects.requireNonNull(body, "whileLoop: the body is null");
    int[] carry = results(scope, "whileLoop", initial);
    int[] before =
        scope
            .locate()
            .begin(
                0,
                carry,
                (builder, first) ->
                    LibSG.sgBuildBeginWhile(builder, carry, carry.length, first));
    Operand<TBool> predicate = condition.apply(scope.outputs(before));
    int isTrue = scope.value("whileLoop", "the condition", predicate);
    int[] inside =
        scope
            .locate()
            .begin(
                0,
                carry,
                (builder, first) -> LibSG.sgBuildBeginWhileBody(builder, isTrue, first));
    return end(scope, "whileLoop", body.apply(scope.outputs(inside)));
  }

  static List<Output<?>> checkpoint(
      Scope scope, Supplier<? extends List<? extends Operand<?>>> body) {
    Objects.requireNonNull(body, "checkpoint: the body is null");
    scope.locate().call(LibSG::sgBuildBeginCheckpoint);
    return end(scope, "checkpoint", body.get());
  }

  private static int[] results(
      Scope scope, String operation, List<? extends Operand<?>> operands) {
    Objects.requireNonNull(operands, () -> operation + ": the list of operands is null");
    return scope.values(operation, operands);
  }

  /** Ends the innermost region. Returns the results of the whole. */
  private static List<Output<?>> end(
      Scope scope, String operation, List<? extends Operand<?>> operands) {
    int[] values = results(scope, operation, operands);
    return scope.outputs(
        scope
            .locate()
            .results(
                (builder, first, count) ->
                    LibSG.sgBuildEnd(builder, values, values.length, first, count)));
  }
}
