"""What the programs of bench/gpu do, in PyTorch."""


def copy(torch, device, sizes, kind):
    x = torch.zeros(sizes["n"], device=device)
    y = torch.empty_like(x)
    return lambda: torch.add(x, 1.0, out=y)


def matmul(torch, device, sizes, kind):
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    type = torch.bfloat16 if kind == "bf16" else torch.float32
    x, w = (torch.randn(sizes["n"], sizes["n"], device=device, dtype=type) for _ in range(2))
    return lambda: torch.matmul(w, x)


def adam(torch, device, sizes, kind):
    x = torch.randn(sizes["n"], device=device)
    first, second = torch.zeros_like(x), torch.zeros_like(x)

    def step(x, first, second):
        first = 0.9 * first + 0.1 * x
        second = 0.999 * second + 0.001 * x * x
        return x - 0.001 * first / (second.sqrt() + 1e-8), first, second

    return compiled(torch, step, x, first, second)


def xent(torch, device, sizes, kind):
    logits = torch.randn(sizes["rows"], sizes["classes"], device=device)
    classes = torch.arange(sizes["rows"], device=device) % sizes["classes"]

    def loss(logits):
        return torch.nn.functional.cross_entropy(logits, classes)

    return compiled(torch, descent(torch, loss, [0], 1.0), logits)


def mlp(torch, device, sizes, kind):
    x = torch.randn(sizes["batch"], sizes["inputs"], device=device)
    classes = torch.arange(sizes["batch"], device=device) % sizes["classes"]
    widths = [sizes[name] for name in ("inputs", "first", "second", "classes")]
    parameters = []
    for inputs, outputs in zip(widths, widths[1:]):
        parameters.append(0.05 * torch.randn(inputs, outputs, device=device))
        parameters.append(torch.zeros(outputs, device=device))

    def loss(w0, b0, w1, b1, w2, b2):
        hidden = torch.relu(x @ w0 + b0)
        hidden = torch.relu(hidden @ w1 + b1)
        return torch.nn.functional.cross_entropy(hidden @ w2 + b2, classes)

    return compiled(torch, descent(torch, loss, list(range(6)), 0.01), *parameters)


def attention(torch, device, sizes, kind):
    shape = (sizes["heads"], sizes["length"], sizes["width"])
    q, k, v = (torch.randn(shape, device=device) for _ in range(3))

    def loss(q):
        scores = (q @ k.transpose(1, 2)) * float(sizes["scale"])
        return 0.5 * (torch.softmax(scores, dim=2) @ v).square().sum()

    return compiled(torch, descent(torch, loss, [0], 1.0), q)


def descent(torch, loss, wrt, rate):
    gradient = torch.func.grad(loss, argnums=tuple(wrt))

    def step(*arguments):
        slopes = gradient(*arguments)
        return tuple(x - rate * g for x, g in zip(arguments, slopes))

    return step


def compiled(torch, step, *arguments):
    """Compiled, with what a step gives as the arguments of the next one."""
    fast, state = torch.compile(step), [arguments]

    def run():
        result = fast(*state[0])
        state[0] = result if isinstance(result, tuple) else (result,)

    return run


STEPS = {"copy": copy, "matmul": matmul, "adam": adam, "xent": xent, "mlp": mlp, "attention": attention}
