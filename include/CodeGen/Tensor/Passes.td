//===- Passes.td - Structured ops on tensors ---------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_TENSOR_PASSES
#define SG_CODEGEN_TENSOR_PASSES

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"sg-canonicalize"> {
  let summary = "Canonicalize without the patterns of upstream that are wrong";
  let description = [{
    Does what `--canonicalize` does, but applies a pattern or a fold of upstream only
    if it is admitted: random programs to which it applied computed the same before
    and after (`docs/Canonicalization.md` lists them, with the number of programs).
    Patterns and folds of dialects that upstream does not have always apply.

    Patterns of its own replace those of upstream for constant operands of slices and
    of `tensor.expand_shape`, for a `linalg.generic` that copies all elements, and for
    casts before or after a `linalg.transpose`.

    Before it applies patterns, it

    * replaces `ub.poison` by a constant;
    * removes the flags that integer arithmetic does not overflow;
    * replaces constant offsets of slices that are negative, and constant positions in
      vectors that are out of bounds;
    * turns a comparison (`arith.cmpi`, `arith.xori`) of tensors of dynamic shape into
      a `linalg.generic`: upstream folds one of a tensor with itself to a constant of
      unknown shape.

    *Guarantees.* The same values.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<1x4x3xf32>) -> tensor<1x3xf32> {
      %c0 = arith.constant 0 : index
      %y = tensor.extract_slice %x[%c0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf32> to tensor<1x3xf32>
      return %y : tensor<1x3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<1x4x3xf32>) -> tensor<1x3xf32> {
      %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf32> to tensor<1x3xf32>
      return %extracted_slice : tensor<1x3xf32>
    }
    ```
  }];
  let options = [
    Option<"admitAll", "admit-all", "bool", /*default=*/"false",
           "Apply all patterns and folds of upstream, also those without "
           "evidence. For test/Fuzz/rewrites.py, which collects it.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
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
      transforms by what they consist of; a `linalg.pack` with tiles of unknown size
      as `linalg.generic` whose body extracts;
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
    twice. Ops that only copy or broadcast are fused with every consumer, and so are
    ops of at most two operations of arithmetic on one tensor, such as a scaling by
    a constant: to read their input costs no more than to read their result. Nothing
    else is fused into contractions and convolutions, which later passes recognize.
    If only a slice of a result is used, only that slice is computed.

    Unlike `--linalg-fuse-elementwise-ops`, never fuses a producer that reads its
    destination: if the consumer has more loops, upstream adds to the destination
    several times.

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
    it under a condition that never holds: that the index of a loop is negative or,
    as a loop of unknown size may turn out to have one iteration, that the element
    is neither a number nor NaN.

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

def LowerVectorMask : Pass<"sg-lower-vector-mask"> {
  let summary = "Mask ops without vector.mask";
  let description = [{
    `vector.transfer_read`, `vector.transfer_write` and `vector.gather` in a `vector.mask`
    get its mask as an operand, combined with the mask that they have; a `vector.reduction` and a
    `vector.multi_reduction` get a neutral element for each one that is masked.

    Bufferization puts ops into the region of a `vector.mask` on tensors, which is
    not valid. Upstream's `--lower-vector-mask` (22.1.8) drops the mask that a masked
    read has, and its conversion to LLVM starts a masked `maximumf` without an
    accumulator from the negative number next to zero, not from negative infinity.

    *Guarantees.* Elements that are not masked are read, written and reduced as
    before. Other masked ops are left, and masks that pass values of another shape.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: vector<4xf32>, %mask: vector<4xi1>) -> f32 {
      %y = vector.mask %mask { vector.reduction <maximumf>, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: vector<4xf32>, %arg1: vector<4xi1>) -> f32 {
      %cst = arith.constant dense<0xFF800000> : vector<4xf32>
      %0 = arith.select %arg1, %arg0, %cst : vector<4xi1>, vector<4xf32>
      %1 = vector.reduction <maximumf>, %0 : vector<4xf32> into f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
}

def ExpandVectorPositions : Pass<"sg-expand-vector-positions"> {
  let summary = "Expand unknown positions in vectors of several dimensions";
  let description = [{
    A `vector.extract` or `vector.insert` at a position that is not a constant becomes
    one of single elements of the vector, which is cast to one dimension. A position of
    which only the last index is not a constant, and which selects an element, stays.

    Upstream's conversion to LLVM (22.1.8) crashes on such a `vector.insert`, and
    refuses such a `vector.extract`.

    *Guarantees.* The result has the same elements. At a position that is not in the
    vector the result is poison, as before. Vectors of scalable size are left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: vector<2x3xf32>, %i: index) -> f32 {
      %y = vector.extract %x[%i, 1] : f32 from vector<2x3xf32>
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: vector<2x3xf32>, %arg1: index) -> f32 {
      %0 = vector.shape_cast %arg0 : vector<2x3xf32> to vector<6xf32>
      %c3 = arith.constant 3 : index
      %1 = arith.muli %arg1, %c3 : index
      %c1 = arith.constant 1 : index
      %2 = arith.addi %1, %c1 : index
      %3 = vector.extract %0[%2] : f32 from vector<6xf32>
      return %3 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
}

def NormalizeSlices : Pass<"sg-normalize-slices"> {
  let summary = "Say which unit dimensions a slice drops";
  let description = [{
    A slice of rank lower than its source drops dimensions of size 1. Where it
    keeps others of size 1, the ops do not say which are dropped, and upstream
    (22.1.8) answers in three ways: from the last dimension on for tensors, from
    the first one on where it infers types, and by comparing strides for memrefs.
    Where these could differ, the slice becomes one of full rank here, and the
    dimensions are dropped or added by `collapse_shape` and `expand_shape`, which
    name them.

    Where one size of a tensor is 0 and another one is not known, upstream's memory
    of its `collapse_shape` or `expand_shape` has a type that is refused: the
    result, which has no elements, becomes a `tensor.empty`. Nor may memory of
    unknown sizes be collapsed to rank 0, or rank 0 be expanded to it: a
    `tensor.cast` says that these sizes are 1. Both only with `reshapes`, and after
    `--sg-check-shapes`, which asks whether they are.

    Runs on tensors before bufferization, and first of all on views that a
    program on memory has.

    *Guarantees.* The same values.

    *Never fails*: a view whose type fits no choice of dimensions stays.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<1x4x3xf32>) -> tensor<1x3xf32> {
      %y = tensor.extract_slice %x[0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf32> to tensor<1x3xf32>
      return %y : tensor<1x3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<1x4x3xf32>) -> tensor<1x3xf32> {
      %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf32> to tensor<1x3x1xf32>
      %collapsed = tensor.collapse_shape %extracted_slice [[0], [1, 2]] : tensor<1x3x1xf32> into tensor<1x3xf32>
      return %collapsed : tensor<1x3xf32>
    }
    ```
  }];
  let options = [
    Option<"reshapes", "reshapes", "bool", "true",
           "Normalize tensor.collapse_shape and tensor.expand_shape, too">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
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

def LoopInvariantCodeMotion : Pass<"sg-loop-invariant-code-motion"> {
  let summary = "Hoist loop-invariant ops that cannot trap";
  let description = [{
    Moves invariant ops out of loops, as `--loop-invariant-code-motion` does, but
    leaves `arith.remsi`, `arith.remui`, `arith.floordivsi` and affine divisions
    in the loop unless the divisor is a constant other than 0 and, if signed, -1.
    Upstream calls these ops pure (22.1.8), and moves them out of loops that may
    have no trip, where a division by zero ends the program.

    *Guarantees.* The same values, and no trap that the program did not have.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%n: index, %x: i64, %y: i64, %z: i64) -> i64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> i64 {
        %p = arith.muli %x, %y : i64
        %m = arith.remsi %p, %y : i64
        %s = arith.addi %a, %m : i64
        scf.yield %s : i64
      }
      return %r : i64
    }
    ```

    The product moves out of the loop, the remainder stays.
  }];
}

def NormalizeLoops : Pass<"sg-normalize-loops"> {
  let summary = "Rewrite loops whose induction variable may wrap";
  let description = [{
    Rewrites `scf.for` and `scf.parallel` if the induction variable after the last
    trip, or the distance of constant bounds, may overflow the type of the bounds.
    The lowering to branches would run such a loop on, and upstream's
    canonicalization takes it for empty (22.1.8).

    * A loop over an integer of fewer than 64 bits counts in `index`.
    * Otherwise the loop counts its trips from 0, and the body computes the
      induction variable.

    A loop over `index` or `i64` is left alone if its step is 1, or if its bounds
    are sizes of dimensions or small constants.

    *Guarantees.* The same trips. With `checks`, a step that is not positive, of
    `scf.forall` too, ends the program: "'scf.for': the step is not positive".

    *Never fails.*

    *Example.* With `checks=false`,

    ```mlir
    func.func @f(%lower: i8, %upper: i8, %step: i8, %x: i8) -> i8 {
      %r = scf.for %i = %lower to %upper step %step iter_args(%a = %x) -> i8 : i8 {
        %s = arith.addi %a, %i : i8
        scf.yield %s : i8
      }
      return %r : i8
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: i8, %arg1: i8, %arg2: i8, %arg3: i8) -> i8 {
      %0 = arith.index_cast %arg0 : i8 to index
      %1 = arith.index_cast %arg1 : i8 to index
      %2 = arith.index_cast %arg2 : i8 to index
      %3 = scf.for %arg4 = %0 to %1 step %2 iter_args(%arg5 = %arg3) -> (i8) {
        %4 = arith.index_cast %arg4 : index to i8
        %5 = arith.addi %arg5, %4 : i8
        scf.yield %5 : i8
      }
      return %3 : i8
    }
    ```
  }];
  let options = [
    Option<"checks", "checks", "bool", /*default=*/"true",
           "End the program if a step is not positive.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

def FoldMemRefAliasOps : Pass<"sg-fold-memref-alias-ops"> {
  let summary = "Fold views of memory into accesses";
  let description = [{
    Folds `memref.subview`, `memref.expand_shape` and `memref.collapse_shape` into the
    ops that access them, as `--fold-memref-alias-ops` does. Leaves a
    `vector.transfer_read` or `vector.transfer_write` of reshaped memory alone unless
    its vector has at most one dimension and is in bounds: upstream reads rows, and
    the elements after the end of a row, at the positions that they would have in the
    memory before the reshape (22.1.8, llvm/llvm-project#177016).

    *Guarantees.* The same accesses.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<8x4xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %row = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %y = memref.load %row[%c0] : memref<4xf32, strided<[1], offset: ?>>
      return %y : f32
    }
    ```

    loads from `%x[%i, %c0]`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::vector::VectorDialect"];
}

def ReplaceFaultyOps : Pass<"sg-replace-faulty-ops"> {
  let summary = "Replace ops that upstream folds or lowers wrongly";
  let description = [{
    Replaces ops for which LLVM 22.1.8 has wrong folds or lowerings by ops for which
    it has right ones (`docs/UpstreamFaults.md`):

    * Ops of the `index` dialect become ops of `arith`.
    * An `affine.apply`, `affine.min` or `affine.max` with a `ceildiv` becomes
      arithmetic: its lowering negates the dividend, which overflows.
    * A masked `vector.transfer_write` to a tensor reads what the mask leaves out, and
      writes all elements: one-shot bufferization may give it memory that nobody has
      written.
    * A `vector.reduction <add>` of floats without an accumulator begins with -0: its
      lowering begins with 0, so that a sum of -0 would be 0.

    *Guarantees.* The same values.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: index, %y: index) -> index {
      %q = index.ceildivs %x, %y
      return %q : index
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: index, %arg1: index) -> index {
      %0 = arith.ceildivsi %arg0, %arg1 : index
      return %0 : index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::vector::VectorDialect"];
}

def ResolveSizes : Pass<"sg-resolve-sizes"> {
  let summary = "Express sizes of results by sizes of arguments";
  let description = [{
    Replaces the `tensor.dim` of a result by what its op computes the size from,
    up to the arguments, so that asking for a size does not use the result.

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
  let summary = "Keep functions from being inlined without end";
  let description = [{
    Marks functions that call themselves, also by way of others, with
    `no_inline`: upstream's inliner unrolls such calls a few times, and a
    derivative calls each function several times. Also marks functions that have
    no `func.return`, on which upstream's inliner crashes, and functions that
    are called so often that their copies would have more than 10,000 ops: if
    each function calls the next one twice, the number of copies doubles with
    each level. In a chain of calls every 64th function is marked as well, for the
    inliner takes cubic time for a long chain.

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

    If an op overwrites a value that is also a result of the program, it gets a copy
    of that value: otherwise the two would share the memory of one result.

    If a slice is inserted into a splat constant, memory is filled with the value
    and takes the slice.

    If a loop or a function yields the same tensor twice, or two that may share
    memory, the second becomes a copy. Bufferization would let the next iteration,
    or the caller, overwrite the one and read the other.

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

def WidenReductions : Pass<"sg-widen-reductions", "::mlir::func::FuncOp"> {
  let summary = "Reduce bf16 in f32";
  let description = [{
    Sums, products, maxima and minima of `bf16` have a running value of `f32`, which
    is rounded once, at the end; the products of a contraction are not rounded. A
    rounding in each iteration costs accuracy, and takes most of the time of a
    reduction where the processor has no instruction for it.

    Takes `linalg.generic` on tensors whose body combines the running value with a
    term, and does nothing else with it.

    *Guarantees.* No op that it takes is left, and no other op is changed.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xbf16>, %init: tensor<bf16>) -> tensor<bf16> {
      %y = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]}
          ins(%x : tensor<4xbf16>) outs(%init : tensor<bf16>) {
      ^bb0(%a: bf16, %sum: bf16):
        %next = arith.addf %sum, %a : bf16
        linalg.yield %next : bf16
      } -> tensor<bf16>
      return %y : tensor<bf16>
    }
    ```

    extends `%init`, sums in a `tensor<f32>`, and rounds that.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SG_CODEGEN_TENSOR_PASSES
