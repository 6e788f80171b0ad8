"""Fits a mixture of three Gaussians to irises by expectation maximization, with a stopped E step.

The parameters of the loss are the natural parameters of the Gaussians. Its gradient is n, sum r x
and -1/2 sum r x x^T, of which the M step is a formula.

    python3 examples/python/expectation_maximization.py
"""

import numpy as np
import sg
from inputs import load


def expected_log_likelihood(natural, x, stop):
    constant, linear, precision = natural
    joint = constant + x @ linear.T - 0.5 * sg.einsum("ir,krc,ic->ik", x, precision, x)
    log_likelihood = sg.logsumexp(joint, axis=1, keepdims=True)
    r = stop(sg.exp(joint - log_likelihood), name="e_step")
    return sg.sum(r * joint), (sg.sum(log_likelihood), r)


def to_natural(w, mu, sigma):
    precision = np.linalg.inv(sigma)
    linear = np.einsum("krc,kc->kr", precision, mu)
    log_scale = np.linalg.slogdet(2 * np.pi * sigma)[1] + np.sum(linear * mu, axis=1)
    return np.log(w) - 0.5 * log_scale, linear, precision


def fit(steps, stop=sg.stop_gradient):
    x = load("iris_x")
    w, mu = np.full(3, 1 / 3), x.mean(axis=0) + np.array([[-1], [0], [1]]) * x.std(axis=0)
    sigma = np.tile(0.2 * np.eye(4), (3, 1, 1))
    step = sg.value_and_grad(expected_log_likelihood, has_aux=True)
    for _ in range(steps):
        (_, (log_likelihood, r)), (n, sums, squares) = step(to_natural(w, mu, sigma), x, stop=stop)
        w, mu = n / len(x), sums / n[:, None]
        sigma = -2 * squares / n[:, None, None] - mu[:, :, None] * mu[:, None, :]
        yield log_likelihood, r, w, mu, sigma


if __name__ == "__main__":
    for i, (log_likelihood, *_) in enumerate(fit(20)):
        print(f"step {i}  log-likelihood {log_likelihood:.6g}")
    *_, (log_likelihood, *_) = fit(20, stop=lambda r, name: r)
    print(f"without the stop the log-likelihood ends at {log_likelihood:.6g}")
