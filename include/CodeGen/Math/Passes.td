//===- Passes.td - Functions of the math dialect -----------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_MATH_PASSES
#define SG_CODEGEN_MATH_PASSES

include "mlir/Pass/PassBase.td"

def ApproximateMath : Pass<"sg-approximate-math"> {
  let summary = "Compute functions of the math dialect by arithmetic";
  let description = [{
    Replaces `arith.remf`, and ops of `math` without a machine instruction, by arithmetic,
    which avoids calls of a library. Supports scalars and vectors of `f32` and `f64`;
    functions of `f16` and `bf16` are computed in `f32`. The error is about one unit in the
    last place for all operands, including angles of any size. Special values are as in
    Annex F of the C standard. [Math.md](Math.md) lists the measured errors.

    The arithmetic uses selects instead of branches, so that it can be vectorized. There are
    two exceptions: the reduction of a large angle is a branch, and a remainder is a loop.

    *Guarantees.* Functions of other types or of tensors do not change.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: f32) -> f32 {
      %y = math.exp %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: f32) -> f32 {
      %cst = arith.constant 1.000000e+00 : f32
      %cst_0 = arith.constant 9.000000e+01 : f32
      %0 = arith.cmpf ogt, %arg0, %cst_0 : f32
      %cst_1 = arith.constant -1.050000e+02 : f32
      %1 = arith.cmpf olt, %arg0, %cst_1 : f32
      %2 = arith.select %1, %cst_1, %arg0 : f32
      %3 = arith.select %0, %cst_0, %2 : f32
      %cst_2 = arith.constant 1.44269502 : f32
      %4 = arith.mulf %3, %cst_2 : f32
      %cst_3 = arith.constant 0x4B400000 : f32
      %5 = arith.addf %4, %cst_3 : f32
      %6 = arith.subf %5, %cst_3 : f32
      %7 = arith.negf %6 : f32
      %cst_4 = arith.constant 0.693147182 : f32
      %8 = math.fma %7, %cst_4, %3 : f32
      %9 = arith.negf %6 : f32
      %cst_5 = arith.constant -1.90465421E-9 : f32
      %10 = arith.ori %0, %1 : i1
      %cst_6 = arith.constant 0.000000e+00 : f32
      %11 = arith.select %10, %cst_6, %cst_6 : f32
      %12 = math.fma %9, %cst_5, %11 : f32
      %13 = arith.addf %8, %12 : f32
      %14 = arith.addf %cst, %13 : f32
      %15 = arith.subf %14, %cst : f32
      %16 = arith.subf %13, %15 : f32
      %17 = arith.mulf %13, %13 : f32
      %cst_7 = arith.constant 2.48015876E-5 : f32
      %cst_8 = arith.constant 1.98412701E-4 : f32
      %18 = math.fma %cst_7, %13, %cst_8 : f32
      %cst_9 = arith.constant 0.00138888892 : f32
      %19 = math.fma %18, %13, %cst_9 : f32
      %cst_10 = arith.constant 0.00833333377 : f32
      %20 = math.fma %19, %13, %cst_10 : f32
      %cst_11 = arith.constant 0.0416666679 : f32
      %21 = math.fma %20, %13, %cst_11 : f32
      %cst_12 = arith.constant 0.166666672 : f32
      %22 = math.fma %21, %13, %cst_12 : f32
      %cst_13 = arith.constant 5.000000e-01 : f32
      %23 = math.fma %22, %13, %cst_13 : f32
      %24 = arith.subf %13, %8 : f32
      %25 = arith.subf %13, %24 : f32
      %26 = arith.subf %8, %25 : f32
      %27 = arith.subf %12, %24 : f32
      %28 = arith.addf %26, %27 : f32
      %29 = math.fma %28, %13, %28 : f32
      %30 = math.fma %17, %23, %29 : f32
      %31 = arith.addf %16, %30 : f32
      %32 = arith.addf %14, %31 : f32
      %33 = arith.bitcast %5 : f32 to i32
      %c1262485504_i32 = arith.constant 1262485504 : i32
      %34 = arith.subi %33, %c1262485504_i32 : i32
      %c1_i32 = arith.constant 1 : i32
      %35 = arith.shrsi %34, %c1_i32 : i32
      %c127_i32 = arith.constant 127 : i32
      %36 = arith.addi %35, %c127_i32 : i32
      %c23_i32 = arith.constant 23 : i32
      %37 = arith.shli %36, %c23_i32 : i32
      %38 = arith.bitcast %37 : i32 to f32
      %39 = arith.mulf %32, %38 : f32
      %40 = arith.subi %34, %35 : i32
      %41 = arith.addi %40, %c127_i32 : i32
      %42 = arith.shli %41, %c23_i32 : i32
      %43 = arith.bitcast %42 : i32 to f32
      %44 = arith.mulf %39, %43 : f32
      return %44 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"besideLibrary", "beside-library", "bool", /*default=*/"false",
           "Expand only functions that libdevice lacks: powers with exponents of "
           "more than 32 bits.">
  ];
}

def CallExactMath : Pass<"sg-call-exact-math"> {
  let summary = "Call the C library for expm1 and log1p";
  let description = [{
    Upstream's conversion to LLVM lowers `math.expm1` to `exp(x) - 1` and `math.log1p` to
    `log(1 + x)` (22.1.8), whose results have no correct digit if `x` is close to zero. This
    pass calls the functions of the C library instead, of which vector versions exist for
    loops. Supports `f32`, `f64` and vectors of these types. A vector's elements are
    computed one by one. Half precision must first be converted to `f32`.

    *Guarantees.* No `math.expm1` or `math.log1p` of these types is left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = math.expm1 %x : f64
      return %y : f64
    }
    ```

    becomes

    ```mlir
    func.func private @expm1(f64) -> f64 attributes {llvm.readnone}
    func.func @f(%arg0: f64) -> f64 {
      %0 = call @expm1(%arg0) : (f64) -> f64
      return %0 : f64
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

def ExpandBF16 : Pass<"sg-expand-bf16"> {
  let summary = "Round to bf16 once, and keep subnormal numbers";
  let description = [{
    Converts `f32`, `f64` and integers to `bf16` by integer arithmetic on the bits of `f32`.
    Ops of `arith` and `vector` on `bf16` are computed in `f32`. LLVM 22.1.8 would convert
    differently:

    * On x86, LLVM selects the instruction `vcvtneps2bf16`, which flushes subnormal numbers
      to zero. If the processor lacks this instruction, LLVM calls a function for each
      number.
    * LLVM rounds an integer to `f32` and then to `bf16`: 2^40 + 2^32 + 1 becomes 2^40
      instead of 2^40 + 2^33.

    A conversion rounds to the nearest number, ties to even. NaN stays NaN, with its sign
    and the upper bits of its payload.

    With `has-instruction`, the processor computes with `bf16` and converts from `f32`, as
    NVIDIA GPUs do with correct rounding.

    *Guarantees.* No conversion to `bf16` from `f32`, `f64` or integers of at most 64 bits
    is left. Exceptions are conversions that do not round to nearest even, and conversions
    from `f32` with `has-instruction`.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: f32) -> bf16 {
      %y = arith.truncf %x : f32 to bf16
      return %y : bf16
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: f32) -> bf16 {
      %0 = arith.bitcast %arg0 : f32 to i32
      %c16_i32 = arith.constant 16 : i32
      %1 = arith.shrui %0, %c16_i32 : i32
      %c1_i32 = arith.constant 1 : i32
      %2 = arith.andi %1, %c1_i32 : i32
      %c32767_i32 = arith.constant 32767 : i32
      %3 = arith.addi %0, %c32767_i32 : i32
      %4 = arith.addi %3, %2 : i32
      %c16_i32_0 = arith.constant 16 : i32
      %5 = arith.shrui %4, %c16_i32_0 : i32
      %c64_i32 = arith.constant 64 : i32
      %6 = arith.ori %1, %c64_i32 : i32
      %7 = arith.cmpf uno, %arg0, %arg0 : f32
      %8 = arith.select %7, %6, %5 : i32
      %9 = arith.trunci %8 : i32 to i16
      %10 = arith.bitcast %9 : i16 to bf16
      return %10 : bf16
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"hasInstruction", "has-instruction", "bool", /*default=*/"false",
           "The processor rounds `f32` to `bf16` as IEEE 754 requires.">
  ];
}

def ExpandMathOps : Pass<"sg-expand-math-ops"> {
  let summary = "Expand math ops without a counterpart in LLVM";
  let description = [{
    Replaces `math.clampf`, `math.isinf` and `math.isnormal` by ops of `arith`,
    `math.ipowi` of scalars by a loop, and `math.sincos` by `math.sin` and `math.cos`. LLVM
    does not vectorize a loop that computes both functions in one call. The pass widens an
    exponent of `math.fpowi` that has less than 32 bits or the type `index`. It also expands
    divisions of `arith` that round up or down, and the scaling ops of `arith`.

    `math.clampf %x to [%min, %max]` is `max(min(%x, %max), %min)`, as MLIR lowers it for
    SPIR-V and ROCDL. The documentation of `math.clampf` and `--math-expand-ops` swap the
    bounds, which gives `%max` for every `%x`.

    `vector.fma` becomes `math.fma`, which rounds once. Upstream's conversion also rounds
    the product if the processor has no FMA instruction for the type.

    *Guarantees.* None of these ops is left, except `math.ipowi` of vectors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: f32, %min: f32, %max: f32) -> f32 {
      %y = math.clampf %x to [%min, %max] : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
      %0 = arith.minimumf %arg0, %arg2 : f32
      %1 = arith.maximumf %0, %arg1 : f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ConvertComplex : Pass<"sg-convert-complex"> {
  let summary = "Convert complex arithmetic to real arithmetic, without folding";
  let description = [{
    Converts arithmetic and functions of the `complex` dialect to ops on their real and
    imaginary parts, as `--convert-complex-to-standard` does, but without folding the ops
    first. LLVM 22.1.8 folds `(a - b) + b` to `a`, `exp(log z)` and `log(exp z)` to `z`, and
    removes `z * 1`, `z / 1`, `z + 0` and `z - 0`. These folds are wrong for some finite
    numbers, for NaN, infinity or negative zero (llvm/llvm-project#221384, #212781,
    #212751).

    The pass corrects results of upstream's conversion. `abs`, `exp` and `log` of an infinity
    whose other part is NaN or infinite follow annex G of the C standard. The real part of
    `log` is accurate close to the unit circle, and `sqrt` of a negative number is imaginary.

    *Guarantees.* Only `create`, `re`, `im`, `constant` and `bitcast` of the `complex`
    dialect are left, except in the bodies of named structured ops, which must not change.

    *Fails when* upstream's patterns do not support an op.

    *Example.*

    ```mlir
    func.func @f(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
      %z = complex.sub %x, %y : complex<f32>
      %s = complex.add %z, %y : complex<f32>
      return %s : complex<f32>
    }
    ```

    becomes two subtractions and two additions of f32.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::math::MathDialect"];
}

def ExpandSmallFloats : Pass<"sg-expand-small-floats"> {
  let summary = "Compute with floats of eight bits or less in wider types";
  let description = [{
    Converts f8, f6 and f4 types to and from f16, bf16, f32, f64 and each other by integer
    arithmetic. Ops of `arith` are computed in f32, as `--arith-emulate-unsupported-floats`
    does, and ops on f8E8M0FNU in f64. Rounding to f32 first does not change the result,
    because f32 has more than twice the digits of these types (S. Figueroa, "When is double
    rounding innocuous?", SIGNUM 30(3), 1995).

    A conversion rounds to the nearest number, ties to even, with the results of LLVM's
    `APFloat`. A number that is too large becomes infinite, or NaN in a type without
    infinities (`FN`, `FNUZ`). The types f6 and f4 have neither: large numbers and
    infinities become the largest number, and NaN becomes zero. f8E8M0FNU has only powers of
    two: a negative number becomes NaN, and zero the smallest power.

    *Guarantees.* Only moves, constants and bitcasts of these types are left.

    *Never fails.* Conversions from and to other types (f80, f128, tf32) do not change.

    *Example.*

    ```mlir
    func.func @f(%x: f8E4M3FN) -> f8E4M3FN {
      %y = arith.addf %x, %x : f8E4M3FN
      return %y : f8E4M3FN
    }
    ```

    becomes an `arith.addf` of f32, with conversions of the operands and the result.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // SG_CODEGEN_MATH_PASSES
