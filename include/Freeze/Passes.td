//===- Passes.td - Stops as constants ----------------------*- tablegen -*-===//
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
    For a function `@F` adds two public functions:

    * `@F_record` computes what `@F` computes and also returns the value at
      every `grad.stop_gradient` that it reaches, also in the functions it
      calls;
    * `@F_replay` takes these values behind the arguments of `@F` and uses them
      as constants in place of the stops.

    Differences of `@F_replay` in its first arguments, with the values that
    `@F_record` returned at the base point, are what a derivative of `@F` may
    be compared with; plain differences of `@F` are not, because they see
    through the stops. Run it after `--grad-expand-derivatives`, so that stops
    in derivatives are frozen too: then this holds at every order.

    Sites are numbered by where they stand in the program, in the order of
    execution: a call counts its callee's sites at each call. A stop in the
    body of a structured op (`linalg.generic`) is recorded as a tensor with one
    value per iteration, one in a loop as a tensor with one value per trip (loops
    other than `scf.for` become that), one in a branch with a zero where the
    branch was not taken.

    *Guarantees.* Nothing that was there is changed, and no stop is left in what
    is added.

    *Fails when* there is no such function, a function with a stop calls itself,
    or the value at a stop in a loop has a size that is not known in front of
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
           "The function to record and replay">
  ];
}

#endif // SG_FREEZE_PASSES
