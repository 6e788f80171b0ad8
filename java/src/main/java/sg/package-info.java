// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * Functions over arrays, their derivatives, and native code. Classes and methods have the names of
 * TensorFlow's API for Java.
 *
 * <pre>{@code
 * try (Scope scope = new Scope()) {
 *   Ops tf = Ops.create(scope);
 *   GraphFunction loss =
 *       scope.function(
 *           "loss",
 *           TensorSpec.of(TFloat64.class, Size.named("n")),
 *           x -> tf.sum(tf.multiply(x, StopGradient.create(scope, x))));
 *   try (ConcreteFunction gradient = ConcreteFunction.create(loss.valueAndGradient());
 *       TFloat64 x = TFloat64.vectorOf(1, 2, 3);
 *       Result result = gradient.call(x)) {
 *     double[] dx = result.get(1, TFloat64.class).toArray();   // 1, 2, 3
 *   }
 * }
 * }</pre>
 *
 * <p>The package calls libSGC.so. The system property {@code sg.library} is the path of the
 * library. Errors of the library are {@link sg.SGException}s. A null argument is a
 * NullPointerException, and the use of a closed object an IllegalStateException.
 */
package sg;
