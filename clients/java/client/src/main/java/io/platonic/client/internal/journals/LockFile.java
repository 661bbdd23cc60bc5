package io.platonic.client.internal.journals;

import io.platonic.client.internal.encoding.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/** The file by which a process tells others that it uses a folder. */
final class LockFile {
  private final Path path;

  LockFile(Path folder) {
    this.path = folder.resolve("lock");
  }

  /** The file at a time: it changes while its holder lives. */
  record State(String text, FileTime modified) {
    LockHolder holder() {
      return LockHolder.of(text);
    }
  }

  /** Makes the file. Returns false if there is one. */
  boolean create(LockHolder holder) throws IOException {
    try {
      OwnFiles.write(path, Bytes.utf8(holder.line()));
      return true;
    } catch (FileAlreadyExistsException there) {
      return false;
    }
  }

  /** Reads the file; empty if there is none. */
  Optional<State> read() throws IOException {
    return read(path);
  }

  private static Optional<State> read(Path path) throws IOException {
    try {
      FileTime modified = Files.getLastModifiedTime(path);
      return Optional.of(new State(textOf(path), modified));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }

  /** Returns the text of a file; none if this process must not read it. */
  private static String textOf(Path path) throws IOException {
    try {
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** Shows others that the holder lives. */
  void touch() throws IOException {
    Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis()));
  }

  /** Removes the file if it is still as it was judged. Of several processes that try, one does. */
  void remove(State judged, LockHolder remover) throws IOException {
    Path aside = path.resolveSibling("lock." + remover.token());
    try {
      Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException gone) {
      return;
    }
    try {
      Optional<State> moved = read(aside);
      if (moved.isPresent() && !moved.get().equals(judged)) putBack(aside);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /** Gives the file of somebody else its name back, unless there is another one by now. */
  private void putBack(Path aside) throws IOException {
    try {
      Files.createLink(path, aside);
    } catch (FileAlreadyExistsException replaced) {
      // Its holder finds that out by itself.
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      try {
        Files.move(aside, path);
      } catch (FileAlreadyExistsException replaced) {
        // As above.
      }
    }
  }

  /** Removes the file if it is that of a holder. */
  void release(LockHolder holder) throws IOException {
    if (read().map(State::holder).filter(holder::equals).isPresent()) Files.deleteIfExists(path);
  }
}
