"""Trains a PyTorch module by sg and by PyTorch, for comparison (beside.py)."""

import copy
import time

import sg
import torch
from beside import Clock, report


def to_torch(batch):
    return tuple(torch.as_tensor(part) for part in batch)


class SgTraining:
    """Trains a copy of the module with gradients from sg.

    torch.optim updates the parameters in place, and sg reads them without a copy.
    """

    def __init__(self, module, batch, optimizer, options):
        self.module = copy.deepcopy(module)
        start = time.perf_counter()
        model = sg.from_torch(self.module, *batch)
        if options.text:
            with open(options.text, "w", encoding="utf-8") as file:
                file.write(str(model))
        self.has_state = bool(model.names.state)
        self.value_and_grad = model.value_and_grad(has_state=self.has_state, threads=options.threads)
        self.compile_time = time.perf_counter() - start
        self.parameters = dict(self.module.named_parameters())
        self.state = {name: value for name, value in self.module.named_buffers() if name in model.names.state}
        self.optimizer = optimizer([value for value in self.parameters.values() if value.requires_grad])

    def step(self, *batch):
        if self.has_state:
            (loss, self.state), gradients = self.value_and_grad(self.parameters, self.state, *batch)
        else:
            loss, gradients = self.value_and_grad(self.parameters, *batch)
        for name, gradient in gradients.items():
            self.parameters[name].grad = gradient
        self.optimizer.step()
        return float(loss)


class TorchTraining:
    """Trains a copy of the module by autograd or torch.compile."""

    def __init__(self, module, optimizer, compiled=False):
        self.module = copy.deepcopy(module)
        self.call = torch.compile(self.module) if compiled else self.module
        self.optimizer = optimizer([value for value in self.module.parameters() if value.requires_grad])

    def step(self, *batch):
        self.optimizer.zero_grad()
        loss = self.call(*batch)
        loss.backward()
        self.optimizer.step()
        return float(loss)


def train(name, module, batches, optimizer, options, compared=None):
    """Trains the module by each framework and prints the comparison.

    `module(*batch)` returns the loss. `optimizer(parameters)` returns a torch.optim optimizer.
    `compared` is the number of compared steps (default: all).
    """
    torch.set_num_threads(options.threads)
    batches = [to_torch(batch) for batch in batches]
    sg_training = SgTraining(module, batches[0], optimizer, options)
    peers = {"eager": TorchTraining(module, optimizer)}
    if options.compiled:
        peers["compiled"] = TorchTraining(module, optimizer, compiled=True)
    clock, curves = Clock(), ([], [])
    for batch in batches:
        curves[0].append(clock.run("sg", sg_training.step, *batch))
        for framework, peer in peers.items():
            loss = clock.run(framework, peer.step, *batch)
            if framework == "eager":
                curves[1].append(loss)
    report(name, options, curves, clock, sg_training.compile_time, compared)
