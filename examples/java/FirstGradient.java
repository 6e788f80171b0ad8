import java.util.Arrays;
import sg.ConcreteFunction;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Result;
import sg.Scope;
import sg.Size;
import sg.StopGradient;
import sg.TFloat64;
import sg.TensorSpec;

/** The gradient of the sum of y = x * stopGradient(x), which is x instead of 2 x. */
public class FirstGradient {
  public static void main(String[] arguments) {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction loss =
          scope.function(
              "loss",
              TensorSpec.of(TFloat64.class, Size.named("n")),
              x -> {
                Operand<TFloat64> y = tf.multiply(x, StopGradient.create(scope, x));
                return tf.sum(y);
              });
      try (ConcreteFunction gradient = ConcreteFunction.create(loss.valueAndGradient());
          TFloat64 x = TFloat64.vectorOf(1, 2, 3);
          Result result = gradient.call(x)) {
        System.out.println("loss " + result.get(0, TFloat64.class).getDouble());
        double[] dx = result.get(1, TFloat64.class).toArray();
        System.out.println("gradient " + Arrays.toString(dx));
      }
    }
  }
}
