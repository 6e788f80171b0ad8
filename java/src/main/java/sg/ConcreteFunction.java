// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A function that is compiled to native code.
 *
 * <pre>{@code
 * try (ConcreteFunction square = ConcreteFunction.create(function);
 *     TFloat64 x = TFloat64.vectorOf(1, 2, 3);
 *     Result result = square.call(x)) {
 *   double y = result.get(0, TFloat64.class).getDouble();
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread, and calls run at the same time. The function may be
 * closed during a call. The calling thread executes the native code. The code needs little stack,
 * unless the program recurses.
 */
public final class ConcreteFunction implements AutoCloseable {
  private final Handle handle;
  private final Calls calls;

  private ConcreteFunction(
      Handle handle, List<TensorSpec<?>> arguments, List<TensorSpec<?>> results) {
    this.handle = handle;
    this.calls = new Calls(handle, arguments, results);
  }

  /** Optional parameters of {@link ConcreteFunction}. */
  public static final class Options {
    /** Bytes of an SGCompileOptions. */
    private static final int BYTES = 32;

    private int threads = 1;
    private long[] donated = {};
    private String cache;

    private Options() {}

    /**
     * Sets the number of threads that share a call. The default is 1.
     *
     * @param threads the number, at most 4096
     * @return these options
     */
    public Options threads(int threads) {
      if (threads < 1) {
        throw SGException.argument("threads is " + threads + "; it is at least 1 and at most 4096");
      }
      this.threads = threads;
      return this;
    }

    /**
     * Selects arguments whose memory calls may overwrite. The default is none.
     *
     * @param positions positions of arguments
     * @return these options
     */
    public Options donated(int... positions) {
      Objects.requireNonNull(positions, "the positions of donated arguments are null");
      donated = Arrays.stream(positions).asLongStream().toArray();
      return this;
    }

    /**
     * Sets the folder of the cache of native code. The default is the folder that the variable
     * SG_CACHE names, or .cache/sg in the home directory. An empty text turns the cache off.
     *
     * @param folder the folder
     * @return these options
     */
    public Options cache(String folder) {
      cache = Objects.requireNonNull(folder, "the folder of the cache is null");
      return this;
    }

    /** Writes an SGCompileOptions. */
    private Pointer write(Arena arena) {
      Pointer options = arena.allocate(BYTES);
      options.setInt(0, threads);
      options.setPointer(8, arena.longs(donated));
      options.setLong(16, donated.length);
      options.setPointer(24, arena.text(cache == null ? defaultCache() : cache));
      return options;
    }

    private static String defaultCache() {
      PointerByReference folder = new PointerByReference();
      LibSG.check(LibSG.sgGetDefaultCache(folder));
      return LibSG.takeText(folder);
    }
  }

  /**
   * Sets the number of threads that share a call.
   *
   * @param threads the number, at most 4096
   * @return options
   * @see Options#threads
   */
  public static Options threads(int threads) {
    return new Options().threads(threads);
  }

  /**
   * Selects arguments whose memory calls may overwrite.
   *
   * @param positions positions of arguments
   * @return options
   * @see Options#donated
   */
  public static Options donated(int... positions) {
    return new Options().donated(positions);
  }

  /**
   * Sets the folder of the cache of native code.
   *
   * @param folder the folder, or an empty text for none
   * @return options
   * @see Options#cache
   */
  public static Options cache(String folder) {
    return new Options().cache(folder);
  }

  /**
   * Compiles a function of a scope. This ends the construction of the scope's functions ({@link
   * Scope#graph}).
   *
   * @param function the function
   * @return the compiled function
   * @throws SGException if the function cannot be compiled
   */
  public static ConcreteFunction create(GraphFunction function) {
    return create(function, new Options());
  }

  /**
   * Compiles a function of a scope. This ends the construction of the scope's functions ({@link
   * Scope#graph}).
   *
   * @param function the function
   * @param options optional parameters, for example {@code ConcreteFunction.threads(4)}
   * @return the compiled function
   * @throws SGException if the function cannot be compiled
   */
  public static ConcreteFunction create(GraphFunction function, Options options) {
    Objects.requireNonNull(function, "the function is null");
    return create(
        function.scope().graph(),
        function.name(),
        options,
        function.arguments(),
        function.results());
  }

  /**
   * Compiles a function of a graph. Integers of MLIR have no sign: tensors of signed and of
   * unsigned integers are accepted, and results are signed.
   *
   * @param graph the graph
   * @param function the name of the function
   * @return the compiled function
   * @throws SGException if there is no such function, or it cannot be compiled
   */
  public static ConcreteFunction create(Graph graph, String function) {
    return create(graph, function, new Options());
  }

  /**
   * Compiles a function of a graph, as {@link #create(Graph, String)}.
   *
   * @param graph the graph
   * @param function the name of the function
   * @param options optional parameters, for example {@code ConcreteFunction.threads(4)}
   * @return the compiled function
   * @throws SGException if there is no such function, or it cannot be compiled
   */
  public static ConcreteFunction create(Graph graph, String function, Options options) {
    return create(graph, function, options, null, null);
  }

  private static ConcreteFunction create(
      Graph graph,
      String function,
      Options options,
      List<TensorSpec<?>> arguments,
      List<TensorSpec<?>> results) {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(function, "the name of the function is null");
    Objects.requireNonNull(options, "the options of the function are null");
    String name = Arena.checkText(function);
    try (Arena arena = new Arena()) {
      Handle executable = graph.compile(name, options.write(arena));
      try {
        return new ConcreteFunction(executable, arguments, results);
      } catch (SGException exception) {
        executable.close();
        throw exception;
      }
    }
  }

  /**
   * Calls the function. Arguments are read in place.
   *
   * @param arguments the arguments
   * @return the results, which the caller closes
   * @throws SGException if the arguments do not fit to the function, or an assertion of the program
   *     fails
   * @throws IllegalStateException if the function or an argument is closed
   */
  public Result call(Tensor... arguments) {
    Objects.requireNonNull(arguments, "the arguments of the call are null");
    return new Result(calls.run(arguments, null));
  }

  /**
   * Calls the function and writes the results to given tensors.
   *
   * @param results a tensor for each result, with its element type and shape, whose memory does not
   *     overlap other tensors of the call
   * @param arguments the arguments
   * @throws SGException if the tensors do not fit to the function, or an assertion of the program
   *     fails
   * @throws IllegalStateException if the function or a tensor is closed
   */
  public void callInto(List<? extends Tensor> results, Tensor... arguments) {
    Objects.requireNonNull(arguments, "the arguments of the call are null");
    Objects.requireNonNull(results, "the tensors for results are null");
    calls.run(arguments, results.toArray(new Tensor[0]));
  }

  /** Frees the native code. A second call has no effect. */
  @Override
  public void close() {
    handle.close();
  }
}
