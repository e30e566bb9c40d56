# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a dialect's constraints, verifiers and tests agree.

    check_spec.py SOURCE_FOLDER DIALECT

The constraints are the items `- **C1**`, `- **C2**`, ... of the dialect's
Spec.md, numbered in order. Each must be cited as `(C1)` in a message of the
dialect's verifiers and must have a test that is named after it: a function
`@c1_...` in invalid.mlir, next to the message, or a GoogleTest `C1_...`. And
the other way round: what is cited or tested must be in Spec.md.
"""

import pathlib
import re
import sys


def numbers(pattern, text):
    """The numbers that `pattern` finds in `text`, in order."""
    return [int(number) for number in re.findall(pattern, text)]


def tested(folder, dialect):
    """The constraints that have a test."""
    invalid = folder / "test" / "Dialect" / dialect / "invalid.mlir"
    found = set()
    for case in invalid.read_text().split("// -----"):
        cited = set(numbers(r"\(C(\d+)\)", case))
        named = set(numbers(r"@c(\d+)_\w+", case))
        found |= cited & named
    for path in sorted((folder / "test" / "unit" / "Dialect").glob(f"{dialect}*.cpp")):
        found |= set(numbers(r"TEST(?:_F)?\(\w+, C(\d+)_\w+\)", path.read_text()))
    return found


def main(folder, dialect):
    folder = pathlib.Path(folder)
    spec = folder / "docs" / "Dialects" / dialect / "Spec.md"
    stated = numbers(r"(?m)^- \*\*C(\d+)\*\*", spec.read_text())
    cited = set()
    for path in sorted((folder / "lib" / "Dialect" / dialect / "IR").glob("*.cpp")):
        cited |= set(numbers(r'"[^"\n]*\(C(\d+)\)', path.read_text()))
    shown = tested(folder, dialect)

    problems = []
    if not stated or stated != list(range(1, len(stated) + 1)):
        problems.append(f"{spec}: the constraints are not numbered in order: {stated}")
    for what, found in (("cited by a verifier", cited), ("tested", shown)):
        for number in sorted(set(stated) - found):
            problems.append(f"{spec}: C{number} is not {what}")
        for number in sorted(found - set(stated)):
            problems.append(f"{spec}: C{number} is {what}, but not stated")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
