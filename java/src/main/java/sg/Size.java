// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Objects;

/**
 * The size of an axis: a number, or symbolic, which means that calls determine it. Equal names in a
 * scope mean equal sizes: a call with unequal sizes is an error.
 *
 * <pre>{@code
 * Size n = Size.named("n");
 * TensorSpec<TFloat64> rows = TensorSpec.of(TFloat64.class, n, Size.of(3));
 * TensorSpec<TFloat64> padded = TensorSpec.of(TFloat64.class, n.plus(2), Size.of(3));
 * }</pre>
 */
public abstract class Size {
  private Size() {}

  /**
   * Returns a size that is known.
   *
   * @param value the size; {@link Shape#UNKNOWN_SIZE} only in shapes for {@code reshape}
   * @return the size
   */
  public static Size of(long value) {
    return new Constant(value);
  }

  /**
   * Returns a symbolic size.
   *
   * @param name the name, for example "n"
   * @return the size
   */
  public static Size named(String name) {
    return new Named(Objects.requireNonNull(name, "the name of a size is null"));
  }

  /** Returns a size of a builder by its number. */
  static Size ofBuilder(Builder builder, long number) {
    return number <= Builder.SYMBOLIC_SIZE ? new Built(builder, number) : of(number);
  }

  /**
   * Returns the sum.
   *
   * @param other the other size
   * @return this + other
   */
  public Size plus(Size other) {
    return new Computed('+', this, other);
  }

  /**
   * Returns the sum.
   *
   * @param other the other size
   * @return this + other
   */
  public Size plus(long other) {
    return plus(of(other));
  }

  /**
   * Returns the difference.
   *
   * @param other the other size
   * @return this - other
   */
  public Size minus(Size other) {
    return new Computed('-', this, other);
  }

  /**
   * Returns the difference.
   *
   * @param other the other size
   * @return this - other
   */
  public Size minus(long other) {
    return minus(of(other));
  }

  /**
   * Returns the product.
   *
   * @param other the other size
   * @return this * other
   */
  public Size times(Size other) {
    return new Computed('*', this, other);
  }

  /**
   * Returns the product.
   *
   * @param other the other size
   * @return this * other
   */
  public Size times(long other) {
    return times(of(other));
  }

  /**
   * Returns the quotient.
   *
   * @param other the divisor, which is positive
   * @return this / other, rounded down
   */
  public Size dividedBy(long other) {
    return new Computed('/', this, of(other));
  }

  /**
   * Returns the remainder.
   *
   * @param other the divisor, which is positive
   * @return this modulo other
   */
  public Size modulo(long other) {
    return new Computed('%', this, of(other));
  }

  /**
   * Returns the number.
   *
   * @return the size, or {@link Shape#UNKNOWN_SIZE} for a symbolic size
   */
  public long value() {
    return Shape.UNKNOWN_SIZE;
  }

  /** Returns the number of this size in a builder. */
  abstract long resolve(Builder builder);

  private static final class Constant extends Size {
    private final long value;

    Constant(long value) {
      this.value = value;
    }

    @Override
    public long value() {
      return value;
    }

    @Override
    long resolve(Builder builder) {
      return value;
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  private static final class Named extends Size {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    long resolve(Builder builder) {
      return builder.symbol(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A symbolic size of an operand. */
  private static final class Built extends Size {
    private final Builder owner;
    private final long number;
    private final String text;

    Built(Builder owner, long number) {
      this.owner = owner;
      this.number = number;
      this.text = owner.printSize(number);
    }

    @Override
    long resolve(Builder builder) {
      if (builder != owner) {
        throw SGException.argument(
            "the size " + this + " belongs to another scope: use Size.named in both scopes");
      }
      return number;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class Computed extends Size {
    private final char operation;
    private final Size x;
    private final Size y;

    Computed(char operation, Size x, Size y) {
      this.operation = operation;
      this.x = x;
      this.y = Objects.requireNonNull(y, "the other size is null");
    }

    @Override
    long resolve(Builder builder) {
      return builder.size(operation, x.resolve(builder), y.resolve(builder));
    }

    @Override
    public String toString() {
      return "(" + x + " " + operation + " " + y + ")";
    }
  }
}
