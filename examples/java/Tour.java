import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import sg.ConcreteFunction;
import sg.Gradients;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Result;
import sg.SGException;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.StopGradient;
import sg.Sum;
import sg.TFloat64;
import sg.TensorSpec;

/** The code of docs/Java.md. */
public class Tour {
  private Tour() {}

  static void leastSquares() {
    Size n = Size.named("n");
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction loss =
          scope.function(
              "loss",
              List.of(
                  TensorSpec.of(TFloat64.class, Size.of(2)),
                  TensorSpec.of(TFloat64.class, n, Size.of(2)),
                  TensorSpec.of(TFloat64.class, n)),
              arguments -> {
                Operand<TFloat64> w = arguments.get(0, TFloat64.class);
                Operand<TFloat64> x = arguments.get(1, TFloat64.class);
                Operand<TFloat64> y = arguments.get(2, TFloat64.class);
                Operand<TFloat64> target = StopGradient.create(scope.withName("target"), y);
                return List.of(tf.mean(tf.square(tf.subtract(tf.matmul(x, w), target))));
              });
      GraphFunction gradient = loss.valueAndGradient(Gradients.wrt(0));
      GraphFunction secondDerivative = gradient.jvp(Gradients.wrt(0));
      try (ConcreteFunction compiled = ConcreteFunction.create(secondDerivative);
          TFloat64 w = TFloat64.vectorOf(0.5, -0.5);
          TFloat64 x = TFloat64.tensorOf(Shape.of(2, 2), 1, 2, 3, 4);
          TFloat64 y = TFloat64.vectorOf(1, 0);
          TFloat64 v = TFloat64.vectorOf(1, 0);
          Result result = compiled.call(w, x, y, v)) {
        System.out.println(result.get(0, TFloat64.class).getDouble());
        System.out.println(Arrays.toString(result.get(1, TFloat64.class).toArray()));
        System.out.println(Arrays.toString(result.get(3, TFloat64.class).toArray()));
      }
    }
  }

  static void controlFlow() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction power =
          scope.function(
              "power",
              TensorSpec.of(TFloat64.class),
              x ->
                  tf.cond(
                      tf.greater(x, tf.constant(0.0)),
                      () ->
                          tf.forLoop(
                              tf.constant(0), tf.constant(3), tf.constant(1.0),
                              (i, product) -> tf.multiply(product, x)),
                      () -> tf.negative(x)));
      try (ConcreteFunction gradient = ConcreteFunction.create(power.valueAndGradient());
          TFloat64 x = TFloat64.scalarOf(2);
          Result result = gradient.call(x)) {
        System.out.println(result.get(1, TFloat64.class).getDouble());
      }
    }
  }

  static void memory() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      TensorSpec<TFloat64> matrix = TensorSpec.of(TFloat64.class, 2, 2);
      GraphFunction rows =
          scope.function("rows", matrix, x -> tf.sum(x, Sum.axis(1).keepDims(false)));
      ByteBuffer buffer = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
      try (ConcreteFunction function = ConcreteFunction.create(rows);
          TFloat64 x = TFloat64.tensorOf(Shape.of(2, 2), buffer);
          TFloat64 sums = TFloat64.tensorOf(Shape.of(2))) {
        buffer.asDoubleBuffer().put(new double[] {1, 2, 3, 4});
        function.callInto(List.of(sums), x);
        System.out.println(sums.getDouble(0) + " " + sums.asBuffer().get(1));
      }
    }
  }

  static void errors() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      TensorSpec<TFloat64> three = TensorSpec.of(TFloat64.class, 3);
      TensorSpec<TFloat64> four = TensorSpec.of(TFloat64.class, 4);
      try {
        scope.function("f", three, four, (x, y) -> tf.add(x, y));
      } catch (SGException exception) {
        System.out.println(exception.kind() + ": " + exception.getMessage());
      }
    }
  }

  public static void main(String[] arguments) {
    leastSquares();
    controlFlow();
    memory();
    errors();
  }
}
