//===- GradOps.td - Operations of the grad dialect ---------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_OPS
#define GRAD_OPS

include "sg/Dialect/Grad/IR/GradDialect.td"
include "sg/Dialect/Grad/IR/GradInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Grad_Op<string mnemonic, list<Trait> traits = []>
    : Op<Grad_Dialect, mnemonic, traits>;

/// Requires equal types. SameOperandsAndResultType, which infers the result
/// type for builders and the parser, only requires compatible shapes and
/// mentions no constraint.
def Grad_ResultHasTypeOfOperand : PredOpTrait<
    "the result has the type of the operand (C1)",
    CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>;

//===----------------------------------------------------------------------===//
// Where derivatives stop
//===----------------------------------------------------------------------===//

def Grad_StopOps : OpDocGroup {
  let summary = "Where derivatives stop";
  let description = "";
}

let opDocGroup = Grad_StopOps in {

def Grad_StopGradientOp : Grad_Op<"stop_gradient",
    [Pure, SameOperandsAndResultType, Grad_ResultHasTypeOfOperand]> {
  let summary = "the value of its operand, with derivative zero";
  let description = [{
    `y = stop_gradient(x)` satisfies `y = x` in the program and `dy/dx = 0` in
    every derivative of it, of any order and in either mode. The zero is
    structural: nothing is computed, stored or multiplied for what lies behind
    a stop, so no NaN or infinity of a stopped path reaches a gradient, and ops
    without a derivative rule are fine there.

    `input` may have any type. `name` is optional; reports and errors call
    the site by it, else by its location.

    * (C1) `type(y) = type(x)`.

    The op survives canonicalization until derivatives are expanded, because
    folding it to its operand earlier would change gradients. It folds only

    * `stop_gradient(stop_gradient(x))` to the inner one,
    * of a constant to the constant,
    * of a value whose type has no derivative by nature to that value,

    and never where a name would be lost. Derivatives keep it, so that further
    derivatives are right; `--grad-erase-stop-gradient` removes it at no cost.

    Example:

    ```mlir
    // f(x) = x * stop_gradient(x): the value is x^2, the derivative x, not 2x.
    func.func @f(%x: f64) -> f64 {
      %c = grad.stop_gradient %x {name = "weight"} : f64
      %y = arith.mulf %x, %c : f64
      return %y : f64
    }
    ```
  }];
  let arguments = (ins AnyType:$input, OptionalAttr<StrAttr>:$name);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Grad_PreventGradientOp : Grad_Op<"prevent_gradient",
    [Pure, SameOperandsAndResultType, Grad_ResultHasTypeOfOperand]> {
  let summary = "the value of its operand, whose derivative is an error";
  let description = [{
    `y = prevent_gradient(x)` satisfies `y = x`; to differentiate through it is
    an error that shows `message`. `input` may have any type. It guards what must not be differentiated by
    mistake. It does no harm where no derivative flows: behind a stop, or on a
    path that does not reach a differentiated result.

    * (C1) `type(y) = type(x)`.

    Example:

    ```mlir
    func.func @solve(%x: f64) -> f64 {
      %y = grad.prevent_gradient %x {message = "no derivative of the solver"} : f64
      return %y : f64
    }
    ```
  }];
  let arguments = (ins AnyType:$input, StrAttr:$message);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

} // opDocGroup

//===----------------------------------------------------------------------===//
// Requests for derivatives
//===----------------------------------------------------------------------===//

def Grad_RequestOps : OpDocGroup {
  let summary = "Requests for derivatives";
  let description = [{
    A request names by `callee` a `func.func` in the nearest symbol table, calls
    it with `inputs`, and stands wherever a `func.call` may stand. Operand and
    result types are exactly those of the function; a gradient, tangent or cotangent has the type of the
    value it belongs to. A request has the memory effects of a `func.call`.

    `wrt` lists the differentiated arguments; gradients come in its order. It
    defaults to every argument of differentiable type. The unit attribute
    `strict` turns a differentiated argument without a path to a differentiated
    result from a zero into an error that says why.

    The unit attribute `strong_zero` makes zero times infinity, and times NaN,
    zero in the derivative: where a cotangent (or a tangent) meets a partial
    derivative, and one of both is exactly zero and the other infinite or NaN,
    the product is zero. Without it the product is NaN, as in
    `select(x > 0, sqrt(x), 0)` at 0, where a cotangent of zero meets the
    infinite derivative of the side that was not chosen
    ([Semantics.md](Semantics.md#zeros-that-stay-zero)).

    All requests share these constraints:

    * (C1) `callee` names a `func.func`.
    * (C2) The arguments have the types of the function's arguments.
    * (C3) Each entry of `wrt` is the position of an argument.
    * (C4) No entry of `wrt` is repeated.
    * (C5) Each differentiated argument has a differentiable type, and there is
      at least one.
    * (C6) The first results are those of the function.
  }];
}

class Grad_RequestOp<string mnemonic, list<Trait> traits = []>
    : Grad_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<DerivativeRequestOpInterface,
          ["getDirections"]>,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let opDocGroup = Grad_RequestOps;
  // Bytecode of older versions has fewer properties.
  let useCustomPropertiesEncoding = 1;
}

def Grad_ValueAndGradOp : Grad_RequestOp<"value_and_grad"> {
  let summary = "all results of a function, and the gradient of the first";
  let description = [{
    Calls the function and returns all its results, then the gradient of the
    first with respect to each differentiated argument, `dy_0/dx_i`, by reverse
    mode. Further results pass through and have no cotangent.

    Beside the constraints that all requests share:

    * (C7) The first result of the function is a float, or a tensor or vector
      of rank 0 of one.
    * (C8) Behind the function's results come one gradient per differentiated
      argument, of that argument's type.

    Example:

    ```mlir
    func.func private @loss(tensor<8x4xf32>, tensor<4xf32>) -> tensor<f32>

    func.func @step(%x: tensor<8x4xf32>, %w: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
      %l, %dw = grad.value_and_grad @loss(%x, %w) {wrt = array<i64: 1>}
          : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
      return %l, %dw : tensor<f32>, tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt, UnitAttr:$strict,
                       UnitAttr:$strong_zero);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Grad_VJPOp : Grad_RequestOp<"vjp", [AttrSizedOperandSegments]> {
  let summary = "all results of a function, and cotangents pulled back";
  let description = [{
    Reverse mode: calls the function and returns all its results, then for each
    differentiated argument the cotangent `sum_j c_j * dy_j/dx_i`, given in
    `cotangents` one `c_j` for each result `y_j` of differentiable type.

    Beside the constraints that all requests share:

    * (C7) There is one cotangent per result of differentiable type, in order,
      of that result's type.
    * (C8) Behind the function's results come one cotangent per differentiated
      argument, of that argument's type.

    Example:

    ```mlir
    func.func private @model(tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>

    func.func @pull(%x: tensor<8x4xf32>, %w: tensor<4xf32>, %c: tensor<8xf32>)
        -> (tensor<8xf32>, tensor<8x4xf32>) {
      %y, %dx = grad.vjp @model(%x, %w) cotangents(%c) {wrt = array<i64: 0>}
          : (tensor<8x4xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8x4xf32>)
      return %y, %dx : tensor<8xf32>, tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$cotangents,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt, UnitAttr:$strict,
                       UnitAttr:$strong_zero);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `cotangents` `(` $cotangents `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

def Grad_JVPOp : Grad_RequestOp<"jvp", [AttrSizedOperandSegments]> {
  let summary = "all results of a function, and tangents pushed forward";
  let description = [{
    Forward mode: calls the function and returns all its results, then for each
    result `y_j` of differentiable type the tangent `sum_i dy_j/dx_i * t_i`,
    given in `tangents` one `t_i` for each differentiated argument `x_i`.

    Beside the constraints that all requests share:

    * (C7) There is one tangent per differentiated argument, in the order of
      `wrt`, of that argument's type.
    * (C8) Behind the function's results come one tangent per result of
      differentiable type, in order, of that result's type.

    Example:

    ```mlir
    func.func private @model(tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>

    func.func @push(%x: tensor<8x4xf32>, %w: tensor<4xf32>, %t: tensor<8x4xf32>)
        -> (tensor<8xf32>, tensor<8xf32>) {
      %y, %dy = grad.jvp @model(%x, %w) tangents(%t) {wrt = array<i64: 0>}
          : (tensor<8x4xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8xf32>, tensor<8xf32>)
      return %y, %dy : tensor<8xf32>, tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$tangents,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt, UnitAttr:$strict,
                       UnitAttr:$strong_zero);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `tangents` `(` $tangents `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// What the reverse sweep keeps
//===----------------------------------------------------------------------===//

def Grad_CheckpointOps : OpDocGroup {
  let summary = "What the reverse sweep keeps";
  let description = "";
}

let opDocGroup = Grad_CheckpointOps in {

def Grad_CheckpointOp : Grad_Op<"checkpoint",
    [SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "a region that the reverse sweep recomputes";
  let description = [{
    Computes its region `body` and returns what it yields. In reverse mode only the
    captured values are kept and the region is computed again, instead of
    keeping the values in it that the derivative reads. Values are captured
    implicitly.

    * (C1) The region has one block without arguments that ends in
      `grad.yield`.
    * (C2) The types of the results are those of the yielded values.

    Example:

    ```mlir
    func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
      %h = grad.checkpoint {
        %e = math.exp %x : tensor<8xf32>
        %s = math.sin %e : tensor<8xf32>
        grad.yield %s : tensor<8xf32>
      } : tensor<8xf32>
      return %h : tensor<8xf32>
    }
    ```
  }];
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict (`:` type($results)^)?";
  let hasRegionVerifier = 1;
}

def Grad_YieldOp : Grad_Op<"yield",
    [Pure, ReturnLike, Terminator]> {
  let summary = "what a region of this dialect returns";
  let description = [{
    Ends the region of a `grad.checkpoint`, whose results are `operands`.

    * (C1) It stands in a `grad.checkpoint`.

    Example:

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %y = grad.checkpoint {
        %e = math.exp %x : f64
        grad.yield %e : f64
      } : f64
      return %y : f64
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let assemblyFormat = "($operands^)? attr-dict (`:` type($operands)^)?";
  let hasVerifier = 1;
}

} // opDocGroup

#endif // GRAD_OPS
