import java.util.ArrayList;
import java.util.List;
import sg.Argmax;
import sg.Arguments;
import sg.Gradients;
import sg.GraphFunction;
import sg.Max;
import sg.Operand;
import sg.Ops;
import sg.Output;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.StopGradient;
import sg.Sum;
import sg.TBool;
import sg.TFloat32;
import sg.TInt32;
import sg.TensorSpec;

/** The functions of a network with one hidden layer, as in examples/digits-softmax. */
final class DigitsModel {
  static final int PIXELS = 64;
  static final int HIDDEN = 128;
  static final int CLASSES = 10;
  static final int BATCH = 128;

  private static final List<TensorSpec<TFloat32>> WEIGHTS =
      List.of(
          TensorSpec.of(TFloat32.class, PIXELS, HIDDEN),
          TensorSpec.of(TFloat32.class, HIDDEN),
          TensorSpec.of(TFloat32.class, HIDDEN, CLASSES),
          TensorSpec.of(TFloat32.class, CLASSES));

  private final Scope scope;
  private final Ops tf;

  DigitsModel(Scope scope) {
    this.scope = scope;
    this.tf = Ops.create(scope);
  }

  /** Returns the logits of images: relu(x w1 + b1) w2 + b2. */
  private Output<TFloat32> logits(Operand<TFloat32> x, List<Output<?>> weights) {
    Operand<TFloat32> w1 = weights.get(0).expect(TFloat32.class);
    Operand<TFloat32> b1 = weights.get(1).expect(TFloat32.class);
    Operand<TFloat32> w2 = weights.get(2).expect(TFloat32.class);
    Operand<TFloat32> b2 = weights.get(3).expect(TFloat32.class);
    Operand<TFloat32> hidden = tf.relu(tf.add(tf.matmul(x, w1), b1));
    return tf.add(tf.matmul(hidden, w2), b2);
  }

  /**
   * Returns the mean cross-entropy: log(sum(exp(logits))) - logits[label]. The maximum of a row is
   * subtracted, so that exp does not overflow. It cancels in the loss and in its gradient.
   */
  private Output<TFloat32> crossEntropy(Operand<TFloat32> logits, Operand<TInt32> labels) {
    Operand<TFloat32> maximum = tf.max(logits, Max.axis(1).keepDims(true));
    Operand<TFloat32> shift = StopGradient.create(scope.withName("row_max"), maximum);
    Operand<TFloat32> shifted = tf.subtract(logits, shift);
    Operand<TFloat32> logSum = tf.log(tf.sum(tf.exp(shifted), Sum.axis(1)));
    Operand<TInt32> columns = tf.reshape(labels, Shape.of(BATCH, 1));
    Operand<TFloat32> chosen = tf.squeeze(tf.takeAlongAxis(shifted, columns), 1);
    return tf.mean(tf.subtract(logSum, chosen));
  }

  /** Builds one step of gradient descent, which returns the loss before it and the new weights. */
  GraphFunction step() {
    List<TensorSpec<?>> types =
        concat(
            TensorSpec.of(TFloat32.class, BATCH, PIXELS),
            TensorSpec.of(TInt32.class, BATCH),
            WEIGHTS);
    GraphFunction loss =
        scope.function(
            "loss",
            types,
            a ->
                List.of(
                    crossEntropy(
                        logits(a.get(0, TFloat32.class), weightsOf(a)),
                        a.get(1, TInt32.class))));
    GraphFunction gradient = loss.valueAndGradient(Gradients.wrt(2, 3, 4, 5));
    return scope.function(
        "step",
        types,
        a -> {
          List<Output<?>> results =
              new ArrayList<>(gradient.call(a.asList().toArray(new Operand<?>[0])));
          for (int i = 0; i < WEIGHTS.size(); ++i) {
            Operand<TFloat32> change =
                tf.multiply(tf.constant(0.5f), results.get(i + 1).expect(TFloat32.class));
            results.set(i + 1, tf.subtract(a.get(i + 2, TFloat32.class), change));
          }
          return results;
        });
  }

  /** Builds the fraction of images whose largest logit is that of the label. */
  GraphFunction accuracy() {
    Size n = Size.named("n");
    return scope.function(
        "accuracy",
        concat(
            TensorSpec.of(TFloat32.class, n, Size.of(PIXELS)),
            TensorSpec.of(TInt32.class, n),
            WEIGHTS),
        a -> {
          Operand<TFloat32> logits = logits(a.get(0, TFloat32.class), weightsOf(a));
          Operand<TInt32> guess = tf.cast(tf.argmax(logits, Argmax.axis(1)), TInt32.class);
          Operand<TBool> isRight = tf.equal(guess, a.get(1, TInt32.class));
          return List.of(tf.mean(tf.cast(isRight, TFloat32.class)));
        });
  }

  /**
   * Builds the sum of the gradient of log(sum(exp(logits))), which is 1, for the first image. The
   * maximum is used twice.
   */
  GraphFunction gradientSum(String name, boolean stopsOuter, boolean stopsInner) {
    GraphFunction logSumExp =
        scope.function(
            "log_sum_exp",
            TensorSpec.of(TFloat32.class, CLASSES),
            logits -> {
              Operand<TFloat32> maximum = tf.max(logits);
              Operand<TFloat32> outer = stopsOuter ? tf.stopGradient(maximum) : maximum;
              Operand<TFloat32> inner = stopsInner ? tf.stopGradient(maximum) : maximum;
              return tf.add(outer, tf.log(tf.sum(tf.exp(tf.subtract(logits, inner)))));
            });
    GraphFunction gradient = logSumExp.valueAndGradient();
    return scope.function(
        name,
        concat(TensorSpec.of(TFloat32.class, 1, PIXELS), null, WEIGHTS),
        a -> {
          List<Output<?>> weights = a.asList().subList(1, 1 + WEIGHTS.size());
          Operand<TFloat32> logits = tf.squeeze(logits(a.get(0, TFloat32.class), weights), 0);
          return List.of(tf.sum(gradient.call(logits).get(1).expect(TFloat32.class)));
        });
  }

  private static List<Output<?>> weightsOf(Arguments arguments) {
    return arguments.asList().subList(2, 2 + WEIGHTS.size());
  }

  private static List<TensorSpec<?>> concat(
      TensorSpec<?> images, TensorSpec<?> labels, List<TensorSpec<TFloat32>> weights) {
    List<TensorSpec<?>> all = new ArrayList<>();
    all.add(images);
    if (labels != null) {
      all.add(labels);
    }
    all.addAll(weights);
    return all;
  }
}
