import sg


def f(x):
    return x**2 + 3 * sg.stop_gradient(x)


print(*sg.value_and_grad(f)(2.0))
