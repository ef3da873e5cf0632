import pytest

from scoring.results import results_file


@pytest.mark.parametrize(
    ("source_file", "name"),
    [
        ("qa_19.json", "results_19.json"),
        ("lantern.jsonl", "results_lantern.json"),
        ("", "results_unnamed.json"),
        ("../../etc/passwd", "results_passwd.json"),
        ("a\0b/c\0d.jsonl", "results_c_d.json"),
        ("座椅.jsonl", "results___.json"),
        ("x" * 500 + ".jsonl", f"results_{'x' * 80}.json"),
        ("qa_٣.json", "results_qa__.json"),
    ],
)
def test_a_results_file_has_a_plain_and_short_name_whatever_the_source_is_called(source_file: str, name: str) -> None:
    assert results_file(source_file) == name
