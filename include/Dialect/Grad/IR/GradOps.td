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

/// Requires equal types, with an error that names the constraint.
/// SameOperandsAndResultType, which infers the result type for builders and the
/// parser, only requires compatible shapes.
def Grad_ResultHasTypeOfOperand : PredOpTrait<
    "the result has the type of the operand (C1)",
    CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>;

//===----------------------------------------------------------------------===//
// Stops of derivatives
//===----------------------------------------------------------------------===//

def Grad_StopOps : OpDocGroup {
  let summary = "Stops of derivatives";
  let description = "";
}

let opDocGroup = Grad_StopOps in {

def Grad_StopGradientOp : Grad_Op<"stop_gradient",
    [Pure, SameOperandsAndResultType, Grad_ResultHasTypeOfOperand]> {
  let summary = "the value of its operand, with derivative zero";
  let description = [{
    `y = stop_gradient(x)` satisfies `y = x` in the program and `dy/dx = 0` in
    every derivative, of any order and in either mode. The zero is structural:
    no op is emitted and no residual is kept for the stopped path. Hence no NaN
    or infinity of that path reaches a gradient, and ops on it need no
    derivative rule.

    `input` may have any type. Reports and errors identify the op by `name`, if
    present, otherwise by its location.

    * (C1) `type(y) = type(x)`.

    The op survives canonicalization until derivatives are expanded, because
    folding it to its operand earlier would change gradients. It folds

    * to its operand, if that is another `stop_gradient`,
    * to its operand, if that is a constant,
    * to its operand, if the type is non-differentiable,

    unless the fold would lose a name. Generated derivatives keep the op, so
    that further derivatives are correct. `--grad-erase-stop-gradient` removes
    it. It has no runtime cost.

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
    `y = prevent_gradient(x)` satisfies `y = x`. Differentiation through the op
    is an error that shows `message`. `input` may have any type. The op protects
    values that must not be differentiated by mistake. The op has no effect if
    no derivative flows through it, for example because a stop follows or no
    differentiated result depends on it.

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
    A request calls the `func.func` named `callee` in the nearest symbol table
    with `inputs`. A request is valid wherever a `func.call` is valid. The types
    of its arguments and of its first results are exactly the function's types.
    A gradient, tangent or cotangent has the type of its primal value. A request
    has the memory effects of a `func.call`.

    `wrt` lists the differentiated arguments and gives the order of the
    gradients. The default is every argument of differentiable type. If a
    differentiated argument has no path to a differentiated result, its gradient
    is zero, or, with the unit attribute `strict`, an error.

    If one factor of the product of a cotangent (or tangent) and a partial
    derivative is exactly zero and the other is infinite or NaN, the product is
    zero with the unit attribute `strong_zero`. Without the attribute, the
    product is NaN, unless an infinite or NaN partial derivative is a constant.
    An example is `select(x > 0, sqrt(x), 0)` at 0: a zero cotangent is
    multiplied by the infinite derivative of the side that was not selected
    ([Semantics.md](Semantics.md#zeros-that-stay-zero)).

    All requests share these constraints:

    * (C1) `callee` names a `func.func`.
    * (C2) The arguments have the types of the function's arguments.
    * (C3) Each entry of `wrt` is the index of an argument.
    * (C4) No entry of `wrt` is repeated.
    * (C5) At least one argument is differentiated, each of differentiable type.
    * (C6) The first results are the results of the function.
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
    first result with respect to each differentiated argument, `dy_0/dx_i`, in
    reverse mode. All other results are returned, but not differentiated.

    In addition to the constraints that all requests share:

    * (C7) The first result of the function is a float scalar: a float, or a
      tensor or vector of floats of rank 0.
    * (C8) The function's results are followed by one gradient per
      differentiated argument, of that argument's type.

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
    differentiated argument `x_i` the cotangent `sum_j c_j * dy_j/dx_i`.
    `cotangents` has one `c_j` for each result `y_j` of differentiable type.

    In addition to the constraints that all requests share:

    * (C7) There is one cotangent per result of differentiable type, in order,
      of that result's type.
    * (C8) The function's results are followed by one cotangent per
      differentiated argument, of that argument's type.

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
    result `y_j` of differentiable type the tangent `sum_i dy_j/dx_i * t_i`.
    `tangents` has one operand `t_i` for each differentiated argument `x_i`.

    In addition to the constraints that all requests share:

    * (C7) There is one tangent per differentiated argument, in the order of
      `wrt`, of that argument's type.
    * (C8) The function's results are followed by one tangent per result of
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
// Checkpoints in the reverse sweep
//===----------------------------------------------------------------------===//

def Grad_CheckpointOps : OpDocGroup {
  let summary = "Checkpoints in the reverse sweep";
  let description = "";
}

let opDocGroup = Grad_CheckpointOps in {

def Grad_CheckpointOp : Grad_Op<"checkpoint",
    [SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "a region that the reverse sweep recomputes";
  let description = [{
    Executes its region `body` and returns the yielded values. The region
    captures values implicitly. In reverse mode, the captured values are the
    only residuals, and the region is recomputed.

    * (C1) The region has one block without arguments that ends in
      `grad.yield`.
    * (C2) The results have the types of the yielded values.

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
  let summary = "terminator of a region of this dialect";
  let description = [{
    Ends the region of a `grad.checkpoint`, whose results are `operands`.

    * (C1) The parent op is a `grad.checkpoint`.

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
