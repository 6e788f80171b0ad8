"""Compares a program imported by from_torch with PyTorch's own derivatives."""

import torch
from compare import Comparison
from sg.from_torch import from_torch_text

comparison = Comparison()


def check(name, program, *arguments, order=2, **options):
    """Compares derivatives. order=1 skips second derivatives, which PyTorch may lack."""
    text = from_torch_text(program, *arguments, name="f", **options)
    names = [path for path, _ in program.named_parameters()] if isinstance(program, torch.nn.Module) else []
    leaves = [program.get_parameter(path).detach().clone() for path in names] + [a.detach().clone() for a in arguments]
    wrt = [i for i, leaf in enumerate(leaves) if leaf.is_floating_point()]
    varied = [leaves[i].requires_grad_(True) for i in wrt]

    def derivatives(directions):
        parameters, rest = dict(zip(names, leaves)), tuple(leaves[len(names) :])
        value = torch.func.functional_call(program, parameters, rest) if names else program(*rest)
        options = {"allow_unused": True, "materialize_grads": True}
        gradients = torch.autograd.grad(value, varied, create_graph=order > 1, **options)
        if order == 1:
            return value.detach(), gradients, []
        along = sum((g * torch.from_numpy(d)).sum() for g, d in zip(gradients, directions))
        if along.requires_grad:
            products = torch.autograd.grad(along, varied, **options)
        else:
            products = [torch.zeros_like(x) for x in varied]
        return value.detach(), [g.detach() for g in gradients], products

    comparison.compare(name, text, [leaf.detach() for leaf in leaves], wrt, derivatives, order)
