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
  let summary = "Canonicalize with upstream's correct patterns only";
  let description = [{
    Canonicalizes like `--canonicalize`, but applies a pattern or fold of upstream only
    if it is admitted: random programs computed the same values before and after it.
    `docs/Canonicalization.md` lists the admitted patterns and folds, with the number of
    programs to which each applied. Patterns and folds of dialects outside of upstream
    always apply.

    The pass replaces upstream's patterns for constant operands of slices and of
    `tensor.expand_shape`, for a `linalg.generic` that copies all elements, and for
    casts before or after a `linalg.transpose`.

    Before patterns apply, the pass

    * replaces `ub.poison` by a constant;
    * removes the flags `nsw` and `nuw` of integer arithmetic;
    * replaces negative constant offsets of slices, and constant positions in vectors
      that are out of bounds;
    * replaces a comparison (`arith.cmpi`, `arith.xori`) of tensors of dynamic shape by
      a `linalg.generic`. Upstream folds the comparison of a tensor with itself to a
      constant, which cannot have a dynamic shape.

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
           "Apply all patterns and folds of upstream, admitted or not, as "
           "test/Fuzz/rewrites.py does to test them.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandTensorOps : Pass<"sg-expand-tensor-ops"> {
  let summary = "Expand tensor ops to structured ops, slices and loops";
  let description = [{
    Rewrites ops that cannot be bufferized, or that fuse better after the rewrite:

    * `tensor.gather`, `tensor.generate`, and `tensor.pad` with a computed value, a
      negative size, or a source that begins at the end of the result, to a
      `linalg.generic` whose body extracts or computes an element;
    * `tensor.scatter` to a loop nest of `tensor.insert`;
    * other `tensor.pad` and `tensor.concat` to `tensor.insert_slice`;
    * empty slices to `tensor.empty`, and insertions of empty slices to the destination;
    * `tensor.splat`, and splat constants with more than 2^18 elements, to
      `linalg.fill`;
    * the shape operand of a `tensor.reshape` to a tensor of `index`;
    * `linalg.softmax`, `linalg.pack`, `linalg.unpack` and the Winograd transforms to
      simpler ops, and a `linalg.pack` with tiles of dynamic size to a `linalg.generic`
      whose body extracts an element;
    * `scf.index_switch` with tensor results to `scf.if`, for which bufferization knows
      that a result shares the memory of a yielded value;
    * `scf.parallel` with tensors in its body to `scf.for`, for which bufferization
      knows that the body is repeated.

    *Guarantees.* The same values, on tensors.

    *Never fails*: other ops are unchanged.

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
    Fuses a `linalg.generic` without reductions into its only consumer if the consumer
    reads each element once, so that no element is computed twice. Ops that only copy or
    broadcast are fused with every consumer. So are ops with at most two arithmetic
    operations on one tensor, such as a scaling by a constant: reading their input costs
    no more than reading their result. Other ops are not fused into contractions and
    convolutions, which later passes recognize. If only a slice of a result is used, the
    pass computes only that slice.

    Unlike `--linalg-fuse-elementwise-ops`, the pass never fuses a producer that reads
    its destination. If the consumer has more loops than the producer, upstream's fusion
    adds to the destination several times.

    *Guarantees.* No element is computed more often than before, except by copies,
    broadcasts and the cheap ops above.

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
  let summary = "Keep elements that no iteration of a structured op writes";
  let description = [{
    If no iteration writes an element of a result, the element keeps its initial value.
    Examples are a map `(i) -> (i, 0)` and a reduction over no elements. Upstream's
    fusion and bufferization discard an initial value that the body does not read. The
    pass therefore makes the body read the initial value under a condition that never
    holds: the index of a loop is negative. If each size is 1 or dynamic, this condition
    could fold. The pass then tests the element, for example whether it is neither a
    number nor NaN. If no condition remains, the op is expanded to loops.

    Ops whose initial value is a `tensor.empty`, and ops that write each element in
    exactly one iteration, are unchanged.

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
  let summary = "Replace vector.mask by mask operands and selects";
  let description = [{
    `vector.transfer_read`, `vector.transfer_write` and `vector.gather` in a
    `vector.mask` take its mask as an operand, combined with their own mask. In a
    `vector.reduction` and a `vector.multi_reduction`, neutral elements replace the
    masked elements.

    Bufferization inserts ops into the region of a `vector.mask` on tensors, which is
    invalid. Upstream's `--lower-vector-mask` (22.1.8) drops the mask operand of a
    masked read. Upstream's conversion to LLVM starts a masked `maximumf` without an
    accumulator from the negative number closest to zero instead of negative infinity.

    *Guarantees.* Elements that are not masked are read, written and reduced as before.
    Other masked ops are unchanged, and so are masks whose passthru value does not have
    the shape of the mask.

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
  let summary = "Expand dynamic positions in vectors of several dimensions";
  let description = [{
    Replaces a `vector.extract` or `vector.insert` at a dynamic position by accesses to
    single elements of the vector, which is cast to one dimension. If the position
    selects an element and only its last index is dynamic, the op is unchanged.

    Upstream's conversion to LLVM (22.1.8) crashes on a `vector.insert`, and rejects a
    `vector.extract`, at such a position.

    *Guarantees.* The result has the same elements. At a position outside of the vector,
    the result is poison, as before. Scalable vectors are unchanged.

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
  let summary = "Make explicit which unit dimensions a slice drops";
  let description = [{
    A slice of lower rank than its source drops dimensions of size 1. If it keeps other
    dimensions of size 1, the op does not determine the dropped dimensions. Upstream
    (22.1.8) decides in three ways: from the last dimension on for tensors, from the
    first dimension on in type inference, and by strides for memrefs. If the decisions
    may differ, the pass replaces the slice by a slice of full rank. A `collapse_shape`
    or `expand_shape`, which names the dimensions, drops or adds them.

    If one size of a tensor is 0 and another one is dynamic, bufferization of its
    `collapse_shape` or `expand_shape` creates an invalid memref type. The pass replaces
    the result, which has no elements, by a `tensor.empty`. Upstream also rejects a
    `collapse_shape` of dynamic sizes to rank 0, and an `expand_shape` of rank 0 to
    dynamic sizes: a `tensor.cast` makes these sizes 1. Both rewrites require the option
    `reshapes`. They must run after `--sg-check-shapes`, which checks that these sizes
    are 1.

    Runs on tensors before bufferization, and at the start of the pipeline on views in
    programs that use memrefs.

    *Guarantees.* The same values.

    *Never fails*: a view whose type fits no choice of dimensions is unchanged.

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
           "Also normalize tensor.collapse_shape and tensor.expand_shape">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RelaxReductions : Pass<"sg-relax-reductions", "::mlir::func::FuncOp"> {
  let summary = "Allow reductions to be summed in any order";
  let description = [{
    The order of the iterations of a `linalg` reduction is not specified. The pass marks
    the additions to the accumulator with `fastmath<reassoc>`. Later passes and LLVM may
    then reorder the additions of the lowered loops and use several accumulators. The
    flag does not affect NaN, infinities or signed zeros.

    *Guarantees.* No other op is marked. In particular, recurrences are not marked, as
    their order matters.

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
    Moves invariant ops out of loops like `--loop-invariant-code-motion`. However,
    `arith.remsi`, `arith.remui`, `arith.floordivsi` and affine divisions stay in the
    loop unless the divisor is a constant other than 0 and, for signed ops, -1. Upstream
    declares these ops pure (22.1.8). It moves them out of loops that may have no
    iteration, so that a division by zero ends the program.

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

    The product moves out of the loop. The remainder stays.
  }];
}

def NormalizeLoops : Pass<"sg-normalize-loops"> {
  let summary = "Rewrite loops whose induction variable may wrap";
  let description = [{
    Rewrites `scf.for` and `scf.parallel` if the induction variable after the last
    iteration, or the difference of constant bounds, may overflow the type of the
    bounds. After the lowering to branches, such a loop would continue past its end.
    Upstream's canonicalization treats the loop as empty (22.1.8).

    * A loop over an integer of fewer than 64 bits uses `index` instead.
    * Otherwise the loop counts its iterations from 0, and the body computes the
      induction variable.

    A loop over `index` or `i64` is unchanged if its step is 1, or if its bounds and its
    step are sizes of dimensions or small constants.

    *Guarantees.* The same iterations. With `checks`, a step that is not positive ends
    the program with "'scf.for': the step is not positive". This includes steps of
    `scf.forall`.

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
    ops that access them, like `--fold-memref-alias-ops`. A `vector.transfer_read` or
    `vector.transfer_write` of reshaped memory is unchanged unless its vector has at
    most one dimension and is in bounds. Otherwise upstream accesses the memory before
    the reshape, where other elements may follow the end of a row (22.1.8,
    llvm/llvm-project#177016).

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
    Replaces ops that LLVM 22.1.8 folds or lowers wrongly by ops that it handles
    correctly (`docs/UpstreamFaults.md`):

    * Ops of the `index` dialect become ops of `arith`.
    * An `affine.apply`, `affine.min` or `affine.max` with a `ceildiv` becomes
      arithmetic: its lowering negates the dividend, which overflows.
    * A masked `vector.transfer_read` of a tensor becomes an unmasked read and a select:
      folds of reads and writes ignore masks.
    * A masked `vector.transfer_write` to a tensor becomes a read and a write of all
      elements: one-shot bufferization may give the masked write uninitialized memory.
    * A `vector.multi_reduction` without dimensions becomes arithmetic: its fold for
      rank 1 drops the accumulator.
    * A `vector.reduction <add>` of floats without an accumulator gets the accumulator
      -0: its lowering starts with 0, so that a sum of -0 would be 0.

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
  let summary = "Compute sizes of results from sizes of arguments";
  let description = [{
    Replaces the `tensor.dim` of a result by the values from which its op computes the
    size, up to the arguments. The size then does not use the result.

    Unlike `--resolve-ranked-shaped-type-result-dims`, the pass uses the size of the
    destination, if there is one. Upstream computes the size from the loops of a
    structured op, and returns 0 for a dimension whose index in the map is constant.

    *Guarantees.* No `tensor.dim` uses a result that has a destination.

    *Never fails.*

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
  let summary = "Prevent endless or costly inlining";
  let description = [{
    Marks directly and indirectly recursive functions with `no_inline`. Upstream's
    inliner unrolls such calls a few times, and derivatives, which call each function
    several times, multiply the copies.

    Also marks functions without a `func.return`, on which upstream's inliner crashes,
    and functions that are called so often that their copies would have more than 10,000
    ops. If each function calls the next one twice, the number of copies doubles with
    each level. In a chain of calls, every 64th function is marked, as the inliner takes
    cubic time for a long chain.

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
  let summary = "Give each op its own destination";
  let description = [{
    Clones a `tensor.empty` or a fill that several ops would write to, for example after
    CSE, or that a loop carries or a function returns. Bufferization then needs no
    copies to keep the ops apart.

    If an op overwrites a value that is also a result of the program, the op gets a copy
    of the value. Otherwise the operand and the op's result would share the memory of
    one program result.

    If a slice is inserted into a splat constant, a `linalg.fill` replaces the constant,
    so that the slice can be computed in the filled memory.

    If a loop, branch or function returns the same tensor twice, or two tensors that may
    share memory, the second becomes a copy. Otherwise the next iteration, or the
    caller, could overwrite one tensor and then read the other.

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
    Sums, products, maxima and minima of `bf16` use an `f32` accumulator, which is
    rounded once, at the end. The products of a contraction are not rounded. Rounding in
    each iteration costs accuracy. It also takes most of the time of a reduction if the
    processor has no instruction for rounding.

    Rewrites a `linalg.generic` on tensors if its body combines the accumulator with a
    term, and does not use the accumulator otherwise.

    *Guarantees.* All such ops are rewritten, and no other op is changed.

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

    extends `%init` to `f32`, sums in a `tensor<f32>`, and rounds the sum.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SG_CODEGEN_TENSOR_PASSES
