// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.Map;
import java.util.stream.Stream;

/** The functions of libSGC.so (sg-c/SG.h and sg-c/Build.h). A size_t is a long. */
final class LibSG {
  private static final String ENCODING = "UTF-8";
  /** The reason why the library could not be loaded, or null. */
  private static final String FAILURE = load();

  private LibSG() {}

  private static String load() {
    String name =
        Stream.of(System.getProperty("sg.library"), System.getenv("SG_LIBRARY"))
            .filter(path -> path != null && !path.isEmpty())
            .findFirst()
            .orElse("SGC");
    try {
      Native.register(
          LibSG.class,
          NativeLibrary.getInstance(name, Map.of(Library.OPTION_STRING_ENCODING, ENCODING)));
      return null;
    } catch (UnsatisfiedLinkError error) {
      String reason = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
      return "cannot load "
          + (name.equals("SGC") ? "libSGC.so" : name)
          + ": "
          + reason
          + "; name the library with -Dsg.library=PREFIX/lib/libSGC.so, or its folder with "
          + "-Djna.library.path=PREFIX/lib";
    }
  }

  /** Throws an exception if the library is missing. Precedes the first native call of an object. */
  static void require() {
    if (FAILURE != null) {
      throw new SGException(SGException.Kind.LIBRARY, FAILURE);
    }
  }

  /** Throws the exception for an SGError, unless the error is null. */
  static void check(Pointer error) {
    if (error == null) {
      return;
    }
    SGException.Kind kind = SGException.Kind.values()[sgErrorGetKind(error)];
    String message = text(sgErrorGetMessage(error));
    sgErrorDestroy(error);
    throw new SGException(kind, message);
  }

  /** Returns the text at an address. */
  static String text(Pointer address) {
    return address.getString(0, ENCODING);
  }

  /** Returns the text that the library allocated, and frees it. Null becomes an empty text. */
  static String takeText(PointerByReference reference) {
    Pointer address = reference.getValue();
    if (address == null) {
      return "";
    }
    String text = text(address);
    sgFree(address);
    return text;
  }

  static native Pointer sgVersion();

  static native void sgFree(Pointer memory);

  static native int sgErrorGetKind(Pointer error);

  static native Pointer sgErrorGetMessage(Pointer error);

  static native void sgErrorDestroy(Pointer error);

  static native Pointer sgModuleParse(
      Pointer text, long length, String name, PointerByReference module);

  static native void sgModuleDestroy(Pointer module);

  static native Pointer sgModulePrint(Pointer module, int hasLocations, PointerByReference text);

  static native Pointer sgModuleDifferentiate(Pointer module, Pointer request);

  static native Pointer sgModuleReport(
      Pointer module, Pointer request, int format, PointerByReference text);

  static native Pointer sgModuleTakeWarnings(Pointer module, PointerByReference text);

  static native Pointer sgGetDefaultCache(PointerByReference folder);

  static native Pointer sgModuleCompile(
      Pointer module, String function, Pointer options, PointerByReference executable);

  static native void sgExecutableDestroy(Pointer executable);

  static native int sgExecutableGetArgumentCount(Pointer executable);

  static native int sgExecutableGetResultCount(Pointer executable);

  static native Pointer sgExecutableGetArgument(Pointer executable, int position);

  static native Pointer sgExecutableGetResult(Pointer executable, int position);

  static native Pointer sgExecutableCall(
      Pointer executable, Pointer arguments, int argumentCount, Pointer results, int resultCount);

  static native Pointer sgBuilderCreate(PointerByReference builder);

  static native void sgBuilderDestroy(Pointer builder);

  static native Pointer sgBuilderFinish(Pointer builder, PointerByReference module);

  static native Pointer sgBuilderSetLocation(Pointer builder, String file, int line, int column);

  static native Pointer sgBuildSymbol(Pointer builder, String name, LongByReference size);

  static native Pointer sgBuildSize(
      Pointer builder, byte operation, long x, long y, LongByReference size);

  static native Pointer sgBuilderPrintSize(Pointer builder, long size, PointerByReference text);

  static native Pointer sgBuildSizeValue(Pointer builder, long size, IntByReference value);

  static native int sgBuilderGetDType(Pointer builder, int value);

  static native int sgBuilderGetRank(Pointer builder, int value);

  static native long sgBuilderGetSize(Pointer builder, int value, int axis);

  static native Pointer sgBuildConstant(
      Pointer builder, Pointer type, Pointer elements, IntByReference value);

  static native Pointer sgBuildOperation(
      Pointer builder,
      String name,
      int[] arrays,
      long arrayCount,
      Pointer parameters,
      long parameterCount,
      IntByReference first,
      IntByReference count);

  static native Pointer sgBuildBeginFunction(
      Pointer builder,
      String name,
      Pointer arguments,
      long argumentCount,
      int isPublic,
      IntByReference first);

  static native Pointer sgBuildEndFunction(
      Pointer builder, int[] results, long resultCount, IntByReference function);

  static native Pointer sgBuildAbandonFunction(Pointer builder);

  static native Pointer sgBuilderGetFunctionName(Pointer builder, int function);

  static native Pointer sgBuildCall(
      Pointer builder,
      int function,
      int[] arguments,
      long argumentCount,
      IntByReference first,
      IntByReference count);

  static native Pointer sgBuildDerivative(
      Pointer builder,
      int function,
      Pointer request,
      int[] operands,
      long operandCount,
      IntByReference first,
      IntByReference count);

  static native Pointer sgBuildSetVJP(Pointer builder, int function, int forward, int backward);

  static native Pointer sgBuildSetJVP(Pointer builder, int function, int jvp);

  static native Pointer sgBuildBeginIf(Pointer builder, int condition);

  static native Pointer sgBuildBeginElse(Pointer builder, int[] results, long resultCount);

  static native Pointer sgBuildBeginFor(
      Pointer builder, int begin, int end, int[] carry, long carryCount, IntByReference first);

  static native Pointer sgBuildBeginWhile(
      Pointer builder, int[] carry, long carryCount, IntByReference first);

  static native Pointer sgBuildBeginWhileBody(
      Pointer builder, int condition, IntByReference first);

  static native Pointer sgBuildBeginCheckpoint(Pointer builder);

  static native Pointer sgBuildEnd(
      Pointer builder, int[] results, long resultCount, IntByReference first, IntByReference count);
}
