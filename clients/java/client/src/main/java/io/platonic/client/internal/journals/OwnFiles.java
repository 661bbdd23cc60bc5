package io.platonic.client.internal.journals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Folders and files that nobody but the owner of the process reads. */
final class OwnFiles {
  private static final boolean IS_POSIX = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private OwnFiles() {}

  /** Makes a folder and those above it, if they are not there. */
  static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder, permissions("rwx------"));
  }

  /** Writes a new file to the disk. A file that cannot be written in whole is removed. */
  static void write(Path path, byte[] content) throws IOException {
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel file = FileChannel.open(path, options, permissions("rw-------"))) {
      try {
        ByteBuffer left = ByteBuffer.wrap(content);
        while (left.hasRemaining()) file.write(left);
        file.force(true);
      } catch (IOException failure) {
        remove(path, failure);
        throw failure;
      }
    }
  }

  /** Removes a file after a failure, which counts for more than that of the removal. */
  static void remove(Path path, IOException failure) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException kept) {
      failure.addSuppressed(kept);
    }
  }

  /** Makes the names of files in a folder durable. Windows has no such thing. */
  static void syncFolder(Path folder) throws IOException {
    if (!IS_POSIX) return;
    try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  /** Returns the words of the system for a failure, which Java leaves out of those that have a class of their own. */
  static String wordsOf(IOException failure) {
    if (failure.getMessage() == null) return failure.toString();
    if (!(failure instanceof FileSystemException known) || known.getReason() != null) return failure.getMessage();
    if (known instanceof AccessDeniedException) return known.getMessage() + ": permission denied";
    if (known instanceof FileAlreadyExistsException) return known.getMessage() + ": there is a file with this name";
    if (known instanceof NoSuchFileException) return known.getMessage() + ": no such file or folder";
    return known.getMessage() + ": " + known.getClass().getSimpleName();
  }

  private static FileAttribute<?>[] permissions(String text) {
    if (!IS_POSIX) return new FileAttribute<?>[0];
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))};
  }
}
