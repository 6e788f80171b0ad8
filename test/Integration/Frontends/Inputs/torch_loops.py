"""Compares recurrent layers imported by from_torch with PyTorch's own derivatives."""

import torch
from sg.from_torch import from_torch_text
from torch import nn
from torch_check import check, comparison


class Total(nn.Module):
    """Module that reduces all results of a recurrent layer to a scalar."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, *arguments):
        states, ends = self.layer(*arguments)
        ends = ends if isinstance(ends, tuple) else (ends,)
        return (states**2).sum() + sum(end.sin().sum() for end in ends)


class Linear(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return (self.layer(x) ** 2).sum() + torch.tanh(x @ self.layer.weight.t()).sum()


class Pair(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x, h, c):
        return Total.forward(self, x, (h, c))


n = torch.randn
for dtype in (torch.float32, torch.float64):
    torch.set_default_dtype(dtype)
    torch.manual_seed(0)
    x = n(5, 2, 3)
    check("LSTM", Total(nn.LSTM(3, 4)), x)
    check("LSTM of one step", Total(nn.LSTM(3, 4)), x[:1])
    check("LSTM with a state", Pair(nn.LSTM(3, 4)), x, n(1, 2, 4), n(1, 2, 4))
    both = nn.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True)
    check("LSTM, layers in both directions", Total(both), x)
    check("LSTM with projection", Total(nn.LSTM(3, 4, proj_size=2, bias=False)), x)
    check("LSTM without batch", Total(nn.LSTM(3, 4)), n(5, 3))
    check("GRU in both directions", Total(nn.GRU(3, 4, bidirectional=True)), x, n(2, 2, 4))
    check("GRU without bias", Total(nn.GRU(3, 4, num_layers=2, bias=False)), x)
    check("RNN", Total(nn.RNN(3, 4)), x)
    check("RNN with relu", Total(nn.RNN(3, 4, nonlinearity="relu", batch_first=True)), x)
    sizes = {"dynamic_shapes": ({0: torch.export.Dim("length"), 1: torch.export.Dim("batch")},)}
    check("LSTM of any size", Total(nn.LSTM(3, 4)), x, **sizes)
    check("GRU of any size", Total(nn.GRU(3, 4, num_layers=2)), x, **sizes)
    check("linear of any size", Linear(), x, **sizes)

# The number of ops does not depend on the length.
texts = [from_torch_text(Total(nn.LSTM(3, 4, num_layers=2)), n(length, 2, 3)) for length in (7, 1007)]
if texts[0].replace("tensor<7x", "tensor<1007x").count("\n") != texts[1].count("\n"):
    print("FAILED: the program grows with the length")
    comparison.failures += 1
comparison.end()
