"""One process at a time has the folder of a journal."""

from __future__ import annotations

import gc
import json
import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from platonic_client import FileJournal, Operation, PlatonicError, Reason
from platonic_client._journal import folder_lock, lock_file
from platonic_client._journal.lock_file import Holder, LockFile

FIRST = Operation("0197a0c2-0000-7000-8000-000000000001", b"order", "key", b"signature")
HERE = socket.gethostname()
SYSTEM = f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
"""Text of a lock for this system, as it is documented."""
ELSEWHERE = Holder("elsewhere", None, 7, "theirs")


class Looks:
    """Stands in for the closing of a journal: time passes between looks, in which something may happen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], object]) -> None:
        self.now, self.count, self._acts = 0.0, 0, list(acts)
        monkeypatch.setattr(lock_file, "_now", lambda: self.now)

    def wait(self, seconds: float) -> bool:
        self.now = round(self.now + seconds, 3)
        self.count += 1
        if self._acts:
            self._acts.pop(0)()
        return False


def put_lock(folder: Path, holder: Holder | str = ELSEWHERE) -> Path:
    path = folder / "lock"
    path.write_bytes(holder.encode() if isinstance(holder, str) else holder.text())
    return path


def take(folder: Path, looks: Any) -> LockFile:
    lock = LockFile(folder)
    lock.take(looks)
    return lock


def holder_in(folder: Path) -> Holder:
    holder = Holder.read((folder / "lock").read_bytes())
    assert holder is not None
    return holder


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refusal(act: Callable[[], Any]) -> str:
    with pytest.raises(PlatonicError) as caught:
        act()
    assert caught.value.reason is Reason.STATE_INVALID
    return caught.value.message


def nothing() -> None:
    """Nothing happens."""


def test_a_folder_is_locked_from_its_first_use_until_its_journal_is_closed(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "journal")
    assert names_in(tmp_path) == []
    journal.put([FIRST])
    path = tmp_path / "journal" / "lock"
    text = path.read_text()
    stored = json.loads(text)
    assert text == json.dumps(stored) + "\n"
    assert list(stored.items())[:3] == [("host", HERE), ("system", SYSTEM), ("process", os.getpid())]
    assert list(stored) == ["host", "system", "process", "token"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    journal.close()
    journal.close()
    assert not path.exists()
    assert journal.list() == [FIRST]
    assert json.loads(path.read_text())["token"] != stored["token"]


def test_journals_of_a_process_share_the_lock_of_their_folder(tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(tmp_path / "journal")
    one, other = FileJournal(tmp_path / "journal"), FileJournal(tmp_path / "journal" / ".." / "journal")
    one.list()
    linked = FileJournal(tmp_path / "alias")
    token = holder_in(tmp_path / "journal").token
    for journal in (other, linked):
        journal.list()
        journal.list()
    one.close()
    one.close()
    linked.close()
    assert holder_in(tmp_path / "journal").token == token
    other.close()
    assert names_in(tmp_path / "journal") == []


def test_a_journal_that_is_forgotten_releases_its_folder(tmp_path: Path) -> None:
    FileJournal(tmp_path).list()
    assert names_in(tmp_path) == []


def ended_process() -> int:
    """Returns the number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_the_lock_of_a_process_that_has_ended_is_taken_over_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lock(tmp_path, Holder(HERE, SYSTEM, ended_process(), "theirs"))
    looks = Looks(monkeypatch)
    lock = take(tmp_path, looks)
    assert (holder_in(tmp_path).process, looks.count) == (os.getpid(), 0)
    assert names_in(tmp_path) == ["lock"]
    lock.require()


def test_a_holder_that_lives_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put_lock(tmp_path)
    looks = Looks(monkeypatch, nothing, lambda: os.utime(path))
    advice = "give each process a folder of its own, or end that one"
    named = f"the journal's folder {tmp_path} is used by process 7 on host elsewhere: {advice}"
    assert refusal(lambda: take(tmp_path, looks)) == named
    assert (looks.count, holder_in(tmp_path)) == (2, ELSEWHERE)


def test_a_process_of_this_machine_that_runs_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put_lock(tmp_path, Holder(HERE, SYSTEM, os.getppid(), "theirs"))
    looks = Looks(monkeypatch, lambda: os.utime(path))
    assert f"process {os.getppid()} on host {HERE}" in refusal(lambda: take(tmp_path, looks))
    assert looks.count == 1


def test_another_process_that_is_faster_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_lock(tmp_path)
    looks = Looks(monkeypatch, lambda: put_lock(tmp_path, Holder("faster", None, 8, "token")))
    assert "process 8 on host faster" in refusal(lambda: take(tmp_path, looks))


@pytest.mark.parametrize("text", [ELSEWHERE.text().decode(), "", "{", "[]", '"lock"', '{"host": 1}'])
def test_a_lock_without_a_sign_of_life_is_taken_over_after_10_s(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lock(tmp_path, text)
    looks = Looks(monkeypatch)
    take(tmp_path, looks)
    assert looks.now == 10
    assert (holder_in(tmp_path).host, names_in(tmp_path)) == (HERE, ["lock"])


@pytest.mark.parametrize(
    ("system", "is_ours"),
    [
        ("1 pid:[1]", False),
        (f"1 {SYSTEM.split()[1]}", False),
        (None, False),
        # It may be another copy of this package.
        (SYSTEM, True),
    ],
)
def test_a_process_that_may_run_is_watched_for_10_s(
    system: str | None, is_ours: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lock(tmp_path, Holder(HERE, system, os.getpid() if is_ours else ended_process(), "theirs"))
    looks = Looks(monkeypatch)
    take(tmp_path, looks)
    assert looks.now == 10
    assert (holder_in(tmp_path).system, names_in(tmp_path)) == (SYSTEM, ["lock"])


@pytest.mark.parametrize("system", ["null", '""', "5", '{"pid": 1}'])
def test_a_system_that_is_empty_or_no_string_is_ignored(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'{{"host": "{HERE}", "system": {system}, "process": {ended_process()}, "token": "theirs"}}'
    holder = Holder.read(text.encode())
    assert holder is not None
    assert (holder.system, holder.has_gone) == (None, False)
    # Systems that do not tell are taken for one, and write nothing of it.
    monkeypatch.setattr(lock_file, "this_system", lambda: None)
    assert holder.has_gone
    assert list(json.loads(holder.text())) == ["host", "process", "token"]


def test_a_lock_that_cannot_be_read_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put_lock(tmp_path, "")
    looks = Looks(monkeypatch, lambda: os.utime(path, (1, 1)))
    assert "another process, whose lock cannot be read" in refusal(lambda: take(tmp_path, looks))


def test_a_lock_that_goes_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put_lock(tmp_path)
    looks = Looks(monkeypatch, nothing, path.unlink)
    take(tmp_path, looks)
    assert looks.count == 2
    assert holder_in(tmp_path).host == HERE


@pytest.mark.parametrize("has_links", [True, False])
def test_a_lock_whose_holder_shows_life_while_it_is_taken_over_is_put_back(
    has_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put_lock(tmp_path)
    if not has_links:
        monkeypatch.delattr(os, "link")
    judged = lock_file._seen(path)
    assert judged is not None
    os.utime(path, (1, 1))
    lock = LockFile(tmp_path)
    assert not lock._take_over(judged)
    assert (holder_in(tmp_path), names_in(tmp_path)) == (ELSEWHERE, ["lock"])
    # Another process was first, and the one that is put back sees that it has lost.
    rename = Path.rename

    def be_third(self: Path, target: Path) -> None:
        rename(self, target)
        put_lock(tmp_path, Holder("third", None, 8, "token"))

    monkeypatch.setattr(Path, "rename", be_third)
    assert not lock._take_over(judged)
    assert (holder_in(tmp_path).host, names_in(tmp_path)) == ("third", ["lock"])
    monkeypatch.undo()
    path.unlink()
    assert not lock._take_over(judged)


def test_a_lock_that_was_taken_over_ends_the_use_of_the_journal(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.put([FIRST])
    put_lock(tmp_path)
    taken = f"the journal's folder {tmp_path} was taken over by process 7 on host elsewhere: "
    other = FileJournal(tmp_path)
    for act in (journal.list, lambda: journal.put([FIRST]), journal.list, other.list):
        assert refusal(act).startswith(taken)
    other.close()
    # What is settled is removed all the same.
    journal.remove(FIRST.id)
    journal.close()
    assert (holder_in(tmp_path), names_in(tmp_path)) == (ELSEWHERE, ["lock"])
    (tmp_path / "lock").unlink()
    assert journal.list() == []


def test_a_lock_that_was_removed_ends_the_use_of_the_journal(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.list()
    (tmp_path / "lock").unlink()
    assert "was removed" in refusal(journal.list)
    put_lock(tmp_path)
    assert "was removed" in refusal(lambda: journal.put([FIRST]))


def test_a_beat_shows_that_the_holder_lives_and_finds_out_that_it_has_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = take(tmp_path, Looks(monkeypatch))
    path = tmp_path / "lock"
    os.utime(path, (1, 1))
    lock.beat()
    assert path.stat().st_mtime > 1
    put_lock(tmp_path)
    os.utime(path, (1, 1))
    lock.beat()
    assert path.stat().st_mtime == 1
    # Also if the other one has gone again.
    path.unlink()
    assert "taken over by process 7" in refusal(lock.require)
    lock.beat()
    lock.release()
    assert names_in(tmp_path) == []


def test_a_beat_that_cannot_be_written_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("read-only")

    lock = take(tmp_path, Looks(monkeypatch))
    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    lock.beat()
    monkeypatch.undo()
    lock.require()


def test_unfinished_files_are_removed_with_the_first_use(tmp_path: Path) -> None:
    (tmp_path / "a.operation.new").write_text("{")
    (tmp_path / "b.operation.0123.new").write_text("{")
    (tmp_path / "news").write_text("")
    FileJournal(tmp_path).list()
    assert names_in(tmp_path) == ["news"]


@pytest.mark.parametrize("at", ["open", "write"])
def test_a_lock_that_cannot_be_written_leaves_nothing(at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Any:
        raise OSError(28, "No space left on device")

    journal = FileJournal(tmp_path)
    monkeypatch.setattr(*((os, "open", refuse) if at == "open" else (Holder, "text", refuse)))
    for act in (journal.list, lambda: journal.put([FIRST])):
        assert f"{tmp_path / 'lock'} cannot be written: No space left on device" in refusal(act)
    assert names_in(tmp_path) == []
    monkeypatch.undo()
    journal.put([FIRST])


def test_a_journal_that_is_closed_does_not_wait_for_its_folder_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_lock(tmp_path)
    looked, told = threading.Event(), []
    seen = lock_file._seen

    def look(path: Path) -> Any:
        looked.set()
        return seen(path)

    monkeypatch.setattr(lock_file, "_seen", look)
    journals = [FileJournal(tmp_path), FileJournal(tmp_path)]
    waiting = [threading.Thread(target=lambda one=one: told.append(refusal(one.list))) for one in journals]
    for thread in waiting:
        thread.start()
    assert looked.wait(60)
    for journal in journals:
        journal.close()
    for thread in waiting:
        thread.join(60)
    assert [text.startswith("the journal was closed") for text in told] == [True, True]
    assert holder_in(tmp_path) == ELSEWHERE


def test_a_forked_process_holds_nothing(tmp_path: Path) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    program = f"""
import os, sys
sys.path[:] = {sys.path!r}
from platonic_client import FileJournal, PlatonicError
from platonic_client._journal import folder_lock, lock_file
folder_lock._beat_interval = lock_file._look_interval = 0.01
journal = FileJournal({str(tmp_path)!r})
journal.list()
parent = os.getpid()
child = os.fork()
if child == 0:
    for one in (journal, FileJournal({str(tmp_path)!r})):
        try:
            one.list()
        except PlatonicError as error:
            assert f"is used by process {{parent}} on" in error.message, error.message
        else:
            raise AssertionError("the child has it, too")
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
journal.list()
print(os.path.exists(os.path.join({str(tmp_path)!r}, "lock")))
"""
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("True\n", "")
    # The end of the program has released it.
    assert names_in(tmp_path) == []


def test_beats_end_with_the_last_journal(tmp_path: Path) -> None:
    gc.collect()
    journals = [FileJournal(tmp_path / name) for name in "ab"]
    for journal in journals:
        journal.list()
    [thread] = [one for one in threading.enumerate() if one.name == "platonic journal"]
    assert thread.daemon
    for journal in journals:
        journal.close()
    thread.join(60)
    assert not thread.is_alive()
    assert not folder_lock._beats._locks
