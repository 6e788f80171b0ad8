// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Optional parameters of derivatives.
 *
 * <pre>{@code
 * GraphFunction gradient = loss.valueAndGradient(Gradients.wrt(0, 1).strict(true));
 * }</pre>
 */
public final class Gradients {
  /** Computes the value and the gradient of one scalar. */
  static final int VALUE_AND_GRADIENT = 0;
  /** Computes a product of cotangents with derivatives. */
  static final int VJP = 1;
  /** Computes a product of derivatives with tangents. */
  static final int JVP = 2;

  /** Bytes of an SGRequest. */
  private static final int REQUEST_BYTES = 64;

  private Gradients() {}

  /** Options of a derivative. */
  public static final class Options {
    private int[] wrt;
    private int[] of;
    private String name;
    private boolean isStrict;
    private boolean hasStrongZero;

    private Options() {}

    /**
     * Selects the differentiated arguments. By default, these are all arguments of float type.
     *
     * @param positions positions of arguments, in the order of the gradients
     * @return these options
     */
    public Options wrt(int... positions) {
      wrt = Objects.requireNonNull(positions, "the positions for wrt are null").clone();
      return this;
    }

    /**
     * Selects the differentiated results of a function of a {@link Graph}. By default, this is the
     * first result for a gradient, and all results of float type otherwise. For a {@link
     * GraphFunction} this option is an error: build a function with these results.
     *
     * @param positions positions of results
     * @return these options
     */
    public Options of(int... positions) {
      of = Objects.requireNonNull(positions, "the positions for of are null").clone();
      return this;
    }

    /**
     * Sets whether an argument through which no derivative flows is an error. The default is false:
     * the derivative is 0.
     *
     * @param isStrict true for an error
     * @return these options
     */
    public Options strict(boolean isStrict) {
      this.isStrict = isStrict;
      return this;
    }

    /**
     * Sets whether zero times infinity or NaN is zero in the derivative. The default is false.
     *
     * @param hasStrongZero true for zero
     * @return these options
     */
    public Options strongZero(boolean hasStrongZero) {
      this.hasStrongZero = hasStrongZero;
      return this;
    }

    /**
     * Sets the name of the new function. The default is the name of the differentiated function,
     * followed by "_value_and_grad", "_vjp" or "_jvp".
     *
     * @param name the name
     * @return these options
     */
    public Options name(String name) {
      this.name = Objects.requireNonNull(name, "the name of the derivative is null");
      return this;
    }

    /** Returns the name of a derivative. */
    String nameOr(String defaultName) {
      return name == null ? defaultName : name;
    }

    int[] wrt() {
      return wrt;
    }

    int[] of() {
      return of;
    }

    /** Writes an SGRequest. */
    Pointer write(Arena arena, int mode, String function, String newName) {
      Pointer request = arena.allocate(REQUEST_BYTES);
      request.setInt(0, mode);
      request.setPointer(8, arena.text(function));
      writePositions(arena, request, 16, wrt);
      writePositions(arena, request, 32, of);
      request.setPointer(48, arena.text(newName));
      request.setInt(56, isStrict ? 1 : 0);
      request.setInt(60, hasStrongZero ? 1 : 0);
      return request;
    }

    private static void writePositions(Arena arena, Pointer request, long offset, int[] list) {
      if (list != null) {
        long[] positions = Arrays.stream(list).asLongStream().toArray();
        request.setPointer(offset, arena.longs(positions));
        request.setLong(offset + 8, positions.length);
      }
    }
  }

  /**
   * Selects the differentiated arguments.
   *
   * @param positions positions of arguments
   * @return options
   * @see Options#wrt
   */
  public static Options wrt(int... positions) {
    return new Options().wrt(positions);
  }

  /**
   * Selects the differentiated results.
   *
   * @param positions positions of results
   * @return options
   * @see Options#of
   */
  public static Options of(int... positions) {
    return new Options().of(positions);
  }

  /**
   * Sets whether an argument through which no derivative flows is an error.
   *
   * @param isStrict true for an error
   * @return options
   * @see Options#strict
   */
  public static Options strict(boolean isStrict) {
    return new Options().strict(isStrict);
  }

  /**
   * Sets whether zero times infinity or NaN is zero.
   *
   * @param hasStrongZero true for zero
   * @return options
   * @see Options#strongZero
   */
  public static Options strongZero(boolean hasStrongZero) {
    return new Options().strongZero(hasStrongZero);
  }

  /**
   * Sets the name of the new function.
   *
   * @param name the name
   * @return options
   * @see Options#name
   */
  public static Options name(String name) {
    return new Options().name(name);
  }

  /** Returns the combination of options. */
  static Options merge(Options... options) {
    Objects.requireNonNull(options, "the options of the derivative are null");
    Options merged = new Options();
    for (Options one : options) {
      Objects.requireNonNull(one, "an option of the derivative is null");
      merged.wrt = one.wrt == null ? merged.wrt : one.wrt;
      merged.of = one.of == null ? merged.of : one.of;
      merged.name = one.name == null ? merged.name : one.name;
      merged.isStrict |= one.isStrict;
      merged.hasStrongZero |= one.hasStrongZero;
    }
    return merged;
  }
}
