//===- TensorPasses.td - Tensors, before there are buffers -*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_TENSORPASSES
#define SG_CODEGEN_TENSORPASSES

include "mlir/Pass/PassBase.td"

def CarryScalars : Pass<"sg-carry-scalars", "::mlir::func::FuncOp"> {
  let summary = "Let loops carry scalars as tensors without dimensions";
  let description = [{
    A float that an `scf.for` computes in each iteration, of elements of tensors
    without dimensions (a loss, a sum of losses), is carried as such a tensor, and
    computed by a structured op. On a device it stays there then; the host would
    wait for it in each iteration to hand it on.

    *Guarantees.* The same values. What the host needs for its control flow it
    reads as before.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<f32>, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
        %e = tensor.extract %x[] : tensor<f32>
        %next = arith.addf %s, %e : f32
        scf.yield %next : f32
      }
      return %sum : f32
    }
    ```

    becomes

    ```mlir
    #map = affine_map<() -> ()>
    func.func @f(%arg0: tensor<f32>, %arg1: index, %arg2: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %from_elements = tensor.from_elements %arg2 : tensor<f32>
      %0 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %from_elements) -> (tensor<f32>) {
        %1 = tensor.empty() : tensor<f32>
        %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg4, %arg0 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
        ^bb0(%in: f32, %in_0: f32, %out: f32):
          %3 = arith.addf %in, %in_0 : f32
          linalg.yield %3 : f32
        } -> tensor<f32>
        scf.yield %2 : tensor<f32>
      }
      %extracted = tensor.extract %0[] : tensor<f32>
      return %extracted : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def CallExactMath : Pass<"sg-call-exact-math"> {
  let summary = "Call the C library for expm1 and log1p";
  let description = [{
    Upstream's conversion to LLVM makes `exp(x) - 1` of `math.expm1` and
    `log(1 + x)` of `math.log1p` (22.1.8), of which no digit is right for small
    numbers. Here they become calls of the C library's functions, which loops have
    on vectors. Works on `f32` and `f64`, and on vectors of them element by
    element; half precision has become `f32` before.

    *Guarantees.* No such op of these types is left.

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

def ExpandMathOps : Pass<"sg-expand-math-ops"> {
  let summary = "Express math ops that have no counterpart in LLVM";
  let description = [{
    Replaces `math.clampf`, `math.isinf` and `math.isnormal` by ops of `arith`,
    `math.ipowi` of scalars by a loop and `math.sincos` by `math.sin` and
    `math.cos`, and widens an exponent of `math.fpowi` below 32 bits or of type
    `index`. LLVM vectorizes no loop over the two in one call. Of `arith` it
    expands divisions that round up or down and the ops that scale.

    `math.clampf %x to [%min, %max]` is `max(min(%x, %max), %min)`, as MLIR lowers
    it for SPIR-V and ROCDL. Its documentation, and `--math-expand-ops`, have the
    bounds exchanged, which gives `%max` for every `%x`.

    *Guarantees.* None of these is left, but powers of vectors of integers.

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

def ExpandSmallFloats : Pass<"sg-expand-small-floats"> {
  let summary = "Compute with floats of eight bits and less in wider ones";
  let description = [{
    Converts f8, f6 and f4 types to and from f16, bf16, f32, f64 and each other by
    integer arithmetic, and computes what `arith` has in f32 in between, as
    `--arith-emulate-unsupported-floats` does, f8E8M0FNU in f64. Rounding twice is
    rounding once there: f32 has more than twice the digits (S. Figueroa, "When is
    double rounding innocuous?", SIGNUM 30(3), 1995).

    A conversion rounds to the nearest, of two numbers to the even one, with the
    results of LLVM's `APFloat`. What is too large becomes infinite; in a type
    without infinities (`FN`, `FNUZ`) NaN; in f6 and f4, which have neither, the
    largest number, as an infinity does, and NaN becomes zero. f8E8M0FNU has powers
    of two only: a negative number becomes NaN, and zero the least of them.

    *Guarantees.* Of these types only moves, constants and bitcasts are left.

    *Never fails.* Conversions from and to other types (f80, f128, tf32) are left.

    *Example.*

    ```mlir
    func.func @f(%x: f8E4M3FN) -> f8E4M3FN {
      %y = arith.addf %x, %x : f8E4M3FN
      return %y : f8E4M3FN
    }
    ```

    becomes an `arith.addf` of f32 between the bits of the one and of the other.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandTensorOps : Pass<"sg-expand-tensor-ops"> {
  let summary = "Express tensor ops by structured ops, slices and loops";
  let description = [{
    Rewrites what cannot be bufferized, or is better fused first:

    * `tensor.gather`, `tensor.generate`, and `tensor.pad` with computed
      padding or of nothing, as `linalg.generic` whose body extracts or computes;
    * `tensor.scatter` as a loop nest of `tensor.insert`;
    * other `tensor.pad` and `tensor.concat` as `tensor.insert_slice`, and slices
      without elements as nothing;
    * `tensor.splat`, and constants of one value with more than 2^18 elements,
      as `linalg.fill`;
    * the shape of a `tensor.reshape` as a tensor of `index`;
    * `linalg.softmax`, `linalg.pack`, `linalg.unpack` and the Winograd
      transforms by what they consist of;
    * `scf.index_switch` of tensors as `scf.if`, of which bufferization knows
      that a result shares the memory of what is yielded;
    * `scf.parallel` with tensors in its body as `scf.for`, of which
      bufferization knows that it repeats its body.

    *Guarantees.* The same values, on tensors.

    *Never fails*: what it does not know is left.

    *Example.*

    ```mlir
    func.func @f(%x: f32, %n: index) -> tensor<?xf32> {
      %y = tensor.splat %x[%n] : tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f32, %n: index) -> tensor<?xf32> {
      %0 = tensor.empty(%n) : tensor<?xf32>
      %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseElementwise : Pass<"sg-fuse-elementwise"> {
  let summary = "Fuse elementwise structured ops with their consumers";
  let description = [{
    Moves the body of a `linalg.generic` without reductions into that of its
    only consumer, if that reads each element once, so that nothing is computed
    twice. What only copies or broadcasts is fused with every consumer, and so are
    at most two operations of arithmetic on one tensor, as a scaling by a number
    is: to read what they are computed from costs no more than to read their
    result. Nothing else is fused into contractions and convolutions, which later
    passes recognise. Of what is computed only for one slice, only that slice is
    computed.

    Unlike `--linalg-fuse-elementwise-ops`, never fuses a producer that reads its
    destination: upstream then adds to it more often than once where the
    consumer has more loops.

    *Guarantees.* Nothing is computed more often than before, copies, broadcasts
    and such few operations apart.

    *Never fails.*

    *Example.*

    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        %b = math.exp %a : f32
        linalg.yield %b : f32
      } -> tensor<4xf32>
      %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        %b = arith.negf %a : f32
        linalg.yield %b : f32
      } -> tensor<4xf32>
      return %z : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %2 = math.exp %in : f32
        %3 = arith.negf %2 : f32
        linalg.yield %3 : f32
      } -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def KeepUnwrittenElements
    : Pass<"sg-keep-unwritten-elements", "::mlir::func::FuncOp"> {
  let summary = "Keep what no iteration of a structured op writes";
  let description = [{
    An element of a result that no iteration writes, as with the map
    `(i) -> (i, 0)` or with a reduction over no elements, has its initial value.
    Upstream's fusion and bufferization take an initial value that the body does
    not read for one that is not needed. The body of such an op is made to read
    it: where an index of a loop is negative, which is never so, or, as a loop of
    unknown size may turn out to have one iteration, where the element is neither
    a number nor NaN.

    Ops whose initial value is a `tensor.empty`, and those that write each element
    in one iteration, stay as they are.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<5xf32>, %init: tensor<5x4xf32>) -> tensor<5x4xf32> {
      %y = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
          iterator_types = ["parallel"]}
          ins(%x : tensor<5xf32>) outs(%init : tensor<5x4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        linalg.yield %a : f32
      } -> tensor<5x4xf32>
      return %y : tensor<5x4xf32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    #map1 = affine_map<(d0) -> (d0, 0)>
    func.func @f(%arg0: tensor<5xf32>, %arg1: tensor<5x4xf32>) -> tensor<5x4xf32> {
      %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xf32>) outs(%arg1 : tensor<5x4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %1 = linalg.index 0 : index
        %c0 = arith.constant 0 : index
        %2 = arith.cmpi sge, %1, %c0 : index
        %3 = arith.select %2, %in, %out : f32
        linalg.yield %3 : f32
      } -> tensor<5x4xf32>
      return %0 : tensor<5x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def RelaxReductions : Pass<"sg-relax-reductions", "::mlir::func::FuncOp"> {
  let summary = "Allow reductions to be summed in any order";
  let description = [{
    The order of the iterations of a reduction is not specified in `linalg`.
    Marks the additions that combine them with `fastmath<reassoc>`, so that they
    still may come in any order when they are in loops, several at a time.
    Nothing else is allowed by this flag: not for NaN, infinities or signed
    zeros.

    *Guarantees.* No other op is marked, and no recurrence, whose order matters.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
      %y = linalg.reduce ins(%x : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
        (%a: f32, %sum: f32) {
          %next = arith.addf %sum, %a : f32
          linalg.yield %next : f32
        }
      return %y : tensor<f32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
      %reduced = linalg.reduce { arith.addf {fastmath = #arith.fastmath<reassoc>} } ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<f32>) dimensions = [0]
      return %reduced : tensor<f32>
    }
    ```
  }];
}

def ResolveSizes : Pass<"sg-resolve-sizes"> {
  let summary = "Ask sizes of the arguments";
  let description = [{
    Replaces the `tensor.dim` of a result by what its op computes the size from,
    up to the arguments, so that a size is no use of the result.

    Unlike `--resolve-ranked-shaped-type-result-dims`, takes the size of a result
    with a destination from that: upstream asks the loops of a structured op,
    and has 0 for a dimension whose index is constant in the map.

    *Guarantees.* No `tensor.dim` of a result that has a destination is left.

    *Fails when* the patterns do not come to an end.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<?xf64>, %y: tensor<?x?xf64>) -> index {
      %c1 = arith.constant 1 : index
      %r = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
          iterator_types = ["parallel"]}
          ins(%x : tensor<?xf64>) outs(%y : tensor<?x?xf64>) {
      ^bb0(%e: f64, %out: f64):
        linalg.yield %e : f64
      } -> tensor<?x?xf64>
      %size = tensor.dim %r, %c1 : tensor<?x?xf64>
      return %size : index
    }
    ```

    returns the size of `%y`.
  }];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "tensor::TensorDialect"];
}

def RestrictInlining : Pass<"sg-restrict-inlining", "::mlir::ModuleOp"> {
  let summary = "Keep functions that call themselves from being inlined";
  let description = [{
    Marks functions that call themselves, also by way of others, with
    `no_inline`: upstream's inliner unrolls such calls a few times, and a
    derivative calls each function several times. So it does with functions that
    have no `func.return`, on which upstream's inliner crashes.

    *Guarantees.* The same program.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%n: i32) {
      call @g(%n) : (i32) -> ()
      return
    }
    func.func private @g(%n: i32) {
      call @f(%n) : (i32) -> ()
      return
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: i32) attributes {no_inline} {
      call @g(%arg0) : (i32) -> ()
      return
    }
    func.func private @g(%arg0: i32) attributes {no_inline} {
      call @f(%arg0) : (i32) -> ()
      return
    }
    ```
  }];
}

def SeparateDestinations
    : Pass<"sg-separate-destinations", "::mlir::func::FuncOp"> {
  let summary = "Give every op a destination of its own";
  let description = [{
    Clones `tensor.empty` and fills where several ops would write into one of
    them (CSE merges them), or where one is carried by a loop or returned.
    Bufferization then needs no copies to keep them apart.

    Where an op overwrites a value that is also a result of the program, it gets
    a copy of that: the memory of one result would else be taken for both.

    Where a slice is inserted into a constant of one value, memory is filled with
    that and takes the slice.

    Where a loop or a function hands on the same tensor twice, or two that may
    share memory, the second is a copy. Bufferization would let the next
    iteration, or the caller, overwrite the one and read the other.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %e = tensor.empty() : tensor<4xf32>
      %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %y = linalg.log ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %x, %y : tensor<4xf32>, tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
      %3 = linalg.log ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
      return %2, %3 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // SG_CODEGEN_TENSORPASSES
