"""The sandbox for templates of readers: whatever they join, repeat, pad or fill in stays within the size of a page.

A text is measured before it is made: one call is enough to ask for a thousand million letters. What a template handles
for one page is added up as well, so that many small requests end like a large one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

LONGEST = 2_000_000  # letters of one text, or parts of one list
MOST_LETTERS = 50_000_000  # that a reader's own templates may handle for one page
_ITEM = 8  # letters for which a part of a list counts: a reference is as long
LARGEST_NUMBER = 1 << 256
# Filters and methods whose result may be longer than what they are given.
GROWING = frozenset(
    ("batch", "center", "expandtabs", "format", "format_map", "indent", "join", "ljust", "replace", "rjust", "slice")
) | {"fill", "round", "sum", "tojson", "translate", "urlize", "wordwrap", "zfill", "%"}
_PLAIN = (int, float, bool, type(None))
_ROWS = (list, tuple, set, frozenset)


class TooMuch(ValueError):
    """More than a page can hold."""

    def __init__(self, what: str) -> None:
        super().__init__(f"`{what}` would make more than a page can hold")


def size(value: Any, most: int = LONGEST) -> int:
    """How many letters a value may take when it is written; counting stops beyond `most`."""
    if isinstance(value, (str, bytes)):
        return len(value)
    if isinstance(value, _PLAIN):
        return 1
    found, left = 0, [value]
    while left and found <= most:
        one = left.pop()
        found += _ITEM + (len(one) if isinstance(one, (str, bytes)) else 0)
        left += [*one.keys(), *one.values()] if isinstance(one, Mapping) else one if isinstance(one, _ROWS) else ()
    return found


def grown(name: str, given: list[Any]) -> int:
    """The most that a growing filter or method can make of its values.

    Each part may stand as often as another has places for it, and be as wide as the largest number says.
    """
    lengths = sorted(map(size, given))
    numbers = [abs(one) for one in given if isinstance(one, int)]
    if name in ("format", "format_map", "%"):
        numbers += [int(digits[:9]) for digits in re.findall(r"\d+", str(given[0]))]
        numbers += [abs(one) for one in _parts(given[1:]) if isinstance(one, int)]
    signs = sum(one.count(sign) for one in given if isinstance(one, str) for sign in "\n\t{%")
    parts = sum(len(one) for one in given if isinstance(one, (list, tuple, dict)))
    times = max([1, *lengths[:-1]]) * max([1, *lengths[-1:]])
    return sum(lengths) + times + max([0, *numbers]) * (1 + signs + parts)


def _parts(value: Any) -> list[Any]:
    """A value and all that it holds, as far as a page goes."""
    found, at = [value], 0
    while at < len(found) <= LONGEST // _ITEM:
        one = found[at]
        found += [*one.keys(), *one.values()] if isinstance(one, Mapping) else one if isinstance(one, _ROWS) else ()
        at += 1
    return found


class _Measured(CodeGenerator):
    """`~` and slices do not pass through the environment by themselves."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Let the parts be measured before they are joined."""
        is_markup = frame.eval_ctx.volatile or frame.eval_ctx.autoescape
        self.write(f"environment.joined({'markup_join' if is_markup else 'str_join'}, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """Count what is cut off as well."""
        if isinstance(node.arg, nodes.Slice):
            self.write("environment.cut(")
        super().visit_Getitem(node, frame)
        if isinstance(node.arg, nodes.Slice):
            self.write(")")


class Bounded(SandboxedEnvironment):
    """A sandbox in which nobody makes a text of a thousand million letters, at once or bit by bit."""

    intercepted_binops = frozenset(("*", "**", "+", "%"))
    code_generator_class = _Measured

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, finalize=self.measured)
        self.handled = 0
        self.globals.pop("lipsum")

    def bound_filters(self) -> None:
        """Let every filter look at its values first."""
        self.filters = {name: self._bounded(name, made) for name, made in self.filters.items()}

    def spend(self, what: str, letters: int) -> None:
        """Count what is about to be made or handled."""
        self.handled += letters
        if letters > LONGEST or self.handled > MOST_LETTERS:
            raise TooMuch(what)

    def measured(self, value: Any, what: str = "{{ }}") -> Any:
        """A value that is small enough to be written."""
        self.spend(what, size(value))
        return value

    def cut(self, value: Any) -> Any:
        """What `[2:5]` gives."""
        self.spend("[:]", len(value) if hasattr(value, "__len__") else 1)
        return value

    def joined(self, join: Callable[[Iterable[Any]], str], parts: tuple[Any, ...]) -> str:
        """What `~` makes."""
        self.spend("~", sum(map(size, parts)))
        return join(parts)

    def concat(self, parts: Iterable[str]) -> str:
        """The text of a page, a macro or a block."""
        found, length = [], 0
        for part in parts:
            length += len(part)
            found.append(part)
            if length > LONGEST and isinstance(parts, Generator):
                parts.throw(TooMuch("{% %}"))  # so that it has the line of the template
        self.spend("{% %}", length)
        return "".join(found)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Sums, products and `'...' % value` of a moderate size."""
        numbers = [value for value in (left, right) if isinstance(value, int)]
        if len(numbers) == 2:
            if max(map(abs, numbers)) > (64 if operator == "**" else LARGEST_NUMBER):
                raise TooMuch(operator)
        elif operator == "*":
            self.spend(operator, max(map(abs, numbers), default=1) * max(size(left), size(right)))
        else:
            self.spend(operator, grown("%", [left, right]) if operator == "%" else size(left) + size(right))
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, function: Any, *values: Any, **named: Any) -> Any:
        """Call what a template may call, after a look at what it is given."""
        method = getattr(function, "__wrapped__", function)  # the sandbox wraps `str.format`
        owner = getattr(method, "__self__", None)
        given = [*values, *named.values()]
        if isinstance(owner, (str, bytes, list, dict, set)):
            self._look(getattr(method, "__name__", ""), [owner, *given])
        else:
            self.spend("()", sum(map(size, given)))
        return super().call(context, function, *values, **named)

    def _look(self, name: str, given: list[Any]) -> None:
        if name in ("append", "add", "get", "pop"):  # nothing but a reference is made
            self.spend(name, 1)
        else:
            self.spend(name, grown(name, given) if name in GROWING else sum(map(size, given)))

    def _bounded(self, name: str, made: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(made)  # with Jinja's marks of what else it passes
        def looked_at(*values: Any, **named: Any) -> Any:
            skipped = 1 if hasattr(made, "jinja_pass_arg") else 0
            given = [*values[skipped:], *named.values()]
            if name in GROWING and values[skipped:] and not hasattr(given[0], "__len__"):
                # A row that is made on demand is laid out first, so that it can be measured.
                given[0] = list(given[0]) if hasattr(given[0], "__iter__") else given[0]
                values = (*values[:skipped], given[0], *values[skipped + 1 :])
            self._look(name, given)
            return made(*values, **named)

        return looked_at
