import os

import lit.formats
from lit.llvm import llvm_config

config.name = "soft"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.soft_binary_dir, "test")
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(["soft-opt", "slope"], [os.path.join(config.soft_binary_dir, "bin")])
