# -*- Python -*-
#
# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of the lit test suite.
#
#   lit BUILD/test                                 every test
#   lit BUILD/test/Transforms                      those of one folder
#   lit --param verify_roundtrip=1 BUILD/test      ember-opt also prints each
#                                                  input and parses it again

import os
import subprocess

import lit.formats
import lit.util

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Ember"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "unit", "install", "bench"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ember_obj_root, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP"])
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.ember_tools_dir, append_path=True)

config.substitutions.append(("%ember_src", config.ember_src_root))
config.substitutions.append(("%ember_tools", config.ember_tools_dir))

if (
    os.path.exists(config.ember_python)
    and subprocess.run(
        [config.ember_python, "-c", "import numpy"], capture_output=True
    ).returncode
    == 0
):
    config.available_features.add("numpy")
config.substitutions.append(("%python", config.ember_python))

if os.path.exists("/dev/full"):
    config.available_features.add("devfull")

plugin = os.path.join(config.ember_libs_dir, "EmberPlugin" + config.shlib_ext)
if os.path.exists(plugin) and not config.sanitized:
    config.available_features.add("plugin")
config.substitutions.append(("%ember_plugin", plugin))

ember_opt = ToolSubst("ember-opt", unresolved="ignore")
if lit_config.params.get("verify_roundtrip"):
    ember_opt.extra_args = ["--verify-roundtrip"]
    # Nothing in these folders and files runs ember-opt.
    config.excludes += ["ember-bench", "ember-fuzz", "ember-sim", "Operations"]
    config.excludes += ["plugin"]
    config.excludes += [
        f"{name}.test"
        for name in (
            "bag-shapes floats levels levels-bags linalg loops sparsifier torch"
        ).split()
    ]
    config.excludes += [
        f"{name}.mlir"
        for name in (
            "asserts fault-order guards hoisting index-arithmetic scatters "
            "sparse-library stack"
        ).split()
    ]

llvm_config.add_tool_substitutions(
    [
        ember_opt,
        ToolSubst("ember-sim", unresolved="ignore"),
        ToolSubst("ember-bench", unresolved="ignore"),
        ToolSubst("ember-fuzz", unresolved="ignore"),
        "mlir-opt",
        "mlir-translate",
    ],
    [config.ember_tools_dir, config.llvm_tools_dir],
)
