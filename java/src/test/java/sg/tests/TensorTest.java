// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sg.ConcreteFunction;
import sg.DataType;
import sg.GraphFunction;
import sg.Ops;
import sg.Output;
import sg.Result;
import sg.SGException;
import sg.Scope;
import sg.Shape;
import sg.TBfloat16;
import sg.TBool;
import sg.TComplex128;
import sg.TComplex64;
import sg.TFloat16;
import sg.TFloat32;
import sg.TFloat64;
import sg.TInt16;
import sg.TInt32;
import sg.TInt64;
import sg.TInt8;
import sg.TUint8;
import sg.Tensor;
import sg.TensorSpec;

/** Tensors, their memory, and their element types. */
class TensorTest {
  @Test
  void elements() {
    try (TFloat32 tensor = TFloat32.tensorOf(Shape.of(2, 3), 1, 2, 3, 4, 5, 6)) {
      assertEquals(6, tensor.getFloat(1, 2));
      tensor.setFloat(-1, 0, 1);
      assertArrayEquals(new float[] {1, -1, 3, 4, 5, 6}, tensor.toArray());
      assertEquals("float32[2, 3]", tensor.toString());
      assertEquals(2, tensor.rank());
      assertEquals(6, tensor.size());
      assertEquals(24, tensor.numBytes());
      assertSame(DataType.FLOAT32, tensor.dataType());
      assertEquals(3, tensor.asBuffer().get(2));
    }
    assertArrayEquals(new boolean[] {true, false}, TBool.vectorOf(true, false).toArray());
    assertTrue(TBool.scalarOf(true).getBoolean());
    assertArrayEquals(new byte[] {-1}, TInt8.vectorOf((byte) -1).toArray());
    assertArrayEquals(new short[] {7}, TInt16.vectorOf((short) 7).toArray());
    assertArrayEquals(new int[] {7}, TInt32.vectorOf(7).toArray());
    assertArrayEquals(new long[] {1L << 40}, TInt64.vectorOf(1L << 40).toArray());
    assertEquals(0, TFloat64.vectorOf().size());
    assertEquals(0, TFloat64.tensorOf(Shape.of(0, Long.MAX_VALUE, 4)).numBytes());
  }

  @Test
  void complexNumbers() {
    TComplex64 z = TComplex64.tensorOf(Shape.of(2), 1, 2, 3, -4);
    assertEquals(-4, z.getImag(1));
    assertEquals(3, z.getReal(1));
    assertEquals(16, z.numBytes());
    assertEquals(2, z.asBuffer().get(1));
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              List.of(TensorSpec.of(TComplex64.class, 2)),
              arguments -> {
                Output<TComplex64> x = arguments.get(0, TComplex64.class);
                return List.of(tf.add(tf.stopGradient(x), x), tf.abs(x, TFloat32.class));
              });
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          Result result = compiled.call(z)) {
        assertArrayEquals(new float[] {2, 4, 6, -8}, result.get(0, TComplex64.class).toArray());
        assertEquals(5, result.get(1, TFloat32.class).getFloat(1));
      }
    }
    TComplex128 one = TComplex128.scalarOf(1, -1);
    assertArrayEquals(new double[] {1, -1}, one.toArray());
    assertEquals(0, TComplex128.tensorOf(Shape.of(0)).size());
    SGException error =
        assertThrows(SGException.class, () -> TComplex64.tensorOf(Shape.of(2), 1, 2, 3));
    assertEquals(
        "complex64[2] has 2 elements of 2 parts, but 3 values are given", error.getMessage());
  }

  @Test
  void directBufferIsUsedInPlace() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
    buffer.putDouble(1).putDouble(2).putDouble(3).position(8);
    TFloat64 tensor = TFloat64.tensorOf(Shape.of(2), buffer);
    assertArrayEquals(new double[] {2, 3}, tensor.toArray());
    buffer.putDouble(16, 5);
    assertEquals(5, tensor.getDouble(1));
    tensor.asBuffer().put(0, 7);
    assertEquals(7, buffer.getDouble(8));
  }

  @Test
  void otherBuffersAreCopied() {
    ByteBuffer heap = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    heap.putDouble(0, 4);
    TFloat64 copy = TFloat64.tensorOf(Shape.of(2), heap);
    heap.putDouble(0, 9);
    assertEquals(4, copy.getDouble(0));

    ByteBuffer unaligned = ByteBuffer.allocateDirect(17).order(ByteOrder.nativeOrder());
    unaligned.putDouble(1, 6).position(1);
    assertEquals(6, TFloat64.tensorOf(Shape.of(2), unaligned).getDouble(0));

    ByteBuffer readOnly = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();
    TFloat64 writable = TFloat64.tensorOf(Shape.scalar(), readOnly.order(ByteOrder.nativeOrder()));
    writable.setDouble(3);
    assertEquals(0, readOnly.getDouble(0));
  }

  /** All bits of 16-bit floats are converted to float and back without change. */
  @Test
  void conversionsOf16BitsAreExact() {
    short[] all = new short[1 << 16];
    for (int bits = 0; bits < all.length; ++bits) {
      all[bits] = (short) bits;
    }
    float[] halves = TFloat16.vectorOf(all).toFloatArray();
    float[] brains = TBfloat16.vectorOf(all).toFloatArray();
    short[] halfBits = TFloat16.vectorOf(halves).toArray();
    short[] brainBits = TBfloat16.vectorOf(brains).toArray();
    for (int bits = 0; bits < all.length; ++bits) {
      // A signaling NaN becomes quiet.
      int quietHalf = Float.isNaN(halves[bits]) ? bits | 0x200 : bits;
      int quietBrain = Float.isNaN(brains[bits]) ? bits | 0x40 : bits;
      assertEquals((short) quietHalf, halfBits[bits]);
      assertEquals((short) quietBrain, brainBits[bits]);
    }
  }

  /** Conversions agree with native code, also between representable numbers. */
  @Test
  void conversionsOf16BitsRoundAsNativeCode() {
    float[] floats = new float[1 << 18];
    for (int i = 0; i < floats.length; ++i) {
      // A prime step visits all exponents and many significands.
      floats[i] = Float.intBitsToFloat(i * 16381);
    }
    try (Scope scope = new Scope();
        TFloat32 x = TFloat32.vectorOf(floats)) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              List.of(TensorSpec.of(TFloat32.class, floats.length)),
              arguments -> {
                Output<TFloat32> argument = arguments.get(0, TFloat32.class);
                return List.of(
                    tf.cast(argument, TFloat16.class), tf.cast(argument, TBfloat16.class));
              });
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          Result result = compiled.call(x)) {
        float[] halves = result.get(0, TFloat16.class).toFloatArray();
        float[] brains = result.get(1, TBfloat16.class).toFloatArray();
        assertArrayEquals(halves, TFloat16.vectorOf(floats).toFloatArray());
        assertArrayEquals(brains, TBfloat16.vectorOf(floats).toFloatArray());
      }
    }
  }

  /** Tensors of each element type pass through native code unchanged. */
  @ParameterizedTest
  @EnumSource(DataType.class)
  void everyTypePasses(DataType type) throws ReflectiveOperationException {
    Shape shape = Shape.of(2, 2);
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(4 * type.byteSize()).order(ByteOrder.nativeOrder());
    for (int i = 0; i < 4; ++i) {
      bytes.put(i * type.byteSize(), (byte) (i % 2));
    }
    Tensor tensor =
        (Tensor)
            type.type()
                .getMethod("tensorOf", Shape.class, ByteBuffer.class)
                .invoke(null, shape, bytes);
    assertSame(type, tensor.dataType());
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction identity =
          scope.function(
              "identity",
              List.of(TensorSpec.of(type.type(), shape)),
              arguments -> List.of(arguments.get(0, type.type()), tf.constant(tensor)));
      try (ConcreteFunction compiled = ConcreteFunction.create(identity);
          Result result = compiled.call(tensor)) {
        for (Tensor copy : result) {
          assertSame(tensor.getClass(), copy.getClass());
          assertEquals(tensor.asByteBuffer(), copy.asByteBuffer());
        }
      }
    }
  }

  @Test
  void unsignedIntegers() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              List.of(TensorSpec.of(TUint8.class)),
              arguments ->
                  List.of(tf.cast(arguments.get(0, TUint8.class), TInt32.class)));
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          TUint8 x = TUint8.scalarOf((byte) 200);
          Result result = compiled.call(x)) {
        assertEquals(200, result.get(0, TInt32.class).getInt());
      }
    }
  }

  @Test
  void emptyTensors() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f", TensorSpec.of(TFloat64.class, sg.Size.named("n")), x -> tf.exp(x));
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          TFloat64 x = TFloat64.vectorOf();
          Result result = compiled.call(x)) {
        assertEquals(0, result.get(0, TFloat64.class).toArray().length);
      }
    }
  }
}
