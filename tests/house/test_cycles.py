"""No two modules need each other, not even late or for their types: whoever reads one need not know the other first."""

from __future__ import annotations

from tests.house.imports import cycles, graph


def test_no_module_imports_itself_on_a_detour() -> None:
    assert cycles(graph()) == []


def test_a_ring_would_be_noticed() -> None:
    """The check itself can fail: a ring of three with a way in and a way out."""
    edges = {"a": ["b"], "b": ["c"], "c": ["d", "e"], "d": ["b"], "e": []}
    assert cycles(edges) == [["b", "c", "d"]]
    assert cycles({**edges, "d": []}) == []


def test_late_and_type_only_imports_count() -> None:
    """They are in the graph: the picture is drawn late, the store is named for its type only."""
    edges = graph()
    assert "pbem.report" in edges["pbem.desk.views.post"]
    assert "pbem.store.store" in edges["pbem.desk.receiving"]
