"""Loaders: look-ups by key. All look-ups of a level are one call."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

Load = Callable[[list[Key]], Awaitable[Sequence[Value]]]
"""Returns the values of some keys, in the order of the keys."""


class Loading(asyncio.Future[Any]):
    """A value that a loader will bring."""


class _Dispatch:
    """The shared start of loaders. Loaders refer to it and not to each other, which avoids reference cycles."""

    __slots__ = ("heard", "is_held", "tasks", "waiting")

    def __init__(self) -> None:
        self.is_held = False
        self.heard: Callable[[], None] | None = None
        self.waiting: list[Loader[Any, Any]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        """The tasks that load now."""

    def add(self, loader: "Loader[Any, Any]") -> None:
        """Remember a loader with keys to load."""
        if self.is_held:
            self.waiting.append(loader)
        else:
            asyncio.get_running_loop().call_soon(loader.begin)


class Loaders:
    """The loaders of one request, by name. Held by an executor they collect keys, else they load at once.

    One executor at a time may hold them.
    """

    def __init__(self) -> None:
        self._dispatch = _Dispatch()
        self._by_name: dict[Hashable, Loader[Any, Any]] = {}

    def find(self, name: Hashable, load: "Load[Any, Any]") -> "Loader[Any, Any]":
        """The loader of a name; made with load at the first call. It remembers loaded values."""
        found = self._by_name.get(name)
        if found is None:
            found = self._by_name[name] = Loader(load, self._dispatch)
        return found

    def hear(self, heard: Callable[[], None] | None) -> None:
        """Call heard after each loaded batch. None: call nothing."""
        self._dispatch.heard = heard

    def hold(self) -> None:
        """Let loaders collect keys until `begin`."""
        self._dispatch.is_held = True

    def begin(self) -> None:
        """Start all loaders with keys. From now on loaders load at once."""
        for loader in self._let_go():
            loader.begin()

    @property
    def have_keys(self) -> bool:
        """True if a loader has keys."""
        return bool(self._dispatch.waiting)

    @property
    def is_one(self) -> bool:
        """True if one loader has keys, and no other loads now."""
        return len(self._dispatch.waiting) == 1 and not self._dispatch.tasks

    async def load_one(self) -> None:
        """Load all keys of the one loader with keys, in the task of the caller: another task would only cost CPU."""
        [loader] = self._let_go()
        await loader.bring()

    def _let_go(self) -> "list[Loader[Any, Any]]":
        self._dispatch.is_held = False
        waiting, self._dispatch.waiting = self._dispatch.waiting, []
        return waiting


class _Batch(Generic[Key]):
    """Keys to load by one call, and the futures that wait for them."""

    __slots__ = ("keys", "waiting")

    def __init__(self) -> None:
        self.keys: list[Key] = []
        self.waiting: list[tuple[Loading, Key | None]] = []
        """Futures of values, each with its key. Key None: the future of the whole batch."""


class _Values(Generic[Key, Value]):
    """The values of some keys, once their batches are loaded."""

    __slots__ = ("_keys", "_loadings", "_values")

    def __init__(self, values: dict[Key, Value], keys: Sequence[Key], loadings: list[Loading]) -> None:
        self._values = values
        self._keys = keys
        self._loadings = loadings

    def __await__(self) -> Generator[Any, Any, list[Value]]:
        for loading in self._loadings:
            yield from loading.__await__()
        return [self._values[key] for key in self._keys]


class Loader(Generic[Key, Value]):
    """Loads the value of each key once."""

    def __init__(self, load: Load[Key, Value], dispatch: _Dispatch) -> None:
        self._load = load
        self._dispatch = dispatch
        self._values: dict[Key, Value] = {}
        self._batches: dict[Key, _Batch[Key]] = {}
        self._next: _Batch[Key] | None = None

    def load(self, key: Key) -> Loading:
        """The value of a key. Raises the errors of the load function."""
        if key in self._values:
            loading = Loading(loop=asyncio.get_running_loop())
            loading.set_result(self._values[key])
            return loading
        return self._brought(self._batch_of(key), key)

    def load_many(self, keys: Sequence[Key]) -> Awaitable[list[Value]]:
        """The values of some keys, in the order of the keys. Raises the errors of the load function."""
        batches = {id(batch): batch for key in keys if key not in self._values for batch in (self._batch_of(key),)}
        return _Values(self._values, keys, [self._brought(batch, None) for batch in batches.values()])

    def prime(self, known: Mapping[Key, Value]) -> None:
        """Keep known values."""
        self._values |= known

    def begin(self) -> None:
        """Load all requested keys in a task."""
        tasks = self._dispatch.tasks
        task = asyncio.get_running_loop().create_task(self.bring())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def _batch_of(self, key: Key) -> _Batch[Key]:
        found = self._batches.get(key)
        if found is not None:
            return found
        if self._next is None:
            self._next = _Batch()
            self._dispatch.add(self)
        self._next.keys.append(key)
        self._batches[key] = self._next
        return self._next

    @staticmethod
    def _brought(batch: _Batch[Key], key: Key | None) -> Loading:
        """A future of its own for each caller, so that a cancelled caller does not affect the others."""
        loading = Loading(loop=asyncio.get_running_loop())
        batch.waiting.append((loading, key))
        return loading

    async def _loaded(self, keys: list[Key]) -> BaseException | None:
        """Loads the values. Gives the error if that fails, whose traceback then holds no caller that waits for it."""
        try:
            values = await self._load(keys)
            if len(values) != len(keys):
                raise RuntimeError(f"a loader was asked for {len(keys)} keys, and gave {len(values)} values")
            self._values.update(zip(keys, values, strict=True))
        except BaseException as error:
            return error
        return None

    async def bring(self) -> None:
        """Load all requested keys, unless all who wait for them were cancelled, and tell them."""
        batch, self._next = self._next, None
        if batch is None:
            return
        is_wanted = not all(loading.cancelled() for loading, _ in batch.waiting)
        raised = await self._loaded(batch.keys) if is_wanted else None
        for key in batch.keys:
            del self._batches[key]
        for loading, wanted in batch.waiting:
            if loading.done():
                continue
            if raised is None:
                loading.set_result(None if wanted is None else self._values[wanted])
            else:
                loading.set_exception(raised)
                loading.exception()  # marks the error as retrieved: a future that is never awaited logs no warning
        if self._dispatch.heard is not None:
            self._dispatch.heard()
        if raised is not None and not isinstance(raised, Exception):
            raise raised
