#!/usr/bin/env bash
# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles an embedding bag, runs it on the simulated machine, verifies the
# result against the original loops and prints the cycles of both: 512 bags of
# 80 rows of 32 floats, out of a table of 1,000,000 rows, some rows far more
# popular than others. Further options are passed to ember-sim.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

build_ember ember-sim
exec "$build/bin/ember-sim" test/Integration/embedding-bag.mlir \
  --opt-level=3 --check --baseline "$@" -- \
  offsets:513xindex,length=80 \
  zipf:40960xindex,max=1000000,alpha=0.8,seed=1 \
  uniform:1000000x32xf32,seed=1 \
  zeros:512x32xf32
