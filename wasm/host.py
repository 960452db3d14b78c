"""Runs the bytes of a module on this machine: the only file that knows the runtime (wasmtime).

The runtime's public way to call costs many times what a step of a game costs. So calls go past it where its
binding has the parts for that, and through it otherwise.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import metadata
from types import ModuleType
from typing import Any, TypeAlias

Call: TypeAlias = Callable[..., int]
"""A function of a module: takes and gives words of 32 bits; what gives nothing gives 0. Raises Trapped."""

SMALL_RESERVATION = 1 << 24


class Unavailable(Exception):
    """Nothing here can run a module; the message says why."""


class Trapped(Exception):
    """The module stopped: what it was to do cannot be done. The message is the runtime's, with the names of
    the functions that were running.
    """


@lru_cache(maxsize=1)
def _runtime() -> ModuleType:
    try:
        import wasmtime
    except (ImportError, OSError, RuntimeError, AttributeError) as problem:
        # A wheel for another machine fails in many ways, and each of them means the same here.
        raise Unavailable(f"wasmtime cannot be loaded: {problem}") from None
    return wasmtime


def why_not() -> str | None:
    """Why no module can be run here; None where it can."""
    try:
        _engine()
    except Unavailable as reason:
        return str(reason)
    return None


@lru_cache(maxsize=1)
def _engine() -> tuple[Any, bool]:
    """The engine of this process, and whether its memories stay where they are: one that reserves address
    space for memories as it likes, or where the machine refuses that, one that reserves little.
    """
    wasmtime = _runtime()
    problem = ""
    for reserved in (None, SMALL_RESERVATION):
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        if reserved is not None:
            config.memory_reservation = reserved
            config.memory_guard_size = 0
        engine = wasmtime.Engine(config)
        try:
            wasmtime.Instance(wasmtime.Store(engine), wasmtime.Module(engine, _TINY), [])
        except wasmtime.WasmtimeError as refused:
            problem = str(refused)
        else:
            return engine, reserved is None
    raise Unavailable(f"wasmtime cannot get memory for a game: {problem}")


_TINY = b"\0asm\1\0\0\0\5\3\1\0\1"
"""A module that has a memory and nothing else."""


def version() -> str:
    """What makes machine code here. Raises Unavailable."""
    _runtime()
    return metadata.version("wasmtime")


def machine_code(code: bytes) -> bytes:
    """The bytes of a module as code of this machine, for `Instance`. Raises Unavailable, and ValueError for
    bytes that are no module.
    """
    wasmtime = _runtime()
    try:
        return bytes(wasmtime.Module(_engine()[0], code).serialize())
    except wasmtime.WasmtimeError as wrong:
        raise ValueError(str(wrong)) from None


_UNCHECKED = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
)
"""`wasmtime_func_call_unchecked`: error out; store, function, arguments and results, their number, trap."""


class _Word(ctypes.LittleEndianStructure):
    """A word of a module's memory."""

    _fields_ = (("value", ctypes.c_int32),)


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


class Instance:
    """A module at work, with its memory. Addresses are bytes from the beginning of the memory."""

    def __init__(self, code: bytes) -> None:
        """`code` is machine code of this machine, from a place that nobody else can write to: it is run.
        Raises Unavailable, and ValueError where it is of another kind of machine.
        """
        self._runtime = _runtime()
        engine, self._stays = _engine()
        try:
            module = self._runtime.Module.deserialize(engine, code)
        except self._runtime.WasmtimeError as wrong:
            raise ValueError(str(wrong)) from None
        self._store = self._runtime.Store(engine)
        try:
            self._instance = self._runtime.Instance(self._store, module, [])
        except self._runtime.WasmtimeError as refused:
            raise Unavailable(f"wasmtime cannot get memory for another game: {refused}") from None
        self._context = self._store._context()
        exports = self._instance.exports(self._store)
        self._memory = exports["memory"]
        self._known: tuple[int, int] = (0, 0)
        self._kept: list[Any] = []
        self._views: dict[int, _Word] = {}
        self._calls = {
            name: self._call(exports[name])
            for name in exports
            if isinstance(exports[name], self._runtime.Func)
        }

    def __getitem__(self, name: str) -> Call:
        """The function exported under this name."""
        return self._calls[name]

    # ---- Memory --------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Bytes of memory now."""
        return int(self._memory.data_len(self._store))

    def _part(self, address: int, size: int) -> int:
        """Where a part of the memory lies in this process."""
        base, known = self._known
        if not self._stays or address + size > known:
            base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
            known = self.size
            self._known = base, known
            if address + size > known:
                raise IndexError(f"{size} bytes at {address} are more than the memory holds")
        return base + address

    def read(self, address: int, size: int) -> bytes:
        """Bytes from memory. Raises IndexError."""
        return ctypes.string_at(self._part(address, size), size)

    def word(self, address: int) -> int:
        """A word of 32 bits from memory; cheaper than `read` where the same one is wanted again and again."""
        view = self._views.get(address)
        if view is None:
            view = _Word.from_address(self._part(address, 4))
            if self._stays:
                self._views[address] = view
        return int(view.value)

    def write(self, address: int, content: bytes) -> None:
        """Bytes into memory. Raises IndexError."""
        ctypes.memmove(self._part(address, len(content)), content, len(content))

    # ---- Calls ---------------------------------------------------------------------------------------------

    def _call(self, function: Any) -> Call:
        type_ = function.type(self._store)
        wide = [str(param) == "i64" for param in type_.params]
        try:
            return self._direct(function, wide, bool(type_.results))
        except AttributeError:
            return self._public(function)

    def _direct(self, function: Any, wide: list[bool], gives: bool) -> Call:
        """A call past the binding's checks: the arguments are put where the machine code reads them, and the
        library gets addresses, which takes less than to make pointers of them each time.
        """
        binding = self._runtime._bindings
        invoke = _UNCHECKED(_address(binding._wasmtime_func_call_unchecked))
        count, trap = max(len(wide), 1), ctypes.c_void_p()
        raw = (binding.wasmtime_val_raw_t * count)()
        size = ctypes.sizeof(binding.wasmtime_val_raw_t)
        words = (ctypes.c_int32 * (count * size // 4)).from_buffer(raw)
        longs = (ctypes.c_int64 * (count * size // 8)).from_buffer(raw)
        context, handle = _address(self._context), ctypes.addressof(function._func)
        place, where, stop = ctypes.addressof(raw), ctypes.addressof(trap), self._stop
        self._kept.append(function)

        def call(*arguments: int) -> int:
            for position, argument in enumerate(arguments):
                if wide[position]:
                    longs[position * size // 8] = argument
                else:
                    words[position * size // 4] = argument
            error = invoke(context, handle, place, count, where)
            if error or trap.value:
                stop(error, trap)
            return words[0] if gives else 0

        def call_with_one(argument: int) -> int:
            words[0] = argument
            error = invoke(context, handle, place, 1, where)
            if error or trap.value:
                stop(error, trap)
            return words[0] if gives else 0

        return call_with_one if wide == [False] else call

    def _stop(self, error: int | None, trap: ctypes.c_void_p) -> None:
        binding = self._runtime._bindings
        if error:
            told = ctypes.cast(error, ctypes.POINTER(binding.wasmtime_error_t))
            raise self._runtime.WasmtimeError._from_ptr(told)
        stopped = self._runtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(binding.wasm_trap_t)))
        trap.value = None
        raise Trapped(str(stopped)) from None

    def _public(self, function: Any) -> Call:
        def call(*arguments: int) -> int:
            with self._trapping():
                result = function(self._store, *arguments)
            return 0 if result is None else int(result)

        return call

    @contextmanager
    def _trapping(self) -> Iterator[None]:
        try:
            yield
        except self._runtime.Trap as trap:
            raise Trapped(str(trap)) from None
