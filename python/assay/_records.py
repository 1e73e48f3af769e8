"""Reads JSON into frozen dataclasses by their annotations; keys that a record does not name stay in its `raw`."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from assay.errors import InternalError

_NOT_FINITE = ("nan", "inf", "-inf")  # how a document writes the numbers that JSON does not have
Record = TypeVar("Record")
_Reader = Callable[[Any, str], Any]


def read(record: type[Record], value: Any, place: str = "the document") -> Record:
    """The record that a JSON object holds."""
    kind: Any = record
    return typing.cast(Record, _reader(kind)(value, place))


def raw_field() -> Any:
    """The field `raw` of a record: the JSON object itself, with the keys that are newer than the record."""
    return dataclasses.field(repr=False, compare=False)


@cache
def _reader(kind: Any) -> _Reader:
    """What reads a value of an annotation."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record_reader(kind)
    if origin in (typing.Union, types.UnionType):
        (inner,) = [each for each in arguments if each is not type(None)]
        return _optional_reader(_reader(inner))
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin is Mapping:
        return _mapping_reader(_reader(arguments[1]))
    if origin is typing.Literal:
        return _plain_reader(str)  # a newer executable may know further names
    return _plain_reader(kind)


def _wrong(place: str, wanted: str, value: Any) -> InternalError:
    return InternalError("internal", f"{place} is no {wanted} but {type(value).__name__}: this package is of another "
                         "version than the executable")


def _plain_reader(kind: Any) -> _Reader:
    if kind is Any:
        return lambda value, place: value
    if kind is float:
        return _read_number

    def read_plain(value: Any, place: str) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise _wrong(place, kind.__name__, value)
        return value

    return read_plain


def _read_number(value: Any, place: str) -> float:
    if not isinstance(value, (int, float)) and value not in _NOT_FINITE or isinstance(value, bool):
        raise _wrong(place, "number", value)
    return float(value)


def _optional_reader(inner: _Reader) -> _Reader:
    return lambda value, place: None if value is None else inner(value, place)


def _tuple_reader(arguments: tuple[Any, ...]) -> _Reader:
    inner = _reader(arguments[0])
    size = None if arguments[-1] is Ellipsis else len(arguments)

    def read_tuple(value: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or size not in (None, len(value)):
            raise _wrong(place, f"list{'' if size is None else f' of {size}'}", value)
        return tuple(inner(each, f"{place}[{index}]") for index, each in enumerate(value))

    return read_tuple


def _mapping_reader(inner: _Reader) -> _Reader:
    def read_mapping(value: Any, place: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise _wrong(place, "object", value)
        return {key: inner(each, f"{place}.{key}") for key, each in value.items()}

    return read_mapping


def _record_reader(record: Any) -> _Reader:
    hints = typing.get_type_hints(record)
    # a name that Python keeps for itself has an underscore behind it
    fields = [(field.name, field.name.rstrip("_"), _reader(hints[field.name]), field.default is dataclasses.MISSING)
              for field in dataclasses.fields(record) if field.name != "raw"]

    def read_record(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(place, "object", value)
        known = {}
        for name, key, reader, is_required in fields:
            if key in value:
                known[name] = reader(value[key], f"{place}.{key}")
            elif is_required:
                raise InternalError("internal", f"{place} has no `{key}`: this package is of another version than "
                                    "the executable")
        return record(**known, raw=value)

    return read_record
