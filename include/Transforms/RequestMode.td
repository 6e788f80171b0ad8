//===- RequestMode.td - Modes of requests ------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTMODE
#define SG_TRANSFORMS_REQUESTMODE

include "mlir/IR/EnumAttr.td"

/// Modes of --grad-request-derivative and transform.grad.differentiate.
def Grad_RequestMode : I32EnumAttr<"RequestMode", "mode of a request", [
    I32EnumAttrCase<"ValueAndGrad", 0, "value_and_grad">,
    I32EnumAttrCase<"VJP", 1, "vjp">, I32EnumAttrCase<"JVP", 2, "jvp">,
    I32EnumAttrCase<"Split", 3, "split">]> {
  let cppNamespace = "::sg::grad";
}

#endif // SG_TRANSFORMS_REQUESTMODE
