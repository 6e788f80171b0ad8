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
