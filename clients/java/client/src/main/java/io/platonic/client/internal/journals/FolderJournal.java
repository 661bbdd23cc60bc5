package io.platonic.client.internal.journals;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import io.platonic.client.internal.encoding.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Journal in a folder, a file for each operation. */
public final class FolderJournal implements Journal {
  private static final String ENDING = ".operation";
  private static final boolean IS_POSIX = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path folder;

  public FolderJournal(Path folder) {
    this.folder = folder;
  }

  @Override
  public void put(Operation operation) {
    Path path = pathOf(operation.id());
    // Under another name at first, so that no part of a file counts as an operation.
    Path unfinished = folder.resolve(path.getFileName() + "." + UUID.randomUUID() + ".new");
    try {
      Files.createDirectories(folder, permissions("rwx------"));
      try {
        writeSynced(unfinished, Bytes.utf8(operation.toJson()));
        if (!publish(unfinished, path)) throw Journaled.conflict(operation.id());
      } finally {
        Files.deleteIfExists(unfinished);
      }
      syncFolderOf(path);
    } catch (IOException failure) {
      throw new UncheckedIOException("the journal cannot store " + path, failure);
    }
  }

  /** Gives a file its name. Returns false if there is one with this name, which stays. */
  private boolean publish(Path unfinished, Path path) throws IOException {
    try {
      Files.createLink(path, unfinished);
      return true;
    } catch (FileAlreadyExistsException there) {
      return false;
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      // Such as FAT. There a folder is safe from this process alone.
      synchronized (this) {
        if (Files.exists(path)) return false;
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        return true;
      }
    }
  }

  @Override
  public void delete(String id) {
    try {
      Files.deleteIfExists(pathOf(id));
    } catch (IOException failure) {
      throw new UncheckedIOException("the journal cannot delete " + pathOf(id), failure);
    }
  }

  @Override
  public List<Operation> list() {
    if (!Files.exists(folder)) return List.of();
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(FolderJournal::read)
          .filter(Objects::nonNull)
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException("the journal cannot read " + folder, failure);
    }
  }

  /** Reads an operation; null if it was settled meanwhile. */
  private static Operation read(Path file) {
    try {
      return Operation.fromJson(Files.readString(file));
    } catch (NoSuchFileException settled) {
      return null;
    } catch (IOException failure) {
      throw new UncheckedIOException("the journal cannot read " + file, failure);
    } catch (IllegalArgumentException damaged) {
      throw new IllegalStateException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private Path pathOf(String id) {
    if (!id.matches("[\\w-]+")) throw new IllegalArgumentException("an operation's id is letters, digits and hyphens");
    return folder.resolve(id + ENDING);
  }

  private static void writeSynced(Path path, byte[] content) throws IOException {
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel file = FileChannel.open(path, options, permissions("rw-------"))) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) file.write(left);
      file.force(true);
    }
  }

  /** Makes the name of a new file durable, or removes it. Windows has no such thing for folders. */
  private void syncFolderOf(Path path) throws IOException {
    if (!IS_POSIX) return;
    try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
      opened.force(true);
    } catch (IOException failure) {
      Files.deleteIfExists(path);
      throw failure;
    }
  }

  private static FileAttribute<?>[] permissions(String text) {
    if (!IS_POSIX) return new FileAttribute<?>[0];
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))};
  }
}
