"""Functions over arrays: `sg.function`, the operations, control flow and derivatives."""
