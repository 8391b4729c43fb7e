"""Interning: equal parameters give the identical object, so that equality is identity.

What nobody uses any more is forgotten.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from weakref import KeyedRef

from bufferize.ir.parameter_checks import Check, checked_parameters, checks_of

T = TypeVar("T")

_Arguments = tuple[Any, ...]
_Table = dict[_Arguments, "KeyedRef[_Arguments, Any]"]

# Tables change only while this is held: what dies may be asked for anew by another thread.
# Looking something up takes no lock.
_lock = threading.RLock()


def _checked(cls: Any, args: _Arguments, kwargs: dict[str, Any]) -> Any:
    """The arguments as they are to be kept. Raises TypeError for wrong ones."""
    kinds = tuple(map(type, args))
    if not kwargs and kinds in cls._good_kinds:
        return args, kwargs
    if cls._checks is None:
        cls._checks = checks_of(cls)
    args, kwargs = checked_parameters(cls, cls._checks, args, kwargs)
    if tuple not in kinds and kinds == tuple(map(type, args)):
        cls._good_kinds.add(kinds)
    return args, kwargs


def _remover(table: _Table) -> Callable[[KeyedRef[_Arguments, Any]], None]:
    """Takes an object that has died out of the table."""

    def remove(entry: KeyedRef[_Arguments, Any], lock: Any = _lock) -> None:
        with lock:
            if table.get(entry.key) is entry:
                del table[entry.key]

    return remove


def _intern(cls: Any, new: Any, args: _Arguments | None) -> Any:
    table = cls._interned
    key = new._arguments()
    with _lock:
        entry = table.get(key)
        known = entry() if entry is not None else None
        if known is None:
            known = new
            table[key] = KeyedRef(known, cls._remove, key)
        if args is not None and args != key:
            table[args] = KeyedRef(known, cls._remove, args)
    return known


def _parameters(cls: Any) -> tuple[str, ...]:
    """The names of the fields; known only once the dataclass decorator has run."""
    names: tuple[str, ...] | None = cls._parameters
    if names is None:
        declared = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
        names = cls._parameters = tuple(field.name for field in declared)
    return names


if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    @dataclass_transform(eq_default=False, frozen_default=True)
    def parameters(cls: type[T]) -> type[T]:
        """See below."""

else:

    def parameters(cls):
        """Makes a dataclass whose instances cannot be changed and are compared with `is`.

        That is `@dataclass(frozen=True, eq=False, repr=False)` in a tenth of the time, of which
        starting a tool would consist to a good part: nothing is compiled for each class.
        """
        return dataclasses.dataclass(init=False, repr=False, eq=False)(cls)


class Interned:
    """Base of types, attributes, locations and affine expressions: unique by their arguments.

    The classes are declared with `parameters`, or as frozen dataclasses without `__eq__`. A
    `__post_init__` may bring a field into its canonical form with `object.__setattr__`: the
    canonical values are the key.
    """

    # No metaclass does this: `isinstance` takes three times as long for classes that have one.

    __slots__ = ("__weakref__",)

    parameter_hints: ClassVar[Mapping[str, str]] = {}
    """What to write in place of a parameter of the wrong kind, by its name; for messages."""
    _interned: ClassVar[_Table]
    _remove: ClassVar[Callable[[KeyedRef[_Arguments, Any]], None]]
    _parameters: ClassVar[tuple[str, ...] | None]
    _checks: ClassVar[dict[str, Check | None] | None]
    _good_kinds: ClassVar[set[tuple[type, ...]]]
    """The classes of arguments that are known to be as annotated."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._interned = {}
        cls._remove = staticmethod(_remover(cls._interned))
        cls._parameters = None
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
            args, kwargs = _checked(cls, args, kwargs)
            return _intern(cls, _initialized(cls, args, kwargs), None if kwargs else args)

        def _initialize(self, *args, **kwargs):
            names = _parameters(type(self))
            if kwargs or len(args) != len(names):
                args = _complete(type(self), names, args, kwargs)
            for name, value in zip(names, args, strict=True):
                object.__setattr__(self, name, value)
            if hasattr(self, "__post_init__"):
                self.__post_init__()

        def __setattr__(self, name, value):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def _arguments(self) -> _Arguments:
        """What makes this object again."""
        return tuple([getattr(self, name) for name in _parameters(type(self))])

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (_rows(self),)


def _initialized(cls: Any, args: _Arguments, kwargs: dict[str, Any]) -> Any:
    new = object.__new__(cls)
    initialize = vars(cls).get("_initialize")
    if initialize is None:
        initialize = _own_initializer(cls)
    initialize(new, *args, **kwargs)
    return new


def _own_initializer(cls: Any) -> Any:
    """What initializes instances: a dataclass's `__init__`, which Python is to call no more.

    It would do so for an object that is known already, too.
    """
    initialize = next(
        own
        for base in cls.__mro__
        for own in (vars(base).get("_initialize"), vars(base).get("__init__"))
        if own is not None and own is not object.__init__
    )
    cls._initialize = initialize
    if cls.__init__ is not object.__init__:
        cls.__init__ = object.__init__
    return initialize


def _complete(
    cls: Any, names: tuple[str, ...], args: _Arguments, kwargs: dict[str, Any]
) -> _Arguments:
    """All arguments, in order, of those that are given by place, by name or by default."""
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
        if name not in values:
            default = cls.__dataclass_fields__[name].default
            if default is dataclasses.MISSING:
                raise TypeError(f"{cls.__name__} missing a required argument: '{name}'")
            values[name] = default
    return tuple([values[name] for name in names])


# Pickles: an object as rows of a class and its arguments, each after those that it refers to. The
# pickler itself would follow the nesting, and deep expressions would leave it no stack.

_Row = tuple[type, _Arguments]


class _Reference(int):
    """Stands, among the arguments in a row, for what the row of this number makes."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Reference, (int(self),)


def _rows(top: Interned) -> list[_Row]:
    rows: list[_Row] = []
    known: dict[Interned, _Reference] = {}
    work = [top]
    while work:
        current = work[-1]
        arguments = current._arguments()
        missing = [part for part in _parts(arguments) if part not in known]
        work += missing
        if not missing:
            work.pop()
            if current not in known:
                known[current] = _Reference(len(rows))
                rows.append((type(current), _replaced(arguments, known)))
    return rows


def _parts(arguments: _Arguments) -> list[Interned]:
    found = [each for each in arguments if isinstance(each, Interned)]
    for each in arguments:
        if each.__class__ is tuple:
            found += _parts(each)
    return found


def _replaced(arguments: _Arguments, known: dict[Interned, _Reference]) -> _Arguments:
    return tuple(
        [
            known[each]
            if isinstance(each, Interned)
            else (_replaced(each, known) if each.__class__ is tuple else each)
            for each in arguments
        ]
    )


def _made(rows: list[_Row]) -> Any:
    made: list[Any] = []
    for cls, arguments in rows:
        made.append(cls(*_resolved(arguments, made)))
    return made[-1]


def _resolved(arguments: _Arguments, made: list[Any]) -> _Arguments:
    return tuple(
        [
            made[each]
            if each.__class__ is _Reference
            else (_resolved(each, made) if each.__class__ is tuple else each)
            for each in arguments
        ]
    )
