// A schedule for ../digits-softmax: the gradient of its training step is
// generated, and the products of matrices in it are tiled. The program itself
// knows nothing of it.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%program: !transform.any_op {transform.readonly}) {
    %step = transform.structured.match ops{["func.func"]} attributes{sym_name = "step"} in %program
        : (!transform.any_op) -> !transform.any_op
    // @loss_vjp, and both halves of the derivative of @logits, which it calls.
    %derivative = transform.grad.expand_derivatives %step
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %derivative : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      %products = transform.structured.match ops{["linalg.matmul"]} in %function
          : (!transform.any_op) -> !transform.any_op
      %tiles, %loops:3 = transform.structured.tile_using_for %products tile_sizes [32, 32, 32]
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
