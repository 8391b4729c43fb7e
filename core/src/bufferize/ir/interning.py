"""Interned objects: equal ones are one object. The bases of all attributes and types."""

from __future__ import annotations

__all__ = ["Attribute", "Type", "parameters"]

import dataclasses
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from operator import index, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, Union, get_args, get_origin
from weakref import KeyedRef

T = TypeVar("T")

_Arguments = tuple[Any, ...]
_Check = Callable[[Any], Any]
"""A function that returns a parameter in its stored form. Raises TypeError for a wrong one."""

_Table = dict[_Arguments, "KeyedRef[_Arguments, Any]"]

# Tables change only while this is held: what dies may be asked for anew by another thread.
# Looking something up takes no lock.
_lock = threading.RLock()


def _remover(table: _Table) -> Callable[[KeyedRef[_Arguments, Any]], None]:
    """Return the callback that removes a dead object from the table."""

    def remove(entry: KeyedRef[_Arguments, Any], lock: Any = _lock) -> None:
        with lock:
            if table.get(entry.key) is entry:
                del table[entry.key]

    return remove


def _intern(cls: Any, args: _Arguments, kwargs: dict[str, Any]) -> Any:
    """Return the interned object for these arguments, which the table does not have as given."""
    values = _checked(cls, args, kwargs)
    new = object.__new__(cls)
    for name, value in zip(_checks(cls), values, strict=True):
        object.__setattr__(new, name, value)
    if hasattr(new, "__post_init__"):
        new.__post_init__()
    key = new._arguments()
    given = key if kwargs else values[: len(args)]
    zeros = [str(value) for value in key if value.__class__ is float and value == 0.0]
    if zeros:  # 0.0 and -0.0 are equal
        key = given = (*key, *zeros)
    table = cls._interned
    with _lock:
        entry = table.get(key)
        known = entry() if entry is not None else None
        if known is None:
            known = new
            table[key] = KeyedRef(known, cls._remove, key)
        if given != key:
            table[given] = KeyedRef(known, cls._remove, given)
    return known


def _checked(cls: Any, args: _Arguments, kwargs: dict[str, Any]) -> _Arguments:
    """Return all arguments in order, each in its stored form. Raises TypeError."""
    checks = _checks(cls)
    if kwargs or len(args) != len(checks):
        args = _complete(cls, list(checks), args, kwargs)
    kinds = tuple(map(type, args))
    if kinds in cls._good_kinds:
        return args
    pairs = zip(checks.items(), args, strict=True)
    checked = tuple([_kept(cls, name, check, value) for (name, check), value in pairs])
    if tuple not in kinds and kinds == tuple(map(type, checked)):
        cls._good_kinds.add(kinds)
    return checked


def _complete(cls: Any, names: list[str], args: _Arguments, kwargs: dict[str, Any]) -> _Arguments:
    """Return all arguments in order: positional, by name, or default."""
    if len(args) > len(names):
        raise TypeError(f"{cls.__name__} takes {len(names)} arguments, but {len(args)} are given")
    values = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name in values:
            raise TypeError(f"{cls.__name__} got multiple values for argument '{name}'")
        if name not in names:
            raise TypeError(f"{cls.__name__} got an unexpected keyword argument '{name}'")
        values[name] = value
    for name in names:
        default = cls.__dataclass_fields__[name].default
        if values.setdefault(name, default) is dataclasses.MISSING:
            raise TypeError(f"{cls.__name__} missing a required argument: '{name}'")
    return tuple([values[name] for name in names])


def _checks(cls: Any) -> dict[str, _Check | None]:
    """Return the check of each parameter, in order; None if an annotation allows no check."""
    checks: dict[str, _Check | None] | None = cls._checks
    if checks is None:
        if cls.__init__ is not object.__init__:  # Python would call it for known objects, too
            raise TypeError(f"declare {cls.__name__} with @parameters, and without an __init__")
        fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
        checks = cls._checks = {field.name: _annotated(cls, field) for field in fields}
    return checks


if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_):
        """Stand in for the function of `typing`, which only type checkers need."""
        return lambda decorator: decorator


@dataclass_transform(eq_default=False, frozen_default=True)
def parameters(cls: type[T]) -> type[T]:
    """Declare a class of interned objects, whose annotated fields are the parameters.

    It is like a frozen dataclass, but no source is generated and compiled: for hundreds of classes that
    would take a good part of the time in which a tool starts.
    """
    return dataclasses.dataclass(init=False, repr=False, eq=False)(cls)


class Interned:
    """Base of types, attributes, locations and affine expressions: equal ones are one object.

    Analyses compare types all the time and use attributes as keys of tables; with interned objects both
    cost as much as comparing addresses. An object that nothing uses any more is forgotten. The classes
    are declared with `parameters`. A `__post_init__` may bring a field into its
    canonical form with `object.__setattr__`: the canonical values are the key.
    """

    # No metaclass does this: `isinstance` takes three times as long for classes that have one.

    __slots__ = ("__weakref__",)

    parameter_hints: ClassVar[Mapping[str, str]] = {}
    """The hints on how to replace a wrong argument, by parameter name, for error messages."""
    _interned: ClassVar[_Table]
    _remove: ClassVar[Callable[[KeyedRef[_Arguments, Any]], None]]
    _checks: ClassVar[dict[str, _Check | None] | None]
    _good_kinds: ClassVar[set[tuple[type, ...]]]
    """The classes of arguments that were checked successfully."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._interned = {}
        cls._remove = staticmethod(_remover(cls._interned))
        cls._checks = None
        cls._good_kinds = set()

    if not TYPE_CHECKING:  # the type checker reads the signatures of the dataclasses instead

        def __new__(cls, *args, **kwargs):
            if not kwargs:
                try:
                    known = cls._interned[args]()
                except (KeyError, TypeError):  # new, or with lists, which have no hash
                    known = None
                if known is not None:
                    return known
            return _intern(cls, args, kwargs)

        def __setattr__(self, name, value):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def _arguments(self) -> _Arguments:
        """Return the arguments that make this object."""
        return tuple([getattr(self, name) for name in _checks(type(self))])

    def parts(self) -> Iterator[Interned]:
        """Return the interned objects among the parameters and in tuples, but not their parts."""
        return _parts(self._arguments())

    def walk_parts(self) -> Iterator[Interned]:
        """Yield this object and everything that it is made of, each once, in the order of the text."""
        seen: set[Interned] = set()
        work: list[Interned] = [self]
        while work:
            found = work.pop()
            if found not in seen:
                seen.add(found)
                yield found
                work += reversed([*found.parts()])

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # The pickler would follow the nesting, and deep expressions would leave it no stack. So it
        # is given everything that the object is made of, each after its own parts.
        rows: dict[Interned, _Row] = {}
        work: list[Interned] = [self]
        while work:
            current = work[-1]
            missing = [part for part in current.parts() if part not in rows]
            work += missing
            if not missing:
                work.pop()
                rows.setdefault(current, _Row(type(current), current._arguments(), rows))
        return itemgetter(-1), (list(rows.values()),)


def _parts(arguments: _Arguments) -> Iterator[Interned]:
    for each in arguments:
        if isinstance(each, Interned):
            yield each
        elif each.__class__ is tuple and each and each[0].__class__ is not int:
            yield from _parts(each)


class _Row:
    """The pickled form of an object: a row for the object, and one for each of its parts."""

    __slots__ = ("_arguments", "_cls")

    def __init__(self, cls: type, arguments: _Arguments, rows: dict[Interned, _Row]) -> None:
        self._cls = cls
        self._arguments = _replaced(arguments, rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._cls, self._arguments


def _replaced(arguments: _Arguments, rows: dict[Interned, _Row]) -> _Arguments:
    return tuple(
        [
            rows[each]
            if isinstance(each, Interned)
            else (_replaced(each, rows) if each.__class__ is tuple else each)
            for each in arguments
        ]
    )


# What parameters may be: the annotations tell. Python holds `True`, `1` and `1.0` for equal, so that
# the wrong one of them must not become a part of what all others are given.


def _kept(cls: Any, name: str, check: _Check | None, value: Any) -> Any:
    """Return a parameter in its stored form: a list as a tuple, a number as `int`."""
    if check is None:
        return value
    try:
        return check(value)
    except TypeError:
        field = next(f for f in dataclasses.fields(cls) if f.name == name)
        wanted = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
        hint = cls.parameter_hints.get(name)
        shown = repr(value)
        if dataclasses.is_dataclass(value):
            shown = f"the {type(value).__name__} {value}"
        raise TypeError(
            f"{cls.__name__} has '{name}: {wanted}', not {shown}" + (f"; {hint}" if hint else "")
        ) from None


def _annotated(cls: type, field: dataclasses.Field[Any]) -> _Check | None:
    annotation: Any = field.type
    if isinstance(annotation, str):
        owner = next(c for c in cls.__mro__ if field.name in vars(c).get("__annotations__", ()))
        try:
            annotation = eval(annotation, vars(sys.modules[owner.__module__]))
        except (NameError, AttributeError):  # known to type checkers only
            return None
    return _check(annotation)


def _check(annotation: Any) -> _Check | None:
    if annotation is None:
        annotation = type(None)
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        alternatives = get_args(annotation)
        numbers = [a for a in (float, int, bool) if a in alternatives]
        # Equal numbers of several classes would stand for one another: they become the widest.
        return _any_of([_check(a) for a in alternatives if a not in numbers[1:]])
    if origin is tuple:
        return _tuple(get_args(annotation))
    return _instance(annotation) if isinstance(annotation, type) else None


def _bool(value: Any) -> bool:
    if index(value) not in (0, 1):
        raise TypeError
    return bool(value)


def _float(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return str.__str__(value)  # the string that a member of an enum is


_SCALARS: Final[dict[object, _Check]] = {int: index, bool: _bool, float: _float, str: _string}


def _instance(cls: type) -> _Check:
    def check(value: Any) -> Any:
        if not isinstance(value, cls):
            raise TypeError
        return value

    return check


def _any_of(checks: Sequence[_Check | None]) -> _Check | None:
    known = [check for check in checks if check is not None]
    if len(known) < len(checks):
        return None

    def check(value: Any) -> Any:
        for alternative in known:
            with suppress(TypeError):
                return alternative(value)
        raise TypeError

    return check


def _tuple(elements: tuple[Any, ...]) -> _Check:
    parts = [_check(element) for element in elements if element is not ...]

    def check(value: Any) -> Any:
        if not isinstance(value, tuple | list):
            raise TypeError
        if elements[-1] is ...:
            if parts[0] is None:
                return tuple(value)
            if parts[0] is index and set(map(type, value)) <= {int}:
                return tuple(value)
            return tuple(map(parts[0], value))
        if len(value) != len(parts):
            raise TypeError
        return tuple(v if p is None else p(v) for p, v in zip(parts, value, strict=True))

    return check


class _AttributeOrType(Interned):
    """Base of attributes and types: parameters, a text, and a dialect that declares them.

    A class whose text has parameters parses and prints the text after its mnemonic, brackets
    included, with two methods that the parser and the printer call if they exist:

        @classmethod
        def parse_parameters(cls, parser: AsmParser) -> Self: ...
        def print_parameters(self, printer: AsmPrinter) -> None: ...
    """

    __slots__ = ("_text",)

    _text: str

    dialect_name: ClassVar[str] = "builtin"
    mnemonic: ClassVar[str] = ""

    def verify(self) -> str | None:
        """Return a message about wrong parameters, None if they are valid."""
        return None

    def __str__(self) -> str:
        # Printing is a matter of a layer above this one, and is loaded when it is asked for.
        text: str = import_module("bufferize.syntax.attribute_printer").text_of(self)
        return text

    __repr__ = __str__


class Attribute(_AttributeOrType):
    """Compile-time data on an operation. Interned: compare with `is`.

    A dialect's attribute is a class below this one, decorated with `parameters`.
    `dialect_name` and `mnemonic` are set by the dialect that declares it.
    """

    __slots__ = ()

    @property
    def self_type(self) -> Type | None:
        """The type after a dialect's attribute, `#d.a : type`; None if there is none."""
        return None


class Type(_AttributeOrType):
    """The type of a value. Interned: compare with `is`.

    A dialect's type is a class below this one, decorated with `parameters`.
    """

    __slots__ = ()
