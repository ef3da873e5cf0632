from replay.seen_ids import SeenIds


def test_an_id_is_new_once_however_many_there_are() -> None:
    seen = SeenIds()
    names = [f"id {number}" for number in range(20_000)]
    assert "id 0" not in seen
    assert all(map(seen.add, names))
    assert not any(map(seen.add, names))
    assert all(name in seen for name in names)
    assert "id 20000" not in seen
    assert seen.add("")
    assert "" in seen
