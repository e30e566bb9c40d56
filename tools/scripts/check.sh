#!/usr/bin/env bash
# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds everything and runs every test: lit, GoogleTest, the installed package.
# Arguments are passed to ctest, e.g. `check.sh -R lit`.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

build_ember all
exec ctest --test-dir "$build" --output-on-failure "$@"
