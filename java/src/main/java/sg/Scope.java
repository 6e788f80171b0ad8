// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The functions of a program while they are built, and the name of what is built next.
 *
 * <pre>{@code
 * try (Scope scope = new Scope()) {
 *   Ops tf = Ops.create(scope);
 *   GraphFunction square = scope.function("square", TensorSpec.of(TFloat64.class, 3),
 *       x -> tf.sum(tf.multiply(x, x)));
 *   ...
 * }
 * }</pre>
 *
 * <p>Errors name the file and the line of the caller of this package. A scope is used by one thread
 * at a time. Close the scope, or use try-with-resources: this frees the memory of the compiler.
 * Compiled functions outlive the scope.
 */
public final class Scope implements AutoCloseable {
  private static final StackWalker WALKER = StackWalker.getInstance();
  private static final String PACKAGE = Scope.class.getPackageName();

  /** The state that a scope shares with the scopes made from it. */
  private static final class State {
    final Builder builder = new Builder();
    Graph graph;
  }

  private final State state;
  private final String prefix;
  private final String name;

  /**
   * Makes an empty scope.
   *
   * @throws SGException if the library libSGC.so cannot be loaded
   */
  public Scope() {
    this(new State(), "", null);
  }

  private Scope(State state, String prefix, String name) {
    this.state = state;
    this.prefix = prefix;
    this.name = name;
  }

  /**
   * Returns this scope with a name for the next operation. Gradient reports and errors use the name
   * of a {@link StopGradient}.
   *
   * @param name the name of the operation
   * @return a scope for the same functions
   */
  public Scope withName(String name) {
    return new Scope(state, prefix, Objects.requireNonNull(name, "the name is null"));
  }

  /**
   * Returns this scope with a prefix for the names of operations.
   *
   * @param name the prefix, to which a slash is added
   * @return a scope for the same functions
   */
  public Scope withSubScope(String name) {
    Objects.requireNonNull(name, "the name is null");
    return new Scope(state, prefix + name + "/", null);
  }

  /** Returns the full name of the next operation, or null. */
  String operationName() {
    return name == null ? null : prefix + name;
  }


  /**
   * Builds a function of any number of arguments.
   *
   * @param name the name; a number is appended if another function of the scope has this name
   * @param arguments the types of the arguments
   * @param body returns the results for the arguments
   * @return the function
   * @throws SGException if an operation of the body is invalid
   */
  public GraphFunction function(
      String name,
      List<? extends TensorSpec<?>> arguments,
      Function<Arguments, ? extends List<? extends Operand<?>>> body) {
    Objects.requireNonNull(name, "the name of the function is null");
    Objects.requireNonNull(arguments, "the arguments of the function are null");
    Objects.requireNonNull(body, "the body of the function is null");
    for (TensorSpec<?> argument : arguments) {
      Objects.requireNonNull(argument, "a TensorSpec of the function is null");
    }
    Builder builder = locate();
    int[] values = builder.beginFunction(name, arguments);
    List<? extends Operand<?>> results;
    int[] resultValues;
    try {
      results = body.apply(new Arguments(outputs(values)));
      Objects.requireNonNull(results, "the function's body returns null");
      resultValues = values("function", results);
      locate();
    } catch (Throwable thrown) {
      builder.abandonFunction();
      throw thrown;
    }
    List<TensorSpec<?>> types =
        results.stream().map(TensorSpec::of).collect(Collectors.toUnmodifiableList());
    int function = builder.endFunction(resultValues);
    return new GraphFunction(
        this, function, builder.functionName(function), List.copyOf(arguments), types);
  }

  /**
   * Builds a function of one argument with one result.
   *
   * @param <A> the element type of the argument
   * @param name the name; a number is appended if another function of the scope has this name
   * @param argument the type of the argument
   * @param body returns the result for the argument
   * @return the function
   * @throws SGException if an operation of the body is invalid
   */
  public <A extends TType> GraphFunction function(
      String name, TensorSpec<A> argument, Function<Output<A>, ? extends Operand<?>> body) {
    Objects.requireNonNull(body, "the body of the function is null");
    return function(
        name,
        Collections.singletonList(argument),
        arguments -> Collections.singletonList(body.apply(arguments.at(0))));
  }

  /**
   * Builds a function of two arguments with one result.
   *
   * @param <A> the element type of the first argument
   * @param <B> the element type of the second argument
   * @param name the name; a number is appended if another function of the scope has this name
   * @param first the type of the first argument
   * @param second the type of the second argument
   * @param body returns the result for the arguments
   * @return the function
   * @throws SGException if an operation of the body is invalid
   */
  public <A extends TType, B extends TType> GraphFunction function(
      String name,
      TensorSpec<A> first,
      TensorSpec<B> second,
      BiFunction<Output<A>, Output<B>, ? extends Operand<?>> body) {
    Objects.requireNonNull(body, "the body of the function is null");
    return function(
        name,
        Arrays.asList(first, second),
        arguments ->
            Collections.singletonList(body.apply(arguments.at(0), arguments.at(1))));
  }

  /**
   * Ends the construction and returns the functions as a graph. Functions cannot be added later.
   *
   * @return the graph, which is closed with the scope
   * @throws SGException if the program is invalid
   */
  public Graph graph() {
    if (state.graph == null) {
      state.graph = new Graph(CompilerThread.run(state.builder::finish));
    }
    return state.graph;
  }

  /** Frees the functions. Compiled functions remain usable. A second call has no effect. */
  @Override
  public void close() {
    state.builder.close();
    if (state.graph != null) {
      state.graph.close();
    }
  }

  /** Sets the location of the next operations to the user's line. Returns the builder. */
  Builder locate() {
    if (state.graph != null) {
      throw new IllegalStateException(
          "the functions of this scope have become a graph: build other functions in a new Scope");
    }
    WALKER
        .walk(frames -> frames.filter(frame -> !isOfThisPackage(frame)).findFirst())
        .ifPresent(
            frame ->
                state.builder.setLocation(
                    Objects.requireNonNullElse(frame.getFileName(), frame.getClassName()),
                    Math.max(frame.getLineNumber(), 0)));
    return state.builder;
  }

  private static boolean isOfThisPackage(StackWalker.StackFrame frame) {
    String name = frame.getClassName();
    return name.lastIndexOf('.') == PACKAGE.length() && name.startsWith(PACKAGE);
  }

  boolean isSameProgram(Scope other) {
    return state == other.state;
  }

  Output<?> output(int value) {
    Builder builder = state.builder;
    return new Output<TType>(this, value, builder.dataType(value), builder.shape(value));
  }

  List<Output<?>> outputs(int[] values) {
    List<Output<?>> outputs = new ArrayList<>();
    for (int value : values) {
      outputs.add(output(value));
    }
    return Collections.unmodifiableList(outputs);
  }

  /** Returns the value of an operand. Errors begin with the name of an operation. */
  int value(String operation, String label, Operand<?> operand) {
    Objects.requireNonNull(operand, () -> operation + ": " + label + " is null");
    Output<?> output = operand.asOutput();
    if (!isSameProgram(output.scope())) {
      throw SGException.argument(
          operation
              + ": "
              + label
              + " belongs to another scope: pass the array as an argument of a function");
    }
    return output.value();
  }

  int[] values(String operation, List<? extends Operand<?>> operands) {
    int[] values = new int[operands.size()];
    for (int i = 0; i < values.length; ++i) {
      values[i] = value(operation, "operand " + i, operands.get(i));
    }
    return values;
  }
}
