// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Functions in MLIR: the functions of a {@link Scope}, or a program in MLIR text.
 *
 * <p>All methods may be called from any thread. Calls for one graph wait for each other.
 */
public final class Graph implements AutoCloseable {
  private final Handle handle;

  Graph(Handle handle) {
    this.handle = handle;
  }

  /**
   * Parses a program.
   *
   * @param text the program in MLIR, with any dialects of MLIR and of sg
   * @param fileName the name of the file in messages
   * @return the graph
   * @throws SGException if the program is invalid
   */
  public static Graph fromText(String text, String fileName) {
    Objects.requireNonNull(text, "the text of the program is null");
    Objects.requireNonNull(fileName, "the file name of the program is null");
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String name = Arena.checkText(fileName);
    return CompilerThread.run(
        () -> {
          try (Arena arena = new Arena()) {
            // The library takes the length, but requires an address also for an empty text.
            Pointer address = bytes.length == 0 ? arena.bytes((byte) 0) : arena.bytes(bytes);
            return new Graph(
                Handle.make(
                    "graph",
                    reference -> LibSG.sgModuleParse(address, bytes.length, name, reference),
                    LibSG::sgModuleDestroy));
          }
        });
  }

  /**
   * Adds the function that maps x to f(x) and the gradient of f, a float scalar.
   *
   * @param function the name of f
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the name of the new function, by default "f_value_and_grad"
   * @throws SGException if the function has no gradient, or the name is taken
   */
  public String valueAndGradient(String function, Gradients.Options... options) {
    return differentiate(Gradients.VALUE_AND_GRADIENT, function, "_value_and_grad", options);
  }

  /**
   * Adds the function that maps x and cotangents of the results to f(x) and cotangents of the
   * arguments (reverse mode).
   *
   * @param function the name of f
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the name of the new function, by default "f_vjp"
   * @throws SGException if the function has no derivative, or the name is taken
   */
  public String vjp(String function, Gradients.Options... options) {
    return differentiate(Gradients.VJP, function, "_vjp", options);
  }

  /**
   * Adds the function that maps x and tangents of the arguments to f(x) and tangents of the results
   * (forward mode).
   *
   * @param function the name of f
   * @param options optional parameters, for example {@code Gradients.wrt(0)}
   * @return the name of the new function, by default "f_jvp"
   * @throws SGException if the function has no derivative, or the name is taken
   */
  public String jvp(String function, Gradients.Options... options) {
    return differentiate(Gradients.JVP, function, "_jvp", options);
  }

  /**
   * Reports the flow of gradients through a function: the arguments from which derivatives flow,
   * and the stops and ops at which they end.
   *
   * @param function the name of the function
   * @param options optional parameters: {@link Gradients#wrt} and {@link Gradients#of}
   * @return the text of the report
   * @throws SGException if there is no such function
   */
  public String report(String function, Gradients.Options... options) {
    Objects.requireNonNull(function, "the name of the function is null");
    Gradients.Options merged = Gradients.merge(options);
    PointerByReference text = new PointerByReference();
    CompilerThread.run(
        () -> {
          try (Arena arena = new Arena()) {
            Pointer request = merged.write(arena, Gradients.VALUE_AND_GRADIENT, function, null);
            handle.call(module -> LibSG.sgModuleReport(module, request, 0, text));
            return null;
          }
        });
    return LibSG.takeText(text);
  }

  /**
   * Returns the program.
   *
   * @return the text in MLIR
   */
  public String toText() {
    PointerByReference text = new PointerByReference();
    handle.call(module -> LibSG.sgModulePrint(module, 0, text));
    return LibSG.takeText(text);
  }

  /** Frees the program. Compiled functions remain usable. A second call has no effect. */
  @Override
  public void close() {
    handle.close();
  }

  /** Compiles a function. 'options' is an SGCompileOptions. Logs warnings. */
  Handle compile(String function, Pointer options) {
    Handle executable =
        CompilerThread.run(
            () ->
                Handle.make(
                    "function",
                    reference ->
                        handle.use(
                            module ->
                                LibSG.sgModuleCompile(module, function, options, reference)),
                    LibSG::sgExecutableDestroy));
    logWarnings();
    return executable;
  }

  private String differentiate(
      int mode, String function, String suffix, Gradients.Options... options) {
    Objects.requireNonNull(function, "the name of the function is null");
    Gradients.Options merged = Gradients.merge(options);
    String name = merged.nameOr(function + suffix);
    CompilerThread.run(
        () -> {
          try (Arena arena = new Arena()) {
            Pointer request = merged.write(arena, mode, function, name);
            handle.call(module -> LibSG.sgModuleDifferentiate(module, request));
            return null;
          }
        });
    logWarnings();
    return name;
  }

  private void logWarnings() {
    PointerByReference text = new PointerByReference();
    handle.call(module -> LibSG.sgModuleTakeWarnings(module, text));
    String warnings = LibSG.takeText(text);
    if (!warnings.isEmpty()) {
      System.getLogger("sg").log(System.Logger.Level.WARNING, warnings);
    }
  }
}
