//===- Passes.td - Into the grad dialect and out of it -----*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_PASSES
#define SG_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ImportMarkers : Pass<"grad-import-markers", "::mlir::ModuleOp"> {
  let summary = "Make stops of the markers that frontends leave in their place";
  let description = [{
    JAX and PyTorch erase their stops while they lower a program, so a stop has
    to come in another form to arrive (docs/Frontends.md). This pass replaces by
    `grad.stop_gradient`, one for each operand,

    * calls of a function without body whose name is `sg.stop_gradient`, or that
      and a suffix behind a dot: `@sg.stop_gradient.1`; the function goes too;
    * `stablehlo.optimization_barrier` and `util.optimization_barrier`, in the
      generic form, which `--allow-unregistered-dialect` reads. In a program
      that has barriers of its own they become stops as well.

    *Guarantees.* No marker is left. Nothing else is changed.

    *Fails when* the results of a marker do not have the types of its operands,
    or a function with the name of a marker has a body or is referred to by
    anything but calls.

    *Example.*

    ```mlir
    func.func private @sg.stop_gradient(tensor<4xf32>) -> tensor<4xf32>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %c = call @sg.stop_gradient(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %y = arith.mulf %x, %c : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %c = grad.stop_gradient %x : tensor<4xf32>
      %y = arith.mulf %x, %c : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::sg::grad::GradDialect"];
}

def ImportTensorOps : Pass<"grad-import-tensor-ops"> {
  let summary = "Make loops over slices of the scans, scatters and sorts of frontends";
  let description = [{
    torch-mlir lowers cumulative sums, scatters and sorts to ops of `tm_tensor`,
    IREE, through which programs of JAX come, to those of `iree_linalg_ext`.
    sg-opt reads their text; this pass makes of them what has derivatives:

    * `scan` becomes a loop along its dimension, which combines a slice with what
      it carries. The first sum is the body on the second of the `outs`, which is
      to be neutral.
    * `scatter` becomes a loop over its indices, in their order, so that repeated
      ones count each time, the last one where the body keeps only the update. A
      window of `iree_linalg_ext` that is not all inside changes nothing, as in
      StableHLO. Of `tm_tensor` an index that is negative counts from the end, and
      one that is outside is an error when the program runs.
    * `sort` and `topk` become the gather of their operands by a permutation. It
      is computed as integers, for which no derivative is asked, by merging, in
      O(n log n), and is stable: among equals the first one comes first. The
      derivative of a sorted element is that of the one element that came there,
      as in PyTorch and JAX. Where the body is one comparison of floats, NaN is
      greater than all numbers, as there.

    *Guarantees.* Nothing of these dialects is left.

    *Fails when* an op is another one of these dialects, has no tensors, or has
    not the operands, attributes and body that ops of its name have.

    *Example.*

    ```mlir
    func.func @sums(%x: tensor<?xf32>, %empty: tensor<?xf32>, %zero: tensor<f32>) -> tensor<?xf32> {
      %sums, %sum = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%empty, %zero : tensor<?xf32>, tensor<f32>) {
      ^bb0(%before: f32, %element: f32):
        %after = arith.addf %before, %element : f32
        tm_tensor.yield %after : f32
      } -> tensor<?xf32>, tensor<f32>
      return %sums : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @sums(%x: tensor<?xf32>, %empty: tensor<?xf32>, %zero: tensor<f32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<?xf32>
      %new = tensor.empty(%n) : tensor<?xf32>
      %start = tensor.extract %zero[] : tensor<f32>
      %c0_0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sums:2 = scf.for %i = %c0_0 to %n step %c1 iter_args(%some = %new, %before = %start) -> (tensor<?xf32>, f32) {
        %element = tensor.extract %x[%i] : tensor<?xf32>
        %after = arith.addf %before, %element : f32
        %more = tensor.insert %after into %some[%i] : tensor<?xf32>
        scf.yield %more, %after : tensor<?xf32>, f32
      }
      %sum = tensor.from_elements %sums#1 : tensor<f32>
      return %sums#0 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def EraseStopGradient : Pass<"grad-erase-stop-gradient"> {
  let summary = "Remove what is left of the grad dialect after the last derivative";
  let description = [{
    Replaces `grad.stop_gradient` and `grad.prevent_gradient` by their operand,
    inlines the regions of `grad.checkpoint`, and strips the attributes of the
    dialect. No op is added. Derivatives cannot be right after this pass, so it
    runs last.

    *Guarantees.* Nothing of the grad dialect is left.

    *Fails when* a request for a derivative is left: run
    `--grad-expand-derivatives` first.

    *Example.*

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %c = grad.stop_gradient %x : f64
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = arith.mulf %x, %x : f64
      return %y : f64
    }
    ```
  }];
}

def VerifyExpanded : Pass<"grad-verify-expanded"> {
  let summary = "Fail if anything of the grad dialect is left";
  let description = [{
    The postcondition of lowering: no op and no attribute of the grad dialect.

    *Guarantees.* Changes nothing.

    *Fails when* there is one; the error names it and the pass that removes it.

    *Example.* An error, for the op is left:

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = grad.stop_gradient %x : f64
      return %y : f64
    }
    ```
  }];
}

#endif // SG_CONVERSION_PASSES
