// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A module that is being built (sg-c/Build.h). A value and a function are numbers. */
final class Builder implements AutoCloseable {
  /** The largest number of a symbolic size (SG_SYMBOLIC_SIZE). */
  static final long SYMBOLIC_SIZE = -(1L << 32);

  /** Bytes of an SGArrayType. */
  private static final int ARRAY_TYPE_BYTES = 16;

  private final Handle handle =
      Handle.make("scope", LibSG::sgBuilderCreate, LibSG::sgBuilderDestroy);

  /** A function of the library whose last parameters receive the first result and their number. */
  interface Results {
    Pointer call(Pointer builder, IntByReference first, IntByReference count);
  }

  /** A function of the library whose last parameter receives a value or a function. */
  interface SingleResult {
    Pointer call(Pointer builder, IntByReference result);
  }

  @Override
  public void close() {
    handle.close();
  }

  /** Returns the module as a handle and empties the builder. */
  Handle finish() {
    return Handle.make(
        "graph",
        reference -> handle.use(builder -> LibSG.sgBuilderFinish(builder, reference)),
        LibSG::sgModuleDestroy);
  }

  void setLocation(String file, int line) {
    handle.call(builder -> LibSG.sgBuilderSetLocation(builder, file, line, 0));
  }

  // Sizes

  long symbol(String name) {
    LongByReference size = new LongByReference();
    handle.call(builder -> LibSG.sgBuildSymbol(builder, Arena.checkText(name), size));
    return size.getValue();
  }

  long size(char operation, long x, long y) {
    LongByReference size = new LongByReference();
    handle.call(builder -> LibSG.sgBuildSize(builder, (byte) operation, x, y, size));
    return size.getValue();
  }

  String printSize(long size) {
    PointerByReference text = new PointerByReference();
    handle.call(builder -> LibSG.sgBuilderPrintSize(builder, size, text));
    return LibSG.takeText(text);
  }

  // Arrays

  DataType dataType(int value) {
    return DataType.ofCode(handle.use(builder -> LibSG.sgBuilderGetDType(builder, value)));
  }

  Shape shape(int value) {
    return handle.use(
        builder -> {
          List<Size> sizes = new ArrayList<>();
          int rank = LibSG.sgBuilderGetRank(builder, value);
          for (int axis = 0; axis < rank; ++axis) {
            sizes.add(Size.ofBuilder(this, LibSG.sgBuilderGetSize(builder, value, axis)));
          }
          return Shape.of(sizes);
        });
  }

  int constant(TensorSpec<?> type, Pointer elements) {
    try (Arena arena = new Arena()) {
      Pointer types = writeTypes(arena, List.of(type));
      return single((builder, value) -> LibSG.sgBuildConstant(builder, types, elements, value));
    }
  }

  int sizeValue(Size size) {
    long number = size.resolve(this);
    return single((builder, value) -> LibSG.sgBuildSizeValue(builder, number, value));
  }

  /** Builds something with one result. Returns the result. */
  int single(SingleResult function) {
    IntByReference result = new IntByReference();
    handle.call(builder -> function.call(builder, result));
    return result.getValue();
  }

  /** Builds something with several results. Returns the results. */
  int[] results(Results function) {
    IntByReference first = new IntByReference();
    IntByReference count = new IntByReference();
    handle.call(builder -> function.call(builder, first, count));
    return range(first.getValue(), count.getValue());
  }

  private static int[] range(int first, int count) {
    return IntStream.range(first, first + count).toArray();
  }

  // Functions

  /** Begins a public function. Returns its arguments. */
  int[] beginFunction(String name, List<? extends TensorSpec<?>> arguments) {
    try (Arena arena = new Arena()) {
      Pointer types = writeTypes(arena, arguments);
      int count = arguments.size();
      int first =
          single(
              (builder, result) ->
                  LibSG.sgBuildBeginFunction(
                      builder, Arena.checkText(name), types, count, 1, result));
      return range(first, count);
    }
  }

  int endFunction(int[] results) {
    return single(
        (builder, function) ->
            LibSG.sgBuildEndFunction(builder, results, results.length, function));
  }

  void abandonFunction() {
    handle.call(LibSG::sgBuildAbandonFunction);
  }

  String functionName(int function) {
    return LibSG.text(
        handle.use(builder -> LibSG.sgBuilderGetFunctionName(builder, function)));
  }

  /** Calls a function of the library that builds something without results. */
  void call(java.util.function.Function<Pointer, Pointer> function) {
    handle.call(function);
  }

  /** Begins a loop. Returns the values that the body gets: 'extra' values and the carry. */
  int[] begin(int extra, int[] carry, SingleResult function) {
    return range(single(function), extra + carry.length);
  }

  private Pointer writeTypes(Arena arena, List<? extends TensorSpec<?>> types) {
    Pointer block = arena.allocate((long) ARRAY_TYPE_BYTES * types.size());
    for (int i = 0; i < types.size(); ++i) {
      long[] sizes = types.get(i).shape().resolve(this);
      for (long size : sizes) {
        if (size < 0 && size > SYMBOLIC_SIZE) {
          throw SGException.argument(
              "the size " + size + " in " + types.get(i)
                  + " is negative: use Size.named(\"n\") for a size that calls determine");
        }
      }
      long offset = (long) ARRAY_TYPE_BYTES * i;
      block.setInt(offset, types.get(i).dataType().code);
      block.setInt(offset + 4, sizes.length);
      block.setPointer(offset + 8, arena.longs(sizes));
    }
    return block;
  }
}
