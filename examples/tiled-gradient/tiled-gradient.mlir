// A transform schedule for ../digits-softmax. Expands the derivatives in the training step and
// tiles their matrix products. The program needs no change.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%program: !transform.any_op {transform.readonly}) {
    %step = transform.structured.match ops{["func.func"]} attributes{sym_name = "step"} in %program
        : (!transform.any_op) -> !transform.any_op
    // Matches @loss_vjp, and the forward and backward half of @logits, which @loss_vjp calls.
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
