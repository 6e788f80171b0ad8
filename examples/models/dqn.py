#!/usr/bin/env python3
"""Deep Q-learning on the cart-pole problem, with a target network (Mnih et al. 2015).

The target network computes the values of the next states, which are stopped. The
transitions are from a random policy in the equations of Barto, Sutton and Anderson
(1983). Needs torch and torch-mlir.
"""

import functools

import numpy as np
import torch
from beside import arguments, batches_of
from beside_torch import train
from torch import nn


def network():
    return nn.Sequential(nn.Linear(4, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2))


class Loss(nn.Module):
    """The Huber loss of the temporal-difference error."""

    def __init__(self, discount=0.99):
        super().__init__()
        self.values, self.target = network(), network()
        self.target.load_state_dict(self.values.state_dict())
        self.target.requires_grad_(False)
        self.discount = discount

    def forward(self, states, actions, rewards, next_states, is_end):
        action_values = self.values(states).gather(1, actions[:, None])[:, 0]
        with torch.no_grad():
            best = self.target(next_states).amax(1)
            target_values = rewards + self.discount * (1 - is_end) * best
        return nn.functional.smooth_l1_loss(action_values, target_values)


def transitions(count, seed=0):
    """Returns states, actions, rewards, next states, and whether the episode ended."""
    random = np.random.default_rng(seed)
    state, rows = random.uniform(-0.05, 0.05, 4), []
    for _ in range(count):
        x, speed, angle, angular_speed = state
        action = random.integers(2)
        push = (10.0 if action else -10.0) + 0.05 * angular_speed**2 * np.sin(angle)
        angular_acceleration = (9.8 * np.sin(angle) - np.cos(angle) * push / 1.1) / (0.5 * (4 / 3 - 0.1 * np.cos(angle) ** 2 / 1.1))
        acceleration = push / 1.1 - 0.05 * angular_acceleration * np.cos(angle) / 1.1
        next_state = state + 0.02 * np.array([speed, acceleration, angular_speed, angular_acceleration])
        is_end = abs(next_state[0]) > 2.4 or abs(next_state[2]) > 0.2095
        rows.append((state, action, 0.0 if is_end else 1.0, next_state, float(is_end)))
        state = random.uniform(-0.05, 0.05, 4) if is_end else next_state
    types = (np.float32, np.int64, np.float32, np.float32, np.float32)
    return [np.array(column, type_) for column, type_ in zip(zip(*rows), types)]


if __name__ == "__main__":
    options = arguments(steps=200)
    torch.manual_seed(0)
    batches = batches_of(options.steps, 128, *transitions(5000))
    train("dqn", Loss(), batches, functools.partial(torch.optim.Adam, lr=1e-3), options)
