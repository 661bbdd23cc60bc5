from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fake import CREDENTIALS

import platonic_client.journal as module
from platonic_client import (
    AsyncClient,
    AsyncWallet,
    Client,
    FileJournal,
    Journal,
    JournaledError,
    MemoryJournal,
    Operation,
    PlatonicError,
    Reason,
    Wallet,
)
from platonic_client._journal import files

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
    journal, write = FileJournal(tmp_path), files.write
    theirs = Operation(SECOND.id, b"theirs", "key", b"")

    def be_second(path: Path, text: str) -> None:
        (tmp_path / f"{SECOND.id}.operation").write_text(module._text_of(theirs))
        write(path, text)

    monkeypatch.setattr(module, "write", be_second)
    with pytest.raises(JournaledError, match="reconcile"):
        journal.put([FIRST, SECOND])
    assert journal.list() == [theirs]
    assert names_in(tmp_path) == [f"{SECOND.id}.operation", "lock"]


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"id": "b"}', b"null", b"\xff"])
def test_a_file_that_is_no_operation_is_an_error(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.operation").write_bytes(text)
    with pytest.raises(PlatonicError, match=r"a\.operation is no operation") as caught:
        FileJournal(tmp_path).list()
    assert caught.value.reason is Reason.STATE_INVALID


def test_a_file_with_the_id_of_another_is_an_error(tmp_path: Path) -> None:
    FileJournal(tmp_path).put([FIRST])
    (tmp_path / f"{FIRST.id}.operation").rename(tmp_path / "a.operation")
    with pytest.raises(PlatonicError, match="another one"):
        FileJournal(tmp_path).list()


def test_ids_do_not_leave_the_folder(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "journal")
    for bad in ("../a", "", "a.b", "a/b"):
        with pytest.raises(ValueError, match="letters"):
            journal.put([Operation(bad, b"", "", b"")])
        with pytest.raises(ValueError, match="letters"):
            journal.remove(bad)


@pytest.mark.parametrize("links", ["refused", "absent"])
def test_a_file_system_needs_no_links(links: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "there are no links here")

    monkeypatch.setattr(os, "link", refuse)
    if links == "absent":
        monkeypatch.delattr(os, "link")
    journal, write = FileJournal(tmp_path), files.write
    journal.put([FIRST])
    assert journal.list() == [FIRST]

    def be_second(path: Path, text: str) -> None:
        (tmp_path / f"{SECOND.id}.operation").write_text(module._text_of(SECOND))
        write(path, text)

    monkeypatch.setattr(module, "write", be_second)
    with pytest.raises(JournaledError):
        journal.put([Operation("new", b"", "", b""), Operation(SECOND.id, b"theirs", "", b"")])
    assert journal.list() == [FIRST, SECOND]
    assert names_in(tmp_path) == [f"{FIRST.id}.operation", f"{SECOND.id}.operation", "lock"]


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


STEPS = ["write", "give_name", "sync_folder"]


@pytest.mark.parametrize("step", STEPS)
def test_operations_are_stored_all_or_none(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act = getattr(module, step)

    def fail_the_second(*parameters: Any) -> None:
        if step == "sync_folder" or SECOND.id in parameters[0].name:
            full()
        act(*parameters)

    monkeypatch.setattr(module, step, fail_the_second)
    journal = FileJournal(tmp_path)
    with pytest.raises(PlatonicError, match=r"cannot be written: No space left on device") as caught:
        journal.put([FIRST, SECOND])
    assert caught.value.reason is Reason.STATE_INVALID
    assert str(tmp_path) in caught.value.message
    assert names_in(tmp_path) == ["lock"]
    monkeypatch.undo()
    journal.put([FIRST, SECOND])
    assert journal.list() == [FIRST, SECOND]


def test_a_folder_that_cannot_be_made_is_an_error_until_it_can(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    journal = FileJournal(tmp_path / "file" / "journal")
    for act in (journal.list, lambda: journal.put([FIRST])):
        with pytest.raises(PlatonicError, match=r"journal cannot be made: Not a directory") as caught:
            act()
        assert caught.value.reason is Reason.STATE_INVALID
    (tmp_path / "file").unlink()
    journal.put([FIRST])
    assert FileJournal(tmp_path / "file" / "journal").list() == [FIRST]


def test_a_file_that_cannot_be_removed_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    journal = FileJournal(tmp_path)
    journal.put([FIRST])
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(PlatonicError, match="cannot be removed: Read-only file system"):
        journal.remove(FIRST.id)
    assert journal.list() == [FIRST]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Counted(MemoryJournal):
    """Has a length, by which it counts as false while it is empty."""

    def __init__(self) -> None:
        super().__init__()
        self.listings = 0

    def __len__(self) -> int:
        return 0

    def list(self) -> Sequence[Operation]:
        self.listings += 1
        return super().list()


def test_a_wallet_uses_a_journal_of_ones_own_that_is_empty() -> None:
    journal = Counted()
    with Client("http://localhost:1", credentials=CREDENTIALS) as client, Wallet(client, journal=journal) as wallet:
        assert wallet.reconcile() == []
    assert journal.listings == 1


def test_a_wallet_on_asyncio_uses_a_journal_of_ones_own_that_is_empty() -> None:
    journal = Counted()

    async def reconcile() -> None:
        client = AsyncClient("http://localhost:1", credentials=CREDENTIALS)
        async with client, AsyncWallet(client, journal=journal) as wallet:
            assert await wallet.reconcile() == []

    asyncio.run(reconcile())
    assert journal.listings == 1
