import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sg.Shape;
import sg.TFloat32;
import sg.TInt32;

/** Reads files of NumPy with little-endian floats or integers of 32 bits. */
final class Npy {
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{'descr': '(<..)', 'fortran_order': False, 'shape': \\(([0-9, ]*)\\), \\} *\n");
  /** Bytes before the header: the magic text, the version, and the length of the header. */
  private static final int PREFIX_BYTES = 10;

  private final Shape shape;
  private final ByteBuffer elements;

  private Npy(Shape shape, ByteBuffer elements) {
    this.shape = shape;
    this.elements = elements;
  }

  static TFloat32 readFloats(Path file) {
    Npy npy = read(file, "<f4");
    return TFloat32.tensorOf(npy.shape, npy.elements);
  }

  static TInt32 readInts(Path file) {
    Npy npy = read(file, "<i4");
    return TInt32.tensorOf(npy.shape, npy.elements);
  }

  private static Npy read(Path file, String type) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      int length = bytes.getShort(PREFIX_BYTES - 2);
      String text = new String(bytes.array(), PREFIX_BYTES, length, StandardCharsets.US_ASCII);
      Matcher header = HEADER.matcher(text);
      if (!header.matches() || !header.group(1).equals(type)) {
        throw new IOException(file + " is no array of type " + type);
      }
      long[] sizes =
          Arrays.stream(header.group(2).split(", *")).mapToLong(Long::parseLong).toArray();
      bytes.position(PREFIX_BYTES + length);
      return new Npy(Shape.of(sizes), bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
    } catch (IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
