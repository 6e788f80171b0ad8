// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.

package sg;

import java.util.List;

/**
 * The operations, with the names of the table of operations in camel case. A scope and the operands
 * determine the function to which an operation is added.
 *
 * <pre>{@code
 * Ops tf = Ops.create(scope);
 * Operand<TFloat64> loss = tf.mean(tf.square(tf.subtract(tf.matmul(x, w), y)));
 * }</pre>
 *
 * <p>Operands broadcast as in NumPy. Operands with different element types do not compile: convert
 * an operand with {@link #cast}. Invalid operands throw an {@link SGException}, whose message names
 * the file and the line of the call. In a derivative, dx is the derivative of x.
 */
public final class Ops extends OpsBase {
  private Ops(Scope scope) {
    super(scope);
  }

  /**
   * Returns the operations of a scope.
   *
   * @param scope the scope
   * @return the operations
   */
  public static Ops create(Scope scope) {
    return new Ops(scope);
  }

  /**
   * Returns the operations with a name for the next operation.
   *
   * @param name the name
   * @return the operations of {@code scope().withName(name)}
   */
  public Ops withName(String name) {
    return new Ops(scope().withName(name));
  }

  /**
   * Returns the operations with a prefix for names.
   *
   * @param name the prefix
   * @return the operations of {@code scope().withSubScope(name)}
   */
  public Ops withSubScope(String name) {
    return new Ops(scope().withSubScope(name));
  }

  /**
   * The absolute value of each element. That of a complex number is real.
   *
   * <p>Derivative: sign(x) dx; 0 at x = 0.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param x an array
   * @param type the class of the element type of the result, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> abs(Operand<T> x, Class<U> type) {
    return operation("abs").array("x", x).build(type);
  }

  /**
   * The absolute value of each element. That of a complex number is real.
   *
   * <p>Derivative: sign(x) dx; 0 at x = 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> abs(Operand<T> x) {
    return operation("abs").array("x", x).build(x);
  }

  /**
   * The arc cosine in radians.
   *
   * <p>Derivative: -dx / sqrt(1 - x^2).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> acos(Operand<T> x) {
    return operation("acos").array("x", x).build(x);
  }

  /**
   * The inverse hyperbolic cosine.
   *
   * <p>Derivative: dx / sqrt(x^2 - 1).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> acosh(Operand<T> x) {
    return operation("acosh").array("x", x).build(x);
  }

  /**
   * x + y.
   *
   * <p>Derivative: dx + dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> add(Operand<T> x, Operand<T> y) {
    return operation("add").array("x", x).array("y", y).build(x);
  }

  /**
   * True if all elements are true or nonzero.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link All#axis}, {@link All#keepDims}
   * @return the result
   */
  public <T extends TType> Output<TBool> all(Operand<T> x, All.Options... options) {
    return operation("all").array("x", x).options(options).build(TBool.class);
  }

  /**
   * True if an element is true or nonzero.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Any#axis}, {@link Any#keepDims}
   * @return the result
   */
  public <T extends TType> Output<TBool> any(Operand<T> x, Any.Options... options) {
    return operation("any").array("x", x).options(options).build(TBool.class);
  }

  /**
   * The position of the first largest element, or of the first NaN. Without an axis, the position
   * in row-major order.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Argmax#axis}, {@link Argmax#keepDims}
   * @return the result
   */
  public <T extends TType> Output<TInt64> argmax(Operand<T> x, Argmax.Options... options) {
    return operation("argmax").array("x", x).options(options).build(TInt64.class);
  }

  /**
   * The position of the first smallest element, or of the first NaN. Without an axis, the position
   * in row-major order.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Argmin#axis}, {@link Argmin#keepDims}
   * @return the result
   */
  public <T extends TType> Output<TInt64> argmin(Operand<T> x, Argmin.Options... options) {
    return operation("argmin").array("x", x).options(options).build(TInt64.class);
  }

  /**
   * The positions of the sorted elements along an axis. Equal elements keep their order, also if
   * {@code stable} is false. NaN counts as the largest number.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Argsort#axis}, {@link Argsort#descending}, {@link
   *     Argsort#stable}
   * @return the result
   */
  public <T extends TType> Output<TInt64> argsort(Operand<T> x, Argsort.Options... options) {
    return operation("argsort").array("x", x).options(options).build(TInt64.class);
  }

  /**
   * The arc sine in radians.
   *
   * <p>Derivative: dx / sqrt(1 - x^2).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> asin(Operand<T> x) {
    return operation("asin").array("x", x).build(x);
  }

  /**
   * The inverse hyperbolic sine.
   *
   * <p>Derivative: dx / sqrt(x^2 + 1).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> asinh(Operand<T> x) {
    return operation("asinh").array("x", x).build(x);
  }

  /**
   * Converts the elements. Floats are rounded to nearest; as integers they are rounded to zero and
   * clamped to the range, and NaN is 0. Integers wrap around. As bool, a number is true unless it
   * is 0. A complex number converts only to complex types and bool.
   *
   * <p>Derivative: dx, converted, from float to float.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param x an array
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> cast(Operand<T> x, Class<U> dtype) {
    return operation("astype").array("x", x).set("dtype", DataType.of(dtype)).build(dtype);
  }

  /**
   * The arc tangent in radians.
   *
   * <p>Derivative: dx / (1 + x^2).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> atan(Operand<T> x) {
    return operation("atan").array("x", x).build(x);
  }

  /**
   * The angle of the point (x, y) in radians.
   *
   * <p>Derivative: (x dy - y dx) / (x^2 + y^2); NaN at (0, 0).
   *
   * @param <T> an element type
   * @param y an array
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> atan2(Operand<T> y, Operand<T> x) {
    return operation("atan2").array("y", y).array("x", x).build(y);
  }

  /**
   * The inverse hyperbolic tangent.
   *
   * <p>Derivative: dx / (1 - x^2).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> atanh(Operand<T> x) {
    return operation("atanh").array("x", x).build(x);
  }

  /**
   * The bits of the elements as a type of the same size.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param x an array
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> bitcast(Operand<T> x, Class<U> dtype) {
    return operation("bitcast").array("x", x).set("dtype", DataType.of(dtype)).build(dtype);
  }

  /**
   * The bits set in both integers.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseAnd(Operand<T> x, Operand<T> y) {
    return operation("bitwise_and").array("x", x).array("y", y).build(x);
  }

  /**
   * The bits not set in the integer.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseInvert(Operand<T> x) {
    return operation("bitwise_invert").array("x", x).build(x);
  }

  /**
   * x shifted by y bits to the left.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseLeftShift(Operand<T> x, Operand<T> y) {
    return operation("bitwise_left_shift").array("x", x).array("y", y).build(x);
  }

  /**
   * The bits set in either integer.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseOr(Operand<T> x, Operand<T> y) {
    return operation("bitwise_or").array("x", x).array("y", y).build(x);
  }

  /**
   * x shifted by y bits to the right. The sign is kept.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseRightShift(Operand<T> x, Operand<T> y) {
    return operation("bitwise_right_shift").array("x", x).array("y", y).build(x);
  }

  /**
   * The bits set in one of two integers.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> bitwiseXor(Operand<T> x, Operand<T> y) {
    return operation("bitwise_xor").array("x", x).array("y", y).build(x);
  }

  /**
   * Repeats axes of size 1 and adds leading axes.
   *
   * <p>Derivative: dx, broadcast.
   *
   * @param <T> an element type
   * @param x an array
   * @param shape a shape
   * @return the result
   */
  public <T extends TType> Output<T> broadcastTo(Operand<T> x, Shape shape) {
    return operation("broadcast_to").array("x", x).set("shape", shape).build(x);
  }

  /**
   * The cube root.
   *
   * <p>Derivative: dx / (3 cbrt(x)^2).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> cbrt(Operand<T> x) {
    return operation("cbrt").array("x", x).build(x);
  }

  /**
   * The least integer that is not less than x.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> ceil(Operand<T> x) {
    return operation("ceil").array("x", x).build(x);
  }

  /**
   * minimum(maximum(x, low), high).
   *
   * <p>Derivative: The derivative of the argument that is the result; half of each at a tie.
   *
   * @param <T> an element type
   * @param x an array
   * @param low an array
   * @param high an array
   * @return the result
   */
  public <T extends TType> Output<T> clip(Operand<T> x, Operand<T> low, Operand<T> high) {
    return operation("clip").array("x", x).array("low", low).array("high", high).build(x);
  }

  /**
   * Joins arrays along an axis.
   *
   * <p>Derivative: The derivatives, joined.
   *
   * @param <T> an element type
   * @param arrays the arrays
   * @param options optional parameters: {@link Concat#axis}
   * @return the result
   */
  public <T extends TType> Output<T> concat(
      List<? extends Operand<T>> arrays, Concat.Options... options) {
    return operation("concat").arrays("arrays", arrays).options(options).build(arrays.get(0));
  }

  /**
   * The complex conjugate. A real number is returned unchanged.
   *
   * <p>Derivative: dx for a real number.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> conj(Operand<T> x) {
    return operation("conj").array("x", x).build(x);
  }

  /**
   * The convolution of x with a kernel over the spatial axes, as in JAX: the kernel is not flipped.
   * {@code padding} has two integers for each spatial axis, before and after it; a negative one
   * drops elements. A spec names the axes: N is the batch, C the channels, O and I the outputs and
   * inputs of the kernel, and digits are the spatial axes. The default is NC01... and OI01....
   *
   * <p>Derivative: The convolution of dx plus that with the derivative of the kernel.
   *
   * @param <T> an element type
   * @param x an array
   * @param kernel an array
   * @param options optional parameters: {@link ConvGeneralDilated#strides}, {@link
   *     ConvGeneralDilated#padding}, {@link ConvGeneralDilated#lhsDilation}, {@link
   *     ConvGeneralDilated#rhsDilation}, {@link ConvGeneralDilated#featureGroupCount}, {@link
   *     ConvGeneralDilated#lhsSpec}, {@link ConvGeneralDilated#rhsSpec}, {@link
   *     ConvGeneralDilated#outSpec}
   * @return the result
   */
  public <T extends TType> Output<T> convGeneralDilated(
      Operand<T> x, Operand<T> kernel, ConvGeneralDilated.Options... options) {
    return operation("conv_general_dilated")
        .array("x", x)
        .array("kernel", kernel)
        .options(options)
        .build(x);
  }

  /**
   * |x| with the sign of y.
   *
   * <p>Derivative: sign(x) sign(y) dx; 0 at x = 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> copysign(Operand<T> x, Operand<T> y) {
    return operation("copysign").array("x", x).array("y", y).build(x);
  }

  /**
   * The cosine of an angle in radians.
   *
   * <p>Derivative: -sin(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> cos(Operand<T> x) {
    return operation("cos").array("x", x).build(x);
  }

  /**
   * The hyperbolic cosine.
   *
   * <p>Derivative: sinh(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> cosh(Operand<T> x) {
    return operation("cosh").array("x", x).build(x);
  }

  /**
   * The logarithm of the sum of the exponentials of the elements up to each element.
   *
   * <p>Derivative: That of logaddexp.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Cumlogsumexp#axis}, {@link Cumlogsumexp#reverse}
   * @return the result
   */
  public <T extends TType> Output<T> cumlogsumexp(Operand<T> x, Cumlogsumexp.Options... options) {
    return operation("cumlogsumexp").array("x", x).options(options).build(x);
  }

  /**
   * The largest element up to each element.
   *
   * <p>Derivative: That of maximum.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Cummax#axis}, {@link Cummax#reverse}
   * @return the result
   */
  public <T extends TType> Output<T> cummax(Operand<T> x, Cummax.Options... options) {
    return operation("cummax").array("x", x).options(options).build(x);
  }

  /**
   * The smallest element up to each element.
   *
   * <p>Derivative: That of minimum.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Cummin#axis}, {@link Cummin#reverse}
   * @return the result
   */
  public <T extends TType> Output<T> cummin(Operand<T> x, Cummin.Options... options) {
    return operation("cummin").array("x", x).options(options).build(x);
  }

  /**
   * The product of the elements up to each element. The result has the element type of the operand.
   *
   * <p>Derivative: The sum of the products with one factor differentiated.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Cumprod#axis}, {@link Cumprod#reverse}
   * @return the result
   */
  public <T extends TType> Output<T> cumprod(Operand<T> x, Cumprod.Options... options) {
    return operation("cumprod").array("x", x).set("dtype", x.dataType()).options(options).build(x);
  }

  /**
   * The sum of the elements up to each element. The result has the element type of the operand.
   *
   * <p>Derivative: The cumulative sum of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Cumsum#axis}, {@link Cumsum#reverse}
   * @return the result
   */
  public <T extends TType> Output<T> cumsum(Operand<T> x, Cumsum.Options... options) {
    return operation("cumsum").array("x", x).set("dtype", x.dataType()).options(options).build(x);
  }

  /**
   * The elements x[..., i, i + offset] of the last two axes.
   *
   * <p>Derivative: The diagonal of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Diagonal#offset}
   * @return the result
   */
  public <T extends TType> Output<T> diagonal(Operand<T> x, Diagonal.Options... options) {
    return operation("diagonal").array("x", x).options(options).build(x);
  }

  /**
   * The derivative of lgamma.
   *
   * <p>Derivative: polygamma(1, x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> digamma(Operand<T> x) {
    return operation("digamma").array("x", x).build(x);
  }

  /**
   * x / y, for floats and complex numbers. The latter follow annex G of the C standard at
   * infinities.
   *
   * <p>Derivative: dx / y - x dy / y^2.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> divide(Operand<T> x, Operand<T> y) {
    return operation("divide").array("x", x).array("y", y).build(x);
  }

  /**
   * The slice with {@code sizes} that begins at the integers {@code starts}, one for each axis.
   * Starts are clamped so that the slice is in bounds.
   *
   * <p>Derivative: The slice of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param starts the arrays
   * @param sizes a shape
   * @return the result
   */
  public <T extends TType> Output<T> dynamicSlice(
      Operand<T> x, List<? extends Operand<? extends TIntegral>> starts, Shape sizes) {
    return operation("dynamic_slice")
        .array("x", x)
        .arrays("starts", starts)
        .set("sizes", sizes)
        .build(x);
  }

  /**
   * x with the slice that begins at the integers {@code starts} replaced by {@code update}. Starts
   * are clamped so that the slice is in bounds.
   *
   * <p>Derivative: dx with the slice replaced by the derivative of the update.
   *
   * @param <T> an element type
   * @param x an array
   * @param update an array
   * @param starts the arrays
   * @return the result
   */
  public <T extends TType> Output<T> dynamicUpdateSlice(
      Operand<T> x, Operand<T> update, List<? extends Operand<? extends TIntegral>> starts) {
    return operation("dynamic_update_slice")
        .array("x", x)
        .array("update", update)
        .arrays("starts", starts)
        .build(x);
  }

  /**
   * The sum of products in Einstein's notation, for example "ij,jk-&gt;ik" for a matrix product.
   * Arrays are contracted from left to right.
   *
   * <p>Derivative: The sum of the results with one operand differentiated.
   *
   * @param <T> an element type
   * @param operands the arrays
   * @param subscripts a text
   * @return the result
   */
  public <T extends TType> Output<T> einsum(
      List<? extends Operand<T>> operands, String subscripts) {
    return operation("einsum")
        .arrays("operands", operands)
        .set("subscripts", subscripts)
        .build(operands.get(0));
  }

  /**
   * x where x &gt; 0, otherwise alpha (exp(x) - 1).
   *
   * <p>Derivative: dx where x &gt; 0, otherwise alpha exp(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Elu#alpha}
   * @return the result
   */
  public <T extends TType> Output<T> elu(Operand<T> x, Elu.Options... options) {
    return operation("elu").array("x", x).options(options).build(x);
  }

  /**
   * True where x = y. NaN differs from NaN.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> equal(Operand<T> x, Operand<T> y) {
    return operation("equal").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * The error function.
   *
   * <p>Derivative: 2 / sqrt(pi) exp(-x^2) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> erf(Operand<T> x) {
    return operation("erf").array("x", x).build(x);
  }

  /**
   * The inverse of erf. Infinite at -1 and 1, NaN outside.
   *
   * <p>Derivative: sqrt(pi) / 2 exp(y^2) dx for the result y.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> erfInv(Operand<T> x) {
    return operation("erf_inv").array("x", x).build(x);
  }

  /**
   * 1 - erf(x).
   *
   * <p>Derivative: -2 / sqrt(pi) exp(-x^2) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> erfc(Operand<T> x) {
    return operation("erfc").array("x", x).build(x);
  }

  /**
   * The exponential function.
   *
   * <p>Derivative: exp(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> exp(Operand<T> x) {
    return operation("exp").array("x", x).build(x);
  }

  /**
   * 2 to the power of x.
   *
   * <p>Derivative: ln(2) 2^x dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> exp2(Operand<T> x) {
    return operation("exp2").array("x", x).build(x);
  }

  /**
   * Adds an axis of size 1.
   *
   * <p>Derivative: dx, expanded.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link ExpandDims#axis}
   * @return the result
   */
  public <T extends TType> Output<T> expandDims(Operand<T> x, ExpandDims.Options... options) {
    return operation("expand_dims").array("x", x).options(options).build(x);
  }

  /**
   * exp(x) - 1, without cancellation near 0.
   *
   * <p>Derivative: exp(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> expm1(Operand<T> x) {
    return operation("expm1").array("x", x).build(x);
  }

  /**
   * The elements in reverse order along axes.
   *
   * <p>Derivative: dx, flipped.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Flip#axis}
   * @return the result
   */
  public <T extends TType> Output<T> flip(Operand<T> x, Flip.Options... options) {
    return operation("flip").array("x", x).options(options).build(x);
  }

  /**
   * The largest integer that does not exceed x.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> floor(Operand<T> x) {
    return operation("floor").array("x", x).build(x);
  }

  /**
   * x / y, rounded down. An integer divided by 0 is 0.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> floorDivide(Operand<T> x, Operand<T> y) {
    return operation("floor_divide").array("x", x).array("y", y).build(x);
  }

  /**
   * x - trunc(x / y) y, which has the sign of x, for floats. NaN for y = 0.
   *
   * <p>Derivative: dx - trunc(x / y) dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> fmod(Operand<T> x, Operand<T> y) {
    return operation("fmod").array("x", x).array("y", y).build(x);
  }

  /**
   * An array whose elements are all {@code fillValue}.
   *
   * @param <U> an element type
   * @param shape a shape
   * @param fillValue a number
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> full(Shape shape, double fillValue, Class<U> dtype) {
    return operation("full")
        .set("shape", shape)
        .set("fill_value", fillValue)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * x[..., i, j, ...] as in NumPy: the elements at arrays of integers, one array for each of {@code
   * axes}, which are in ascending order. The arrays broadcast. Their axes are in the place of the
   * indexed axes if those are adjacent, otherwise they come first. A negative index counts from the
   * end. An index out of range is an error when the program runs.
   *
   * <p>Derivative: The elements of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param indices the arrays
   * @param axes integers
   * @return the result
   */
  public <T extends TType> Output<T> gather(
      Operand<T> x, List<? extends Operand<? extends TIntegral>> indices, long... axes) {
    return operation("gather").array("x", x).arrays("indices", indices).set("axes", axes).build(x);
  }

  /**
   * x times the standard normal distribution function of x, approximated by tanh unless {@code
   * approximate} is false.
   *
   * <p>Derivative: The derivative of the formula.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Gelu#approximate}
   * @return the result
   */
  public <T extends TType> Output<T> gelu(Operand<T> x, Gelu.Options... options) {
    return operation("gelu").array("x", x).options(options).build(x);
  }

  /**
   * True where x &gt; y.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> greater(Operand<T> x, Operand<T> y) {
    return operation("greater").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * True where x &gt;= y.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> greaterEqual(Operand<T> x, Operand<T> y) {
    return operation("greater_equal").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * sqrt(x^2 + y^2), without overflow.
   *
   * <p>Derivative: (x dx + y dy) / hypot(x, y); 0 at (0, 0), NaN if both are infinite.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> hypot(Operand<T> x, Operand<T> y) {
    return operation("hypot").array("x", x).array("y", y).build(x);
  }

  /**
   * The imaginary part. That of a real number is 0.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param x an array
   * @param type the class of the element type of the result, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> imag(Operand<T> x, Class<U> type) {
    return operation("imag").array("x", x).build(type);
  }

  /**
   * x to the power of n by multiplications: 1 for n = 0.
   *
   * <p>Derivative: n x^(n-1) dx; 0 for n = 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param n an integer
   * @return the result
   */
  public <T extends TType> Output<T> integerPow(Operand<T> x, long n) {
    return operation("integer_pow").array("x", x).set("n", n).build(x);
  }

  /**
   * The index of each element along an axis.
   *
   * @param <U> an element type
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @param options optional parameters: {@link Iota#axis}
   * @return the result
   */
  public <U extends TType> Output<U> iota(Shape shape, Class<U> dtype, Iota.Options... options) {
    return operation("iota")
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .options(options)
        .build(dtype);
  }

  /**
   * True where x, or each part of a complex number, is neither infinite nor NaN.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<TBool> isfinite(Operand<T> x) {
    return operation("isfinite").array("x", x).build(TBool.class);
  }

  /**
   * True where x, or a part of a complex number, is infinite.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<TBool> isinf(Operand<T> x) {
    return operation("isinf").array("x", x).build(TBool.class);
  }

  /**
   * True where x, or a part of a complex number, is NaN.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<TBool> isnan(Operand<T> x) {
    return operation("isnan").array("x", x).build(TBool.class);
  }

  /**
   * x where x &gt;= 0, otherwise negative_slope x.
   *
   * <p>Derivative: dx where x &gt;= 0, otherwise negative_slope dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link LeakyRelu#negativeSlope}
   * @return the result
   */
  public <T extends TType> Output<T> leakyRelu(Operand<T> x, LeakyRelu.Options... options) {
    return operation("leaky_relu").array("x", x).options(options).build(x);
  }

  /**
   * True where x &lt; y.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> less(Operand<T> x, Operand<T> y) {
    return operation("less").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * True where x &lt;= y.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> lessEqual(Operand<T> x, Operand<T> y) {
    return operation("less_equal").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * The logarithm of |gamma(x)|. Infinite at 0, -1, -2, ...
   *
   * <p>Derivative: digamma(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> lgamma(Operand<T> x) {
    return operation("lgamma").array("x", x).build(x);
  }

  /**
   * The natural logarithm.
   *
   * <p>Derivative: dx / x.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> log(Operand<T> x) {
    return operation("log").array("x", x).build(x);
  }

  /**
   * The logarithm in base 10.
   *
   * <p>Derivative: dx / (x ln(10)).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> log10(Operand<T> x) {
    return operation("log10").array("x", x).build(x);
  }

  /**
   * log(1 + x), without cancellation near 0.
   *
   * <p>Derivative: dx / (1 + x).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> log1p(Operand<T> x) {
    return operation("log1p").array("x", x).build(x);
  }

  /**
   * The logarithm in base 2.
   *
   * <p>Derivative: dx / (x ln(2)).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> log2(Operand<T> x) {
    return operation("log2").array("x", x).build(x);
  }

  /**
   * log(logistic(x)), without overflow.
   *
   * <p>Derivative: logistic(-x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> logSigmoid(Operand<T> x) {
    return operation("log_sigmoid").array("x", x).build(x);
  }

  /**
   * log(exp(x) + exp(y)), without overflow.
   *
   * <p>Derivative: exp(x - z) dx + exp(y - z) dy for the result z.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> logaddexp(Operand<T> x, Operand<T> y) {
    return operation("logaddexp").array("x", x).array("y", y).build(x);
  }

  /**
   * True where both bools are.
   *
   * @param x an array
   * @param y an array
   * @return the result
   */
  public Output<TBool> logicalAnd(Operand<TBool> x, Operand<TBool> y) {
    return operation("logical_and").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * True where the bool is false.
   *
   * @param x an array
   * @return the result
   */
  public Output<TBool> logicalNot(Operand<TBool> x) {
    return operation("logical_not").array("x", x).build(TBool.class);
  }

  /**
   * True where one of the bools is.
   *
   * @param x an array
   * @param y an array
   * @return the result
   */
  public Output<TBool> logicalOr(Operand<TBool> x, Operand<TBool> y) {
    return operation("logical_or").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * True where the bools differ.
   *
   * @param x an array
   * @param y an array
   * @return the result
   */
  public Output<TBool> logicalXor(Operand<TBool> x, Operand<TBool> y) {
    return operation("logical_xor").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * 1 / (1 + exp(-x)).
   *
   * <p>Derivative: y (1 - y) dx for the result y.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> logistic(Operand<T> x) {
    return operation("logistic").array("x", x).build(x);
  }

  /**
   * The complex number with these parts, which are float32 or float64.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param real an array
   * @param imag an array
   * @param type the class of the element type of the result, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> makeComplex(
      Operand<T> real, Operand<T> imag, Class<U> type) {
    return operation("make_complex").array("real", real).array("imag", imag).build(type);
  }

  /**
   * The matrix product of the last two axes. An array of rank 1 is a row on the left and a column
   * on the right. Leading axes broadcast.
   *
   * <p>Derivative: matmul(dx, y) + matmul(x, dy).
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> matmul(Operand<T> x, Operand<T> y) {
    return operation("matmul").array("x", x).array("y", y).build(x);
  }

  /**
   * Exchanges the last two axes.
   *
   * <p>Derivative: dx, transposed.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> matrixTranspose(Operand<T> x) {
    return operation("matrix_transpose").array("x", x).build(x);
  }

  /**
   * The largest element. NaN if one is NaN.
   *
   * <p>Derivative: The derivative of the largest element, in equal parts at ties.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Max#axis}, {@link Max#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> max(Operand<T> x, Max.Options... options) {
    return operation("max").array("x", x).options(options).build(x);
  }

  /**
   * The larger element. NaN if one is NaN.
   *
   * <p>Derivative: The derivative of the larger element; half of each at a tie.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> maximum(Operand<T> x, Operand<T> y) {
    return operation("maximum").array("x", x).array("y", y).build(x);
  }

  /**
   * The mean. NaN for an empty axis.
   *
   * <p>Derivative: The mean of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Mean#axis}, {@link Mean#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> mean(Operand<T> x, Mean.Options... options) {
    return operation("mean").array("x", x).options(options).build(x);
  }

  /**
   * The smallest element. NaN if one is NaN.
   *
   * <p>Derivative: The derivative of the smallest element, in equal parts at ties.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Min#axis}, {@link Min#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> min(Operand<T> x, Min.Options... options) {
    return operation("min").array("x", x).options(options).build(x);
  }

  /**
   * The smaller element. NaN if one is NaN.
   *
   * <p>Derivative: The derivative of the smaller element; half of each at a tie.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> minimum(Operand<T> x, Operand<T> y) {
    return operation("minimum").array("x", x).array("y", y).build(x);
  }

  /**
   * Moves an axis to another position.
   *
   * <p>Derivative: dx, moved.
   *
   * @param <T> an element type
   * @param x an array
   * @param source an integer
   * @param destination an integer
   * @return the result
   */
  public <T extends TType> Output<T> moveaxis(Operand<T> x, long source, long destination) {
    return operation("moveaxis")
        .array("x", x)
        .set("source", source)
        .set("destination", destination)
        .build(x);
  }

  /**
   * x y.
   *
   * <p>Derivative: x dy + y dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> multiply(Operand<T> x, Operand<T> y) {
    return operation("multiply").array("x", x).array("y", y).build(x);
  }

  /**
   * x with NaN and infinities replaced; without a number for infinities, by the largest and
   * smallest finite number.
   *
   * <p>Derivative: dx where x is finite, otherwise 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link NanToNum#nan}, {@link NanToNum#posinf}, {@link
   *     NanToNum#neginf}
   * @return the result
   */
  public <T extends TType> Output<T> nanToNum(Operand<T> x, NanToNum.Options... options) {
    return operation("nan_to_num").array("x", x).options(options).build(x);
  }

  /**
   * -x.
   *
   * <p>Derivative: -dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> negative(Operand<T> x) {
    return operation("negative").array("x", x).build(x);
  }

  /**
   * The float after x in the direction of y. y if x equals y.
   *
   * <p>Derivative: dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> nextafter(Operand<T> x, Operand<T> y) {
    return operation("nextafter").array("x", x).array("y", y).build(x);
  }

  /**
   * True where x differs from y. NaN differs from NaN.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<TBool> notEqual(Operand<T> x, Operand<T> y) {
    return operation("not_equal").array("x", x).array("y", y).build(TBool.class);
  }

  /**
   * 1 at the position x of a new last axis, otherwise 0. All 0 if x is out of range.
   *
   * @param <U> an element type
   * @param x an array
   * @param numClasses a size
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> oneHot(
      Operand<? extends TIntegral> x, Size numClasses, Class<U> dtype) {
    return operation("one_hot")
        .array("x", x)
        .set("num_classes", numClasses)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * 1 at the position x of a new last axis, otherwise 0. All 0 if x is out of range.
   *
   * @param <U> an element type
   * @param x an array
   * @param numClasses a size
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> oneHot(
      Operand<? extends TIntegral> x, long numClasses, Class<U> dtype) {
    return operation("one_hot")
        .array("x", x)
        .set("num_classes", Size.of(numClasses))
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * The products of each pair of elements of two vectors.
   *
   * <p>Derivative: outer(dx, y) + outer(x, dy).
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> outer(Operand<T> x, Operand<T> y) {
    return operation("outer").array("x", x).array("y", y).build(x);
  }

  /**
   * Adds elements {@code value} before and after each axis: widths[2 i] before axis i, and widths[2
   * i + 1] after it.
   *
   * <p>Derivative: dx, padded with 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param widths integers
   * @param options optional parameters: {@link Pad#value}
   * @return the result
   */
  public <T extends TType> Output<T> pad(Operand<T> x, long[] widths, Pad.Options... options) {
    return operation("pad").array("x", x).set("widths", widths).options(options).build(x);
  }

  /**
   * Permutes the axes: axis i of the result is axis axes[i] of x.
   *
   * <p>Derivative: dx, permuted.
   *
   * @param <T> an element type
   * @param x an array
   * @param axes integers
   * @return the result
   */
  public <T extends TType> Output<T> permuteDims(Operand<T> x, long... axes) {
    return operation("permute_dims").array("x", x).set("axes", axes).build(x);
  }

  /**
   * Derivative n of digamma. At 0, -1, -2, ... it is infinite for odd n and NaN for even n.
   *
   * <p>Derivative: polygamma(n + 1, x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param n an integer
   * @return the result
   */
  public <T extends TType> Output<T> polygamma(Operand<T> x, long n) {
    return operation("polygamma").array("x", x).set("n", n).build(x);
  }

  /**
   * x.
   *
   * <p>Derivative: dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> positive(Operand<T> x) {
    return operation("positive").array("x", x).build(x);
  }

  /**
   * x to the power of y.
   *
   * <p>Derivative: y x^(y-1) dx + ln(x) x^y dy; 0 for dx at y = 0, and for dy at x = 0.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> pow(Operand<T> x, Operand<T> y) {
    return operation("pow").array("x", x).array("y", y).build(x);
  }

  /**
   * The product. The result has the element type of the operand.
   *
   * <p>Derivative: The sum over i of dx[i] times the product of the other elements.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Prod#axis}, {@link Prod#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> prod(Operand<T> x, Prod.Options... options) {
    return operation("prod").array("x", x).set("dtype", x.dataType()).options(options).build(x);
  }

  /**
   * True with the probability p, which broadcasts.
   *
   * @param key an array
   * @param p an array
   * @param shape a shape
   * @return the result
   */
  public Output<TBool> randomBernoulli(
      Operand<TUint32> key, Operand<? extends TFloating> p, Shape shape) {
    return operation("random_bernoulli")
        .array("key", key)
        .array("p", p)
        .set("shape", shape)
        .build(TBool.class);
  }

  /**
   * Random bits of an unsigned integer.
   *
   * @param <U> an element type
   * @param key an array
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> randomBits(Operand<TUint32> key, Shape shape, Class<U> dtype) {
    return operation("random_bits")
        .array("key", key)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * Random positions along an axis, with probabilities proportional to exp(logits).
   *
   * @param <T> an element type
   * @param key an array
   * @param logits an array
   * @param options optional parameters: {@link RandomCategorical#axis}
   * @return the result
   */
  public <T extends TType> Output<TInt64> randomCategorical(
      Operand<TUint32> key, Operand<T> logits, RandomCategorical.Options... options) {
    return operation("random_categorical")
        .array("key", key)
        .array("logits", logits)
        .options(options)
        .build(TInt64.class);
  }

  /**
   * Numbers with the density exp(-x).
   *
   * @param <U> an element type
   * @param key an array
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> randomExponential(
      Operand<TUint32> key, Shape shape, Class<U> dtype) {
    return operation("random_exponential")
        .array("key", key)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * A key for the key and an integer, of which 32 bits are used.
   *
   * @param key an array
   * @param data an array
   * @return the result
   */
  public Output<TUint32> randomFoldIn(Operand<TUint32> key, Operand<? extends TIntegral> data) {
    return operation("random_fold_in").array("key", key).array("data", data).build(TUint32.class);
  }

  /**
   * Numbers with the density exp(-x - exp(-x)).
   *
   * @param <U> an element type
   * @param key an array
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> randomGumbel(
      Operand<TUint32> key, Shape shape, Class<U> dtype) {
    return operation("random_gumbel")
        .array("key", key)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * The key of an integer: uint32[2].
   *
   * @param seed an array
   * @return the result
   */
  public Output<TUint32> randomKey(Operand<? extends TIntegral> seed) {
    return operation("random_key").array("seed", seed).build(TUint32.class);
  }

  /**
   * Numbers of the standard normal distribution.
   *
   * @param <U> an element type
   * @param key an array
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> randomNormal(
      Operand<TUint32> key, Shape shape, Class<U> dtype) {
    return operation("random_normal")
        .array("key", key)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * The integers from 0 to n - 1 in random order.
   *
   * @param key an array
   * @param n a size
   * @return the result
   */
  public Output<TInt64> randomPermutation(Operand<TUint32> key, Size n) {
    return operation("random_permutation").array("key", key).set("n", n).build(TInt64.class);
  }

  /**
   * The integers from 0 to n - 1 in random order.
   *
   * @param key an array
   * @param n a size
   * @return the result
   */
  public Output<TInt64> randomPermutation(Operand<TUint32> key, long n) {
    return operation("random_permutation")
        .array("key", key)
        .set("n", Size.of(n))
        .build(TInt64.class);
  }

  /**
   * Uniform integers from {@code low}, inclusive, to {@code high}, exclusive.
   *
   * @param <U> an element type
   * @param key an array
   * @param low an integer
   * @param high an integer
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @return the result
   */
  public <U extends TType> Output<U> randomRandint(
      Operand<TUint32> key, long low, long high, Shape shape, Class<U> dtype) {
    return operation("random_randint")
        .array("key", key)
        .set("low", low)
        .set("high", high)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .build(dtype);
  }

  /**
   * {@code num} keys: uint32[num, 2].
   *
   * @param key an array
   * @param num a size
   * @return the result
   */
  public Output<TUint32> randomSplit(Operand<TUint32> key, Size num) {
    return operation("random_split").array("key", key).set("num", num).build(TUint32.class);
  }

  /**
   * {@code num} keys: uint32[num, 2].
   *
   * @param key an array
   * @param num a size
   * @return the result
   */
  public Output<TUint32> randomSplit(Operand<TUint32> key, long num) {
    return operation("random_split")
        .array("key", key)
        .set("num", Size.of(num))
        .build(TUint32.class);
  }

  /**
   * Uniform numbers from {@code low}, inclusive, to {@code high}, exclusive.
   *
   * @param <U> an element type
   * @param key an array
   * @param shape a shape
   * @param dtype the class of the element type, for example {@code TFloat32.class}
   * @param options optional parameters: {@link RandomUniform#low}, {@link RandomUniform#high}
   * @return the result
   */
  public <U extends TType> Output<U> randomUniform(
      Operand<TUint32> key, Shape shape, Class<U> dtype, RandomUniform.Options... options) {
    return operation("random_uniform")
        .array("key", key)
        .set("shape", shape)
        .set("dtype", DataType.of(dtype))
        .options(options)
        .build(dtype);
  }

  /**
   * The real part. A real number is returned unchanged.
   *
   * <p>Derivative: dx for a real number.
   *
   * @param <T> an element type
   * @param <U> an element type
   * @param x an array
   * @param type the class of the element type of the result, for example {@code TFloat32.class}
   * @return the result
   */
  public <T extends TType, U extends TType> Output<U> real(Operand<T> x, Class<U> type) {
    return operation("real").array("x", x).build(type);
  }

  /**
   * 1 / x, for floats and complex numbers.
   *
   * <p>Derivative: -dx / x^2.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> reciprocal(Operand<T> x) {
    return operation("reciprocal").array("x", x).build(x);
  }

  /**
   * The sum, prod, max or min of the elements in windows. {@code window} and the other parameters
   * have an integer for each axis; {@code padding} has two. Elements outside of x are neutral.
   *
   * <p>Derivative: That of the mode; at ties of max and min, that of the first element.
   *
   * @param <T> an element type
   * @param x an array
   * @param window integers
   * @param options optional parameters: {@link ReduceWindow#strides}, {@link ReduceWindow#padding},
   *     {@link ReduceWindow#dilation}, {@link ReduceWindow#mode}
   * @return the result
   */
  public <T extends TType> Output<T> reduceWindow(
      Operand<T> x, long[] window, ReduceWindow.Options... options) {
    return operation("reduce_window").array("x", x).set("window", window).options(options).build(x);
  }

  /**
   * maximum(x, 0).
   *
   * <p>Derivative: dx where x &gt; 0, otherwise 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> relu(Operand<T> x) {
    return operation("relu").array("x", x).build(x);
  }

  /**
   * minimum(maximum(x, 0), 6).
   *
   * <p>Derivative: dx where 0 &lt; x &lt; 6, otherwise 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> relu6(Operand<T> x) {
    return operation("relu6").array("x", x).build(x);
  }

  /**
   * x - floor(x / y) y, which has the sign of y. 0 for an integer and y = 0.
   *
   * <p>Derivative: dx - floor(x / y) dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> remainder(Operand<T> x, Operand<T> y) {
    return operation("remainder").array("x", x).array("y", y).build(x);
  }

  /**
   * Changes the sizes and keeps the elements in row-major order. A size of -1 is computed from the
   * others.
   *
   * <p>Derivative: dx, reshaped.
   *
   * @param <T> an element type
   * @param x an array
   * @param shape a shape
   * @return the result
   */
  public <T extends TType> Output<T> reshape(Operand<T> x, Shape shape) {
    return operation("reshape").array("x", x).set("shape", shape).build(x);
  }

  /**
   * The nearest integer, ties to even.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> round(Operand<T> x) {
    return operation("round").array("x", x).build(x);
  }

  /**
   * 1 / sqrt(x).
   *
   * <p>Derivative: -dx / (2 x sqrt(x)).
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> rsqrt(Operand<T> x) {
    return operation("rsqrt").array("x", x).build(x);
  }

  /**
   * x with the elements x[..., i, j, ...] of gather updated: replaced for the mode set, otherwise
   * combined by add, multiply, min or max. The updates broadcast. Repeated indices are applied in
   * order.
   *
   * <p>Derivative: That of the updates in order.
   *
   * @param <T> an element type
   * @param x an array
   * @param updates an array
   * @param indices the arrays
   * @param axes integers
   * @param options optional parameters: {@link Scatter#mode}
   * @return the result
   */
  public <T extends TType> Output<T> scatter(
      Operand<T> x, Operand<T> updates, List<? extends Operand<? extends TIntegral>> indices, long[]
      axes, Scatter.Options... options) {
    return operation("scatter")
        .array("x", x)
        .array("updates", updates)
        .arrays("indices", indices)
        .set("axes", axes)
        .options(options)
        .build(x);
  }

  /**
   * For each value, the position in the sorted vector x before which the value can be inserted: the
   * first such position for the side left, the last for right.
   *
   * @param <T> an element type
   * @param x an array
   * @param values an array
   * @param options optional parameters: {@link Searchsorted#side}
   * @return the result
   */
  public <T extends TType> Output<TInt64> searchsorted(
      Operand<T> x, Operand<T> values, Searchsorted.Options... options) {
    return operation("searchsorted")
        .array("x", x)
        .array("values", values)
        .options(options)
        .build(TInt64.class);
  }

  /**
   * The scaled elu of self-normalizing networks, with alpha 1.6733 and the scale 1.0507.
   *
   * <p>Derivative: The derivative of the formula.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> selu(Operand<T> x) {
    return operation("selu").array("x", x).build(x);
  }

  /**
   * x with the slice x[start:stop:step] along an axis replaced by the update, which broadcasts.
   *
   * <p>Derivative: dx with the slice replaced by the derivative of the update.
   *
   * @param <T> an element type
   * @param x an array
   * @param update an array
   * @param options optional parameters: {@link SetSliceAxis#axis}, {@link SetSliceAxis#start},
   *     {@link SetSliceAxis#stop}, {@link SetSliceAxis#step}
   * @return the result
   */
  public <T extends TType> Output<T> setSliceAxis(
      Operand<T> x, Operand<T> update, SetSliceAxis.Options... options) {
    return operation("set_slice_axis")
        .array("x", x)
        .array("update", update)
        .options(options)
        .build(x);
  }

  /**
   * -1, 0 or 1. A zero and NaN are returned unchanged.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> sign(Operand<T> x) {
    return operation("sign").array("x", x).build(x);
  }

  /**
   * True for a negative float, also for -0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<TBool> signbit(Operand<T> x) {
    return operation("signbit").array("x", x).build(TBool.class);
  }

  /**
   * x logistic(x).
   *
   * <p>Derivative: The derivative of the formula.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> silu(Operand<T> x) {
    return operation("silu").array("x", x).build(x);
  }

  /**
   * The sine of an angle in radians.
   *
   * <p>Derivative: cos(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> sin(Operand<T> x) {
    return operation("sin").array("x", x).build(x);
  }

  /**
   * The hyperbolic sine.
   *
   * <p>Derivative: cosh(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> sinh(Operand<T> x) {
    return operation("sinh").array("x", x).build(x);
  }

  /**
   * The slice x[start:stop:step] along an axis, as in Python.
   *
   * <p>Derivative: The slice of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link SliceAxis#axis}, {@link SliceAxis#start}, {@link
   *     SliceAxis#stop}, {@link SliceAxis#step}
   * @return the result
   */
  public <T extends TType> Output<T> sliceAxis(Operand<T> x, SliceAxis.Options... options) {
    return operation("slice_axis").array("x", x).options(options).build(x);
  }

  /**
   * log(1 + exp(x)), without overflow.
   *
   * <p>Derivative: logistic(x) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> softplus(Operand<T> x) {
    return operation("softplus").array("x", x).build(x);
  }

  /**
   * x / (1 + |x|).
   *
   * <p>Derivative: dx / (1 + |x|)^2.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> softsign(Operand<T> x) {
    return operation("softsign").array("x", x).build(x);
  }

  /**
   * The elements in ascending or descending order along an axis. Equal elements keep their order,
   * also if {@code stable} is false. NaN counts as the largest number.
   *
   * <p>Derivative: dx in the order of x.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Sort#axis}, {@link Sort#descending}, {@link
   *     Sort#stable}
   * @return the result
   */
  public <T extends TType> Output<T> sort(Operand<T> x, Sort.Options... options) {
    return operation("sort").array("x", x).options(options).build(x);
  }

  /**
   * The square root.
   *
   * <p>Derivative: dx / (2 sqrt(x)); infinite at 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> sqrt(Operand<T> x) {
    return operation("sqrt").array("x", x).build(x);
  }

  /**
   * x x.
   *
   * <p>Derivative: 2 x dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> square(Operand<T> x) {
    return operation("square").array("x", x).build(x);
  }

  /**
   * Removes axes of size 1.
   *
   * <p>Derivative: dx, squeezed.
   *
   * @param <T> an element type
   * @param x an array
   * @param axis integers
   * @return the result
   */
  public <T extends TType> Output<T> squeeze(Operand<T> x, long... axis) {
    return operation("squeeze").array("x", x).set("axis", axis).build(x);
  }

  /**
   * Joins arrays along a new axis.
   *
   * <p>Derivative: The derivatives, stacked.
   *
   * @param <T> an element type
   * @param arrays the arrays
   * @param options optional parameters: {@link Stack#axis}
   * @return the result
   */
  public <T extends TType> Output<T> stack(
      List<? extends Operand<T>> arrays, Stack.Options... options) {
    return operation("stack").arrays("arrays", arrays).options(options).build(arrays.get(0));
  }

  /**
   * The standard deviation: the square root of var.
   *
   * <p>Derivative: d var / (2 std); NaN for equal elements.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Std#axis}, {@link Std#correction}, {@link
   *     Std#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> std(Operand<T> x, Std.Options... options) {
    return operation("std").array("x", x).options(options).build(x);
  }

  /**
   * x - y.
   *
   * <p>Derivative: dx - dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> subtract(Operand<T> x, Operand<T> y) {
    return operation("subtract").array("x", x).array("y", y).build(x);
  }

  /**
   * The sum. The result has the element type of the operand.
   *
   * <p>Derivative: The sum of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Sum#axis}, {@link Sum#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> sum(Operand<T> x, Sum.Options... options) {
    return operation("sum").array("x", x).set("dtype", x.dataType()).options(options).build(x);
  }

  /**
   * The elements at integer indices along an axis, as in gather.
   *
   * <p>Derivative: The elements of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param indices an array
   * @param options optional parameters: {@link Take#axis}
   * @return the result
   */
  public <T extends TType> Output<T> take(
      Operand<T> x, Operand<? extends TIntegral> indices, Take.Options... options) {
    return operation("take").array("x", x).array("indices", indices).options(options).build(x);
  }

  /**
   * The elements x[..., indices[..., i, ...], ...]: the other axes of the indices and of x
   * broadcast.
   *
   * <p>Derivative: The elements of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param indices an array
   * @param options optional parameters: {@link TakeAlongAxis#axis}
   * @return the result
   */
  public <T extends TType> Output<T> takeAlongAxis(
      Operand<T> x, Operand<? extends TIntegral> indices, TakeAlongAxis.Options... options) {
    return operation("take_along_axis")
        .array("x", x)
        .array("indices", indices)
        .options(options)
        .build(x);
  }

  /**
   * The tangent of an angle in radians.
   *
   * <p>Derivative: (1 + y^2) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> tan(Operand<T> x) {
    return operation("tan").array("x", x).build(x);
  }

  /**
   * The hyperbolic tangent.
   *
   * <p>Derivative: (1 - y^2) dx.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> tanh(Operand<T> x) {
    return operation("tanh").array("x", x).build(x);
  }

  /**
   * Sums over the last axes of x and the first axes of y.
   *
   * <p>Derivative: tensordot(dx, y) + tensordot(x, dy).
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @param options optional parameters: {@link Tensordot#axes}
   * @return the result
   */
  public <T extends TType> Output<T> tensordot(
      Operand<T> x, Operand<T> y, Tensordot.Options... options) {
    return operation("tensordot").array("x", x).array("y", y).options(options).build(x);
  }

  /**
   * The k largest elements along an axis in descending order, and their positions. NaN counts as
   * the largest number.
   *
   * <p>Derivative: dx at the positions.
   *
   * @param <T> an element type
   * @param x an array
   * @param k a size
   * @param options optional parameters: {@link TopK#axis}
   * @return the results
   */
  public <T extends TType> List<Output<?>> topK(Operand<T> x, Size k, TopK.Options... options) {
    return operation("top_k").array("x", x).set("k", k).options(options).buildAll();
  }

  /**
   * The k largest elements along an axis in descending order, and their positions. NaN counts as
   * the largest number.
   *
   * <p>Derivative: dx at the positions.
   *
   * @param <T> an element type
   * @param x an array
   * @param k a size
   * @param options optional parameters: {@link TopK#axis}
   * @return the results
   */
  public <T extends TType> List<Output<?>> topK(Operand<T> x, long k, TopK.Options... options) {
    return operation("top_k").array("x", x).set("k", Size.of(k)).options(options).buildAll();
  }

  /**
   * The sum of the elements x[..., i, i + offset] of the last two axes.
   *
   * <p>Derivative: The trace of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Trace#offset}
   * @return the result
   */
  public <T extends TType> Output<T> trace(Operand<T> x, Trace.Options... options) {
    return operation("trace").array("x", x).options(options).build(x);
  }

  /**
   * The elements x[..., i, j] with j &lt;= i + k, otherwise 0.
   *
   * <p>Derivative: The triangle of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Tril#k}
   * @return the result
   */
  public <T extends TType> Output<T> tril(Operand<T> x, Tril.Options... options) {
    return operation("tril").array("x", x).options(options).build(x);
  }

  /**
   * The elements x[..., i, j] with j &gt;= i + k, otherwise 0.
   *
   * <p>Derivative: The triangle of dx.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Triu#k}
   * @return the result
   */
  public <T extends TType> Output<T> triu(Operand<T> x, Triu.Options... options) {
    return operation("triu").array("x", x).options(options).build(x);
  }

  /**
   * x, rounded to zero.
   *
   * <p>Derivative: 0.
   *
   * @param <T> an element type
   * @param x an array
   * @return the result
   */
  public <T extends TType> Output<T> trunc(Operand<T> x) {
    return operation("trunc").array("x", x).build(x);
  }

  /**
   * The variance: the sum of the squared distances from the mean, divided by the number of elements
   * minus correction.
   *
   * <p>Derivative: 2 (x - mean) dx, averaged.
   *
   * @param <T> an element type
   * @param x an array
   * @param options optional parameters: {@link Var#axis}, {@link Var#correction}, {@link
   *     Var#keepDims}
   * @return the result
   */
  public <T extends TType> Output<T> var(Operand<T> x, Var.Options... options) {
    return operation("var").array("x", x).options(options).build(x);
  }

  /**
   * The sum of the products of elements along an axis. Complex elements of x are conjugated.
   *
   * <p>Derivative: vecdot(dx, y) + vecdot(x, dy).
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @param options optional parameters: {@link Vecdot#axis}
   * @return the result
   */
  public <T extends TType> Output<T> vecdot(Operand<T> x, Operand<T> y, Vecdot.Options... options) {
    return operation("vecdot").array("x", x).array("y", y).options(options).build(x);
  }

  /**
   * x where the condition is true, otherwise y.
   *
   * <p>Derivative: dx where the condition is true, otherwise dy.
   *
   * @param <T> an element type
   * @param condition an array
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> where(Operand<TBool> condition, Operand<T> x, Operand<T> y) {
    return operation("where").array("condition", condition).array("x", x).array("y", y).build(x);
  }

  /**
   * x log(1 + y), or 0 where x = 0 and y is a number.
   *
   * <p>Derivative: log(1 + y) dx + x / (1 + y) dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> xlog1py(Operand<T> x, Operand<T> y) {
    return operation("xlog1py").array("x", x).array("y", y).build(x);
  }

  /**
   * x log(y), or 0 where x = 0 and y is a number.
   *
   * <p>Derivative: log(y) dx + x / y dy.
   *
   * @param <T> an element type
   * @param x an array
   * @param y an array
   * @return the result
   */
  public <T extends TType> Output<T> xlogy(Operand<T> x, Operand<T> y) {
    return operation("xlogy").array("x", x).array("y", y).build(x);
  }
}
