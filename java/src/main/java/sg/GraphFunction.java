// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A function of a scope. Other functions of the scope can call it, also while they are built.
 * {@link ConcreteFunction} compiles it.
 *
 * <p>A function that uses arrays of a function around it can be called only there.
 */
public final class GraphFunction {
  private final Scope scope;
  private final int number;
  private final String name;
  private final List<TensorSpec<?>> arguments;
  private final List<TensorSpec<?>> results;

  GraphFunction(
      Scope scope,
      int number,
      String name,
      List<TensorSpec<?>> arguments,
      List<TensorSpec<?>> results) {
    this.scope = scope;
    this.number = number;
    this.name = name;
    this.arguments = arguments;
    this.results = results;
  }

  /**
   * Returns the name, which is unique in the scope.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Returns the types of the arguments.
   *
   * @return a list that cannot be changed
   */
  public List<TensorSpec<?>> arguments() {
    return arguments;
  }

  /**
   * Returns the types of the results.
   *
   * @return a list that cannot be changed
   */
  public List<TensorSpec<?>> results() {
    return results;
  }

  /**
   * Calls this function in the function that is being built.
   *
   * @param operands the arguments
   * @return the results
   * @throws SGException if the operands do not fit to the arguments
   */
  public List<Output<?>> call(Operand<?>... operands) {
    Objects.requireNonNull(operands, "the operands of the call are null");
    int[] values = scope.values("call", Arrays.asList(operands));
    Builder builder = scope.locate();
    return scope.outputs(
        builder.results(
            (pointer, first, count) ->
                LibSG.sgBuildCall(pointer, number, values, values.length, first, count)));
  }

  /**
   * Builds the function that maps x to f(x) and the gradient of f. The differentiated result is a
   * float scalar. The results are the results of this function, followed by a gradient for each
   * argument in {@link Gradients.Options#wrt}.
   *
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the function, which can be differentiated again
   * @throws SGException if the function has no gradient
   */
  public GraphFunction valueAndGradient(Gradients.Options... options) {
    Gradients.Options merged = merge(options);
    return differentiate(Gradients.VALUE_AND_GRADIENT, "_value_and_grad", merged, List.of());
  }

  /**
   * Builds the function that maps x and cotangents of the results to f(x) and cotangents of the
   * arguments (reverse mode).
   *
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the function, which can be differentiated again
   * @throws SGException if the function has no derivative
   */
  public GraphFunction vjp(Gradients.Options... options) {
    Gradients.Options merged = merge(options);
    List<TensorSpec<?>> cotangents = select(null, results);
    return differentiate(Gradients.VJP, "_vjp", merged, cotangents);
  }

  /**
   * Builds the function that maps x and tangents of the arguments to f(x) and tangents of the
   * results (forward mode).
   *
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the function, which can be differentiated again
   * @throws SGException if the function has no derivative
   */
  public GraphFunction jvp(Gradients.Options... options) {
    Gradients.Options merged = merge(options);
    List<TensorSpec<?>> tangents = select(merged.wrt(), arguments);
    return differentiate(Gradients.JVP, "_jvp", merged, tangents);
  }

  /**
   * Gives this function a rule for reverse mode.
   *
   * @param forward takes the arguments and returns the results, followed by residuals
   * @param backward takes the residuals and a cotangent for each float result, and returns a
   *     cotangent for each float argument
   * @throws SGException if the functions do not have these types
   */
  public void setVjp(GraphFunction forward, GraphFunction backward) {
    int first = numberOf(forward, "forward");
    int second = numberOf(backward, "backward");
    scope.locate().call(builder -> LibSG.sgBuildSetVJP(builder, number, first, second));
  }

  /**
   * Gives this function a rule for forward mode.
   *
   * @param jvp takes the arguments and a tangent for each float argument, and returns the results
   *     and a tangent for each float result
   * @throws SGException if the function does not have this type
   */
  public void setJvp(GraphFunction jvp) {
    int rule = numberOf(jvp, "jvp");
    scope.locate().call(builder -> LibSG.sgBuildSetJVP(builder, number, rule));
  }

  Scope scope() {
    return scope;
  }

  private int numberOf(GraphFunction function, String label) {
    Objects.requireNonNull(function, () -> "the function " + label + " is null");
    if (!function.scope.isSameProgram(scope)) {
      throw SGException.argument("the function " + label + " belongs to another scope");
    }
    return function.number;
  }

  private Gradients.Options merge(Gradients.Options... options) {
    Gradients.Options merged = Gradients.merge(options);
    if (merged.of() != null) {
      throw SGException.argument(
          "the option of is not supported for @" + name
              + ", a function of a scope: build a function that returns only these results");
    }
    return merged;
  }

  /** Returns the types at the positions, or by default all types that have derivatives. */
  private static List<TensorSpec<?>> select(int[] positions, List<TensorSpec<?>> types) {
    if (positions == null) {
      return types.stream()
          .filter(type -> type.dataType().isFloating())
          .collect(Collectors.toUnmodifiableList());
    }
    List<TensorSpec<?>> selected = new ArrayList<>();
    for (int position : positions) {
      if (position < 0 || position >= types.size()) {
        throw SGException.argument(
            "wrt names argument " + position + ", but the function has " + types.size());
      }
      selected.add(types.get(position));
    }
    return selected;
  }

  private GraphFunction differentiate(
      int mode, String suffix, Gradients.Options options, List<TensorSpec<?>> added) {
    List<TensorSpec<?>> all = new ArrayList<>(arguments);
    all.addAll(added);
    Function<Arguments, List<Output<?>>> body =
        operands -> {
          int[] values = scope.values("derivative", operands.asList());
          try (Arena arena = new Arena()) {
            Pointer request = options.write(arena, mode, null, null);
            return scope.outputs(
                scope
                    .locate()
                    .results(
                        (builder, first, count) ->
                            LibSG.sgBuildDerivative(
                                builder, number, request, values, values.length, first, count)));
          }
        };
    return scope.function(options.nameOr(name + suffix), all, body);
  }
}
