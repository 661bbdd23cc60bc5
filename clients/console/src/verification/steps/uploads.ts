/** Most bytes of a request with documents, less some room for its other fields. */
const bytesMax = 4 * 1024 * 1024 - 16 * 1024;
/** Most documents of a case. */
const documentsMax = 10;

/** A file to upload, with the facts that are checked before it is read. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/**
 * Returns why files cannot be sent together, and what to do; undefined if they can. The service checks their content.
 */
export function uploadDefect(files: readonly ChosenFile[], documentsBefore: number): string | undefined {
  if (files.length === 0) return "Choose a file.";
  const empty = files.find(({ size }) => size === 0);
  if (empty !== undefined) return `${empty.name} is empty. Choose another file.`;
  const left = documentsMax - documentsBefore;
  if (files.length > left) return `A case has at most ${documentsMax} documents: choose ${left} or fewer.`;
  const large = files.find(({ size }) => size > bytesMax);
  if (large !== undefined) return `${large.name} is larger than 4 MB. Scan it at a lower resolution.`;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > bytesMax
    ? "Together they are larger than 4 MB. Send some first, and the others after them."
    : undefined;
}
