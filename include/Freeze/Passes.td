//===- Passes.td - Passes that freeze stops ----------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_FREEZE_PASSES
#define SG_FREEZE_PASSES

include "sg/Transforms/DerivativePass.td"

def FreezeStopGradient : Grad_DerivativePass<"grad-freeze-stop-gradient"> {
  let summary = "Add functions that record and replay the values at stops";
  let description = [{
    Adds two public functions for a function `@F`:

    * `@F_record` computes the results of `@F` and also returns the value at
      every `grad.stop_gradient` that `@F` and its callees reach;
    * `@F_replay` takes these values after the arguments of `@F` and uses them
      as constants in place of the stops.

    Compare a derivative of `@F` with finite differences of `@F_replay` in the
    arguments of `@F`, while the other arguments are the values that `@F_record`
    returns at the base point. Finite differences of `@F` itself include the
    dependence through the stops. Run the pass after
    `--grad-expand-derivatives`, so that stops in derivatives are frozen too,
    and derivatives of every order can be compared.

    The recorded values are in the program order of the stops. Each call adds
    the values of its callee. A stop in the body of a structured op
    (`linalg.generic`) is recorded as a tensor with one value per iteration. A
    stop in a loop is recorded as a tensor with one value per iteration. Loops
    other than `scf.for` are converted to `scf.for`. A stop in a branch that is
    not taken is recorded as zero.

    *Guarantees.* Existing functions are not changed. The new functions contain
    no stops.

    *Fails when* the function does not exist, a function with a stop is
    recursive, or the size of a value at a stop in a loop is not known before
    the loop.

    *Example.* With `function=f`,

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
      %c = grad.stop_gradient %x : f64
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    func.func @f_replay(%x: f64, %c: f64) -> f64 {
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    func.func @f_record(%x: f64) -> (f64, f64) {
      %y = arith.mulf %x, %x : f64
      return %y, %x : f64, f64
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "Function to record and replay">
  ];
}

#endif // SG_FREEZE_PASSES
