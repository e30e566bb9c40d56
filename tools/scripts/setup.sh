# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts of this folder share; to be sourced. Goes to the project's
# root and defines `build_ember TARGET...`, which installs the Debian packages
# that are missing, configures and builds, each only when needed.
#
# EMBER_BUILD_DIR is the build folder, `build` by default. These variables, when
# they are set, are passed to CMake (docs/Testing.md): EMBER_EXTRA_CASES,
# EMBER_DISPUTED_CASES, EMBER_EXTRA_DATA.

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${EMBER_BUILD_DIR:-build}

packages=(
  cmake ninja-build clang-22 lld-22
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libgtest-dev libbenchmark-dev
  python3 python3-numpy
)

say() { echo "ember: $*" >&2; }
fail() { say "$@"; exit 1; }

# Installs the missing packages as root, otherwise says how to and stops. Where
# there is no dpkg, CMake says what it does not find.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    say "some Debian packages are missing; install them with"
    echo "apt-get update && apt-get install -y ${missing[*]}"
    exit 1
  fi
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2 || fail "apt-get update failed"
  local log
  log=$(mktemp)
  if ! apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "the packages cannot be installed; LLVM 22 for older Debian releases is at https://apt.llvm.org"
  fi
  rm -f "$log"
}

# Shows one line per tenth of a build on standard error, or everything on a
# terminal, where ninja keeps to one line.
run_ninja() {
  if [ -t 2 ]; then
    ninja -C "$build" "$@" >&2
    return
  fi
  local log=$build/build.log
  ninja -C "$build" "$@" 2>&1 | tee "$log" | awk -F '[][/]' '
    /^\[[0-9]+\/[0-9]+\]/ {
      tenth = int(10 * $2 / $3)
      if (tenth > shown) {
        print "ember: built " $2 " of " $3
        fflush()
        shown = tenth
      }
    }' >&2 || { tail -n 40 "$log" >&2; fail "the build failed, see $log"; }
}

# The variables of the environment that are CMake's too.
passed_options() {
  local name
  for name in EMBER_EXTRA_CASES EMBER_DISPUTED_CASES EMBER_EXTRA_DATA; do
    [ -z "${!name+set}" ] || echo "$name=${!name}"
  done
}

configure() {
  local options=() option log
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  while read -r option; do
    options+=("-D$option")
  done < <(passed_options)
  say "configuring $build"
  mkdir -p "$build"
  log=$build/configure.log
  cmake --preset release -B "$build" "${options[@]}" >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    fail "the configuration failed, see $log"
  }
}

build_ember() {
  install_packages
  # What is passed may have changed since the folder was configured.
  [ -f "$build/build.ninja" ] && [ -z "$(passed_options)" ] || configure
  # Nothing is said when nothing is to do.
  if ! ninja -C "$build" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
    say "building"
    run_ninja "$@"
  fi
}
