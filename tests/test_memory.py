"""The memory of earlier results: the kept and the forgotten entries."""

from headwater.memory import Memory, remembered


def kept(memory: Memory[int], keys: range) -> list[int]:
    """Return the known ones among the keys."""
    return [key for key in keys if memory.get(key) is not None]


def test_no_more_entries_are_kept_than_allowed() -> None:
    memory = Memory[int](max_entries=100, max_bytes=1_000_000)
    for key in range(1000):
        memory.keep(key, key, 1)
    found = kept(memory, range(1000))
    assert 50 <= len(found) <= 100
    assert found[-1] == 999


def test_no_more_bytes_are_kept_than_allowed() -> None:
    memory = Memory[int](max_entries=1_000_000, max_bytes=100_000)
    for key in range(5000):
        memory.keep(key, key, 100)
    assert 50 <= len(kept(memory, range(5000))) <= 200


def test_used_entries_are_kept_and_unused_ones_forgotten() -> None:
    memory = Memory[int](max_entries=100, max_bytes=1_000_000)
    memory.keep(-1, 1, 1)
    memory.keep(-2, 2, 1)
    for key in range(1000):
        memory.keep(key, key, 1)
        assert memory.get(-1) == 1
    assert memory.get(-2) is None


def test_a_value_that_takes_much_is_not_kept() -> None:
    memory = Memory[int](max_entries=100, max_bytes=100_000)
    memory.keep(1, 1, 101)
    memory.keep(2, 2, 100)
    assert kept(memory, range(3)) == [2]


def test_a_function_is_called_once_for_the_same_arguments() -> None:
    calls = []

    @remembered
    def joined(*parts: str | bool) -> str:
        calls.append(parts)
        return "".join(map(str, parts))

    assert [joined("a", "b"), joined("ab"), joined("a", "b"), joined("a", True), joined("a", "True")] == [
        "ab", "ab", "ab", "aTrue", "aTrue",
    ]  # fmt: skip
    assert calls == [("a", "b"), ("ab",), ("a", True), ("a", "True")]
    long = "x" * 10_000
    assert joined(long) == joined(long) == long
    assert calls[-2:] == [(long,), (long,)]
