//===- Passes.td - The grad dialect leaves the program -----*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CONVERSION_PASSES
#define SG_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

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
