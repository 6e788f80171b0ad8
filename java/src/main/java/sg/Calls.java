// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Calls of native code with tensors. */
final class Calls {
  /** Bytes of an SGArray. */
  private static final int ARRAY_BYTES = 32;
  /** Offset of the sizes in an SGArray and in an SGType: of the type, the rank, and the sizes. */
  private static final int ARRAY_TYPE = 8;

  private static final int ARRAY_RANK = 12;
  private static final int ARRAY_SIZES = 16;
  private static final int TYPE_RANK = 4;

  private final Handle handle;
  private final DataType[] arguments;
  private final DataType[] results;
  private final int[] resultRanks;
  /** True if the integers of the function have a sign. */
  private final boolean hasSigns;

  /**
   * Reads the types of a function. The specs have the signs of integers. They are null if the
   * function is a program in MLIR, whose integers have no sign.
   */
  Calls(Handle handle, List<TensorSpec<?>> argumentSpecs, List<TensorSpec<?>> resultSpecs) {
    this.handle = handle;
    Pointer[] argumentTypes =
        readTypes(LibSG::sgExecutableGetArgumentCount, LibSG::sgExecutableGetArgument);
    Pointer[] resultTypes =
        readTypes(LibSG::sgExecutableGetResultCount, LibSG::sgExecutableGetResult);
    hasSigns = resultSpecs != null;
    arguments = dataTypes(argumentTypes, argumentSpecs);
    results = dataTypes(resultTypes, resultSpecs);
    resultRanks = Arrays.stream(resultTypes).mapToInt(type -> type.getInt(TYPE_RANK)).toArray();
  }

  /** A function of the library that returns a number of types. */
  private interface Count {
    int get(Pointer executable);
  }

  /** A function of the library that returns an SGType. */
  private interface Type {
    Pointer get(Pointer executable, int position);
  }

  private Pointer[] readTypes(Count count, Type type) {
    return handle.use(
        executable -> {
          Pointer[] types = new Pointer[count.get(executable)];
          Arrays.setAll(types, i -> type.get(executable, i));
          return types;
        });
  }

  private static DataType[] dataTypes(Pointer[] types, List<TensorSpec<?>> specs) {
    if (specs != null && specs.size() != types.length) {
      throw SGException.argument(
          "the function uses arrays of a function around it, so that it can be called only there:"
              + " pass these arrays as arguments");
    }
    DataType[] dataTypes = new DataType[types.length];
    Arrays.setAll(
        dataTypes,
        i ->
            specs == null
                ? DataType.ofNativeCode(types[i].getInt(0))
                : specs.get(i).dataType());
    return dataTypes;
  }

  /** Calls the function. Returns the results, which are new tensors if 'out' is null. */
  List<Tensor> run(Tensor[] inputs, Tensor[] out) {
    List<TensorData> pinned = new ArrayList<>();
    try (Arena arena = new Arena()) {
      checkTensors("argument", inputs, arguments);
      Pointer in = describe(arena, inputs, pinned);
      Pointer outputs;
      int count = results.length;
      if (out == null) {
        outputs = describeNewResults(arena);
      } else {
        checkTensors("result", out, results);
        count = out.length;
        outputs = describe(arena, out, pinned);
      }
      int resultCount = count;
      handle.call(
          executable ->
              LibSG.sgExecutableCall(executable, in, inputs.length, outputs, resultCount));
      return out == null ? adopt(outputs) : List.of(out);
    } finally {
      pinned.forEach(TensorData::unpin);
    }
  }

  /** Checks what the library cannot check. It checks numbers, types and shapes. */
  private void checkTensors(String noun, Tensor[] tensors, DataType[] types) {
    for (int i = 0; i < tensors.length; ++i) {
      int position = i;
      Objects.requireNonNull(tensors[i], () -> noun + " " + position + " of the call is null");
      DataType type = tensors[i].dataType();
      boolean isSameInNativeCode = i < types.length && type.nativeCode == types[i].nativeCode;
      if (hasSigns && isSameInNativeCode && type != types[i]) {
        throw SGException.argument(
            noun + " " + i + " is " + tensors[i] + ", but the function has " + types[i]);
      }
    }
  }

  private static Pointer describe(Arena arena, Tensor[] tensors, List<TensorData> pinned) {
    Pointer arrays = arena.allocate((long) ARRAY_BYTES * tensors.length);
    for (int i = 0; i < tensors.length; ++i) {
      Tensor tensor = tensors[i];
      long offset = (long) ARRAY_BYTES * i;
      arrays.setPointer(offset, tensor.data().pin());
      pinned.add(tensor.data());
      arrays.setInt(offset + ARRAY_TYPE, tensor.dataType().nativeCode);
      arrays.setInt(offset + ARRAY_RANK, tensor.rank());
      arrays.setPointer(offset + ARRAY_SIZES, arena.longs(tensor.shape().asArray()));
    }
    return arrays;
  }

  /** Describes results that the call allocates. */
  private Pointer describeNewResults(Arena arena) {
    Pointer arrays = arena.allocate((long) ARRAY_BYTES * results.length);
    for (int i = 0; i < results.length; ++i) {
      long offset = (long) ARRAY_BYTES * i;
      arrays.setInt(offset + ARRAY_TYPE, results[i].nativeCode);
      arrays.setInt(offset + ARRAY_RANK, resultRanks[i]);
      arrays.setPointer(offset + ARRAY_SIZES, arena.longs(new long[resultRanks[i]]));
    }
    return arrays;
  }

  /** Returns the results that the call allocated. */
  private List<Tensor> adopt(Pointer arrays) {
    List<Tensor> tensors = new ArrayList<>();
    try {
      while (tensors.size() < results.length) {
        tensors.add(adopt(arrays, tensors.size()));
      }
      return Collections.unmodifiableList(tensors);
    } catch (RuntimeException exception) {
      // The result that failed has been freed.
      int failed = tensors.size();
      tensors.forEach(Tensor::close);
      for (int i = failed + 1; i < results.length; ++i) {
        LibSG.sgFree(arrays.getPointer((long) ARRAY_BYTES * i));
      }
      throw exception;
    }
  }

  private Tensor adopt(Pointer arrays, int position) {
    long offset = (long) ARRAY_BYTES * position;
    int rank = resultRanks[position];
    long[] sizes =
        rank == 0 ? new long[0] : arrays.getPointer(offset + ARRAY_SIZES).getLongArray(0, rank);
    Shape shape = Shape.of(sizes);
    long bytes = shape.size() * results[position].byteSize();
    return results[position].tensor(
        shape, TensorData.adopt(arrays.getPointer(offset), bytes));
  }
}
