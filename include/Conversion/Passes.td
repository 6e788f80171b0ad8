//===- Passes.td - Conversion to and from the grad dialect -*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_PASSES
#define SG_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ImportMarkers : Pass<"grad-import-markers", "::mlir::ModuleOp"> {
  let summary = "Replace the markers of frontends by stops";
  let description = [{
    JAX and PyTorch erase their stops during lowering. The frontends of sg
    therefore mark each stop by an op that lowering keeps (docs/Frontends.md).
    This pass replaces each marker by one `grad.stop_gradient` per operand.
    Markers are

    * calls of a function without body that is named `sg.stop_gradient`, or
      `sg.stop_gradient.` and a suffix, for example `@sg.stop_gradient.1`. The
      function is erased;
    * `stablehlo.optimization_barrier` and `util.optimization_barrier` in
      generic form, which `--allow-unregistered-dialect` parses. Barriers of the
      original program also become stops.

    *Guarantees.* No marker is left. Other ops are not changed.

    *Fails when* the result types of a marker differ from its operand types, or
    when a function with the name of a marker has a body or a use that is not a
    call.

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
  let summary = "Lower scans, scatters and sorts of frontends to loops";
  let description = [{
    torch-mlir lowers cumulative sums, scatters and sorts to ops of `tm_tensor`.
    IREE, which lowers programs of JAX, uses `iree_linalg_ext`. sg-opt parses
    both dialects, and this pass lowers their ops to differentiable ops:

    * `scan` becomes a loop along the scanned dimension, which combines each
      slice with the accumulator. The second operand of `outs` is the initial
      value, which must be the neutral element of the body.
    * `scatter` becomes a loop over its indices. Updates at a repeated index are
      applied in order. If the body returns only the update, the last update
      remains. A window of `iree_linalg_ext` that is not entirely in bounds is
      skipped, as in StableHLO. In `tm_tensor`, a negative index counts from the
      end, and an index out of bounds is an error at run time.
    * `sort` and `topk` become a gather of their operands by a permutation. A
      stable merge sort in O(n log n) computes the permutation as integers,
      which have no derivative. Derivatives move with their elements, as in
      PyTorch and JAX. If the body is a single comparison of floats, NaN is
      larger than all numbers, as in PyTorch and JAX.

    *Guarantees.* No op of these dialects is left.

    *Fails when* an op of these dialects is not listed above, has operands that
    are not tensors, or lacks a required operand, attribute or body.

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
  let summary = "Remove all ops and attributes of the grad dialect";
  let description = [{
    Replaces `grad.stop_gradient` and `grad.prevent_gradient` by their operand,
    inlines the regions of `grad.checkpoint`, and removes the attributes of the
    dialect. No op is added. Derivatives computed after this pass would be
    wrong, so run the pass after all derivatives are expanded.

    *Guarantees.* No op or attribute of the grad dialect is left.

    *Fails when* a request for a derivative is left. Run
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
  let summary = "Check that no op or attribute of the grad dialect is left";
  let description = [{
    Checks the postcondition of lowering: the module has no op and no attribute
    of the grad dialect.

    *Guarantees.* Changes nothing.

    *Fails when* an op or attribute is left. The error names the op or
    attribute, and the pass that removes it.

    *Example.* An error, because the op is left:

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = grad.stop_gradient %x : f64
      return %y : f64
    }
    ```
  }];
}

#endif // SG_CONVERSION_PASSES
