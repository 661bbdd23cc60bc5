from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

import platonic_client.journal as module
from platonic_client import FileJournal, Journal, JournaledError, MemoryJournal, Operation

FIRST = Operation("0197a0c2-0000-7000-8000-000000000001", b"order", "key", b"signature")
SECOND = Operation("0197a0c2-0000-7000-8000-000000000002", b"request", "", b"", "exchange")


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_a_journal_keeps_operations(kind: str, tmp_path: Path) -> None:
    journal: Journal = MemoryJournal() if kind == "memory" else FileJournal(tmp_path / "journal")
    journal.put([FIRST, SECOND])
    assert list(journal.list()) == [FIRST, SECOND]
    with pytest.raises(JournaledError, match="reconcile"):
        journal.put([Operation("new", b"", "", b""), SECOND])
    assert list(journal.list()) == [FIRST, SECOND]
    journal.remove(FIRST.id)
    journal.remove(FIRST.id)
    assert list(journal.list()) == [SECOND]


def test_files_are_those_of_all_clients(tmp_path: Path) -> None:
    FileJournal(tmp_path).put([FIRST, SECOND])
    stored = json.loads((tmp_path / f"{FIRST.id}.operation").read_text())
    assert stored == {"id": FIRST.id, "order": "b3JkZXI", "keyId": "key", "signature": "c2lnbmF0dXJl"}
    assert json.loads((tmp_path / f"{SECOND.id}.operation").read_text())["kind"] == "exchange"
    assert list(FileJournal(tmp_path).list()) == [FIRST, SECOND]


def test_a_file_that_was_not_written_whole_is_none(tmp_path: Path) -> None:
    (tmp_path / f"{FIRST.id}.operation.new").write_text("{")
    journal = FileJournal(tmp_path)
    assert journal.list() == []
    journal.put([FIRST])
    assert journal.list() == [FIRST]


def test_an_operation_that_another_process_stores_meanwhile_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, other = FileJournal(tmp_path), FileJournal(tmp_path)
    write, theirs = module._write, Operation(SECOND.id, b"theirs", "key", b"")

    def be_second(path: Path, text: str) -> None:
        monkeypatch.setattr(module, "_write", write)
        other.put([theirs])
        write(path, text)

    monkeypatch.setattr(module, "_write", be_second)
    with pytest.raises(JournaledError, match="reconcile"):
        journal.put([FIRST, SECOND])
    assert journal.list() == [theirs]
    assert [path.name for path in tmp_path.iterdir()] == [f"{SECOND.id}.operation"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": "b"}', "null"])
def test_a_file_that_is_no_operation_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.operation").write_text(text)
    with pytest.raises(ValueError, match=r"a\.operation is no operation"):
        FileJournal(tmp_path).list()


def test_a_file_with_the_id_of_another_is_an_error(tmp_path: Path) -> None:
    FileJournal(tmp_path).put([FIRST])
    (tmp_path / f"{FIRST.id}.operation").rename(tmp_path / "a.operation")
    with pytest.raises(ValueError, match="another one"):
        FileJournal(tmp_path).list()


def test_ids_do_not_leave_the_folder(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "journal")
    for bad in ("../a", "", "a.b", "a/b"):
        with pytest.raises(ValueError, match="letters"):
            journal.put([Operation(bad, b"", "", b"")])
        with pytest.raises(ValueError, match="letters"):
            journal.remove(bad)


def test_a_file_system_needs_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "there are no links here")

    monkeypatch.setattr(os, "link", refuse)
    journal = FileJournal(tmp_path)
    journal.put([FIRST, SECOND])
    assert journal.list() == [FIRST, SECOND]
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(JournaledError):
        journal.put([Operation("new", b"", "", b""), Operation(SECOND.id, b"theirs", "", b"")])
    assert FileJournal(tmp_path).list() == [FIRST, SECOND]


def test_operations_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_the_second(path: Path, text: str) -> None:
        if SECOND.id in path.name:
            raise OSError("the disk is full")
        write(path, text)

    write = module._write
    monkeypatch.setattr(module, "_write", fail_the_second)
    with pytest.raises(OSError, match="full"):
        FileJournal(tmp_path).put([FIRST, SECOND])
    assert list(tmp_path.iterdir()) == []


def test_operations_get_their_names_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = module._name

    def fail_the_second(partial: Path, path: Path) -> None:
        if SECOND.id in path.name:
            raise OSError("the disk is full")
        name(partial, path)

    monkeypatch.setattr(module, "_name", fail_the_second)
    with pytest.raises(OSError, match="full"):
        FileJournal(tmp_path).put([FIRST, SECOND])
    assert list(tmp_path.iterdir()) == []
