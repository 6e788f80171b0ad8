//===- BufferizationPasses.td - Around one-shot-bufferize --*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_BUFFERIZATIONPASSES
#define SG_CODEGEN_BUFFERIZATIONPASSES

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"sg-canonicalize"> {
  let summary = "Canonicalize without the patterns of upstream that are wrong";
  let description = [{
    What `--canonicalize` does, with the canonicalization patterns of all dialects
    and ops but those of LLVM 22.1.8 that change what a program computes
    (`docs/UpstreamFaults.md` has a program for each):

    * `ForOpTensorCastFolder`, which gives a loop whose size changes the size that
      it begins with;
    * the folders of constant operands of `tensor.extract_slice`,
      `tensor.insert_slice`, `tensor.parallel_insert_slice` and `memref.subview`,
      which take the first unit dimensions for those that a slice drops;
    * `EraseIdentityLinalgOp` of `linalg.generic`, which takes the copy of a
      diagonal for one of all elements;
    * the folders of `tensor.cast` into a `linalg.transpose`, whose result takes
      another type if it keeps the order of dimensions.

    Nor is `memref.cast` left out in front of a `memref.subview` that would be out
    of bounds without it, and a comparison (`arith.cmpi`, `arith.xori`) of tensors of
    dynamic shape becomes a `linalg.generic`, for upstream folds one of a tensor with
    itself to a constant of unknown shape.

    Constant offsets, sizes and strides of slices become static here, too; the
    dropped dimensions stay those that the type of the result tells. A
    `linalg.generic` that copies all elements is replaced by what it copies, and
    what casts know of one operand of a `linalg.transpose` becomes known of both.

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
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CopyInvariantDestinations
    : Pass<"sg-copy-invariant-destinations", "::mlir::func::FuncOp"> {
  let summary = "Insert into a copy of what is defined outside of the loop";
  let description = [{
    Where an iteration of a loop inserts a slice into a tensor that is defined
    outside of that loop, and not carried by it, each iteration needs the
    original. This pass makes the copy that every iteration needs anyway, and
    lets the slice be inserted into that.

    One-shot bufferization (22.1.8) does not see this by itself if the slice is
    computed in an `extract_slice` of the same position. It holds that the
    insertion does not read what the slice overwrites. That is true of one
    iteration; the next one, at another position, reads it.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>, %row: tensor<1xf32>, %n: index, %s: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<4xf32> {
        %one = tensor.insert_slice %row into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
        %next = arith.addf %t, %one : tensor<4xf32>
        scf.yield %next : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>, %arg2: index, %arg3: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = scf.for %arg4 = %c0 to %arg2 step %c1 iter_args(%arg5 = %arg3) -> (tensor<4xf32>) {
        %1 = bufferization.alloc_tensor() copy(%arg0) : tensor<4xf32>
        %inserted_slice = tensor.insert_slice %arg1 into %1[%arg4] [1] [1] : tensor<1xf32> into tensor<4xf32>
        %2 = arith.addf %arg5, %inserted_slice : tensor<4xf32>
        scf.yield %2 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def EliminateEmptyTensors : Pass<"sg-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Compute values where they are inserted";
  let description = [{
    What `--eliminate-empty-tensors` does: a `tensor.empty` whose contents are
    inserted into a tensor, or materialize in a destination, becomes that part of
    that tensor.

    Unlike upstream's pass, leaves the `tensor.empty` where the value materializes
    in a destination and is also read afterwards, as one of two equal results is.
    Bufferization (22.1.8) would refuse such a program: "cannot avoid RaW
    conflict". The last reader still gets its destination.

    *Guarantees.* The same values, on tensors.

    *Fails when* upstream's analysis of bufferization fails.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<8xf32> {
      %y = bufferization.alloc_tensor() : tensor<8xf32>
      %e = tensor.empty() : tensor<4xf32>
      %s = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = tensor.insert_slice %s into %y[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>) -> tensor<8xf32> {
      %0 = bufferization.alloc_tensor() : tensor<8xf32>
      %extracted_slice = tensor.extract_slice %0[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32>
      %inserted_slice = tensor.insert_slice %2 into %0[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %inserted_slice : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
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

#endif // SG_CODEGEN_BUFFERIZATIONPASSES
