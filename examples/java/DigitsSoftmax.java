import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import sg.ConcreteFunction;
import sg.GraphFunction;
import sg.Result;
import sg.Scope;
import sg.Shape;
import sg.TFloat32;
import sg.TInt32;
import sg.Tensor;

/**
 * Trains a classifier of handwritten digits. The model, the data, the initial weights, the order of
 * the images and the output equal examples/digits-softmax.
 */
public final class DigitsSoftmax {
  private static final int PIXELS = DigitsModel.PIXELS;
  private static final int IMAGES = 1797;
  private static final int TRAINING_IMAGES = 1437;
  /** Steps of an epoch. */
  private static final int STEPS = 11;

  private DigitsSoftmax() {}

  /** Returns element 'number' of a fixed pseudorandom sequence in [-1, 1] (as MurmurHash3). */
  private static float noise(int number) {
    int bits = (number ^ (number >>> 16)) * 0x85EBCA6B;
    bits = (bits ^ (bits >>> 13)) * 0xC2B2AE35;
    return (bits ^ (bits >>> 16)) * 0x1p-31f;
  }

  private static TFloat32 noise(float range, int offset, int rows, int columns) {
    TFloat32 weights = TFloat32.tensorOf(Shape.of(rows, columns));
    for (int i = 0; i < rows * columns; ++i) {
      weights.asBuffer().put(i, noise(offset + i) * range);
    }
    return weights;
  }

  /** Returns the rows of the batch that begins at a position in a fixed order of the images. */
  private static int[] batch(int position) {
    // The stride is coprime to the number of images. Images 0, 5, 10, ... are held out.
    return IntStream.range(position, position + DigitsModel.BATCH)
        .map(i -> i * 1009 % TRAINING_IMAGES)
        .map(number -> number + number / 4 + 1)
        .toArray();
  }

  private static TFloat32 images(TFloat32 all, int... rows) {
    float[] pixels = all.toArray();
    float[] chosen = new float[rows.length * PIXELS];
    for (int i = 0; i < rows.length; ++i) {
      System.arraycopy(pixels, rows[i] * PIXELS, chosen, i * PIXELS, PIXELS);
    }
    return TFloat32.tensorOf(Shape.of(rows.length, PIXELS), chosen);
  }

  private static TInt32 labels(TInt32 all, int... rows) {
    return TInt32.vectorOf(IntStream.of(rows).map(row -> all.getInt(row)).toArray());
  }

  private static String format(float value) {
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  private static float scalar(ConcreteFunction function, Tensor... arguments) {
    try (Result result = function.call(arguments)) {
      return result.get(0, TFloat32.class).getFloat();
    }
  }

  private static Tensor[] join(List<? extends Tensor> first, List<? extends Tensor> second) {
    return Stream.concat(first.stream(), second.stream()).toArray(Tensor[]::new);
  }

  /** Trains for a number of epochs: DigitsSoftmax FOLDER_OF_DATA EPOCHS. */
  public static void main(String[] arguments) {
    Path data = Path.of(arguments[0]);
    int epochs = Integer.parseInt(arguments[1]);
    TFloat32 x = Npy.readFloats(data.resolve("digits_x.npy"));
    TInt32 y = Npy.readInts(data.resolve("digits_y.npy"));
    int[] heldOut = IntStream.iterate(0, i -> i < IMAGES, i -> i + 5).toArray();
    List<Tensor> test = List.of(images(x, heldOut), labels(y, heldOut));
    List<Tensor> weights =
        List.of(
            noise(0.216f, 0, PIXELS, DigitsModel.HIDDEN),
            TFloat32.tensorOf(Shape.of(DigitsModel.HIDDEN)),
            noise(0.153f, PIXELS * DigitsModel.HIDDEN, DigitsModel.HIDDEN, DigitsModel.CLASSES),
            TFloat32.tensorOf(Shape.of(DigitsModel.CLASSES)));

    try (Scope scope = new Scope()) {
      DigitsModel model = new DigitsModel(scope);
      GraphFunction stepFunction = model.step();
      GraphFunction accuracyFunction = model.accuracy();
      GraphFunction both = model.gradientSum("both", true, true);
      GraphFunction none = model.gradientSum("none", false, false);
      GraphFunction one = model.gradientSum("one", false, true);
      try (ConcreteFunction step = ConcreteFunction.create(stepFunction);
          ConcreteFunction accuracy = ConcreteFunction.create(accuracyFunction)) {
        for (int epoch = 0; epoch < epochs; ++epoch) {
          float lossSum = 0;
          for (int i = 0; i < STEPS; ++i) {
            int[] rows = batch((epoch * STEPS + i) * DigitsModel.BATCH);
            List<Tensor> batch = List.of(images(x, rows), labels(y, rows));
            List<Tensor> next = new ArrayList<>();
            step.call(join(batch, weights)).forEach(next::add);
            lossSum += ((TFloat32) next.remove(0)).getFloat();
            weights.forEach(Tensor::close);
            weights = next;
          }
          System.out.println(
              "epoch " + (epoch + 1) + "  loss " + format(lossSum / STEPS)
                  + "  test accuracy " + format(scalar(accuracy, join(test, weights))));
        }
      }
      Tensor[] image = join(List.of(images(x, 0)), weights);
      try (ConcreteFunction bothSum = ConcreteFunction.create(both);
          ConcreteFunction noneSum = ConcreteFunction.create(none);
          ConcreteFunction oneSum = ConcreteFunction.create(one)) {
        System.out.println(
            "d log-sum-exp, summed over the logits (right: 1): maximum stopped at both uses "
                + format(scalar(bothSum, image)) + ", at none " + format(scalar(noneSum, image))
                + ", at one " + format(scalar(oneSum, image)));
      }
    }
  }
}
