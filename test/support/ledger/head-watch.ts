/** Compares every reading of the ledger's head with the acknowledgements and earlier readings of this process. */
export interface HeadWatch {
  /** Records an acknowledged entry, and reads the head unless it is being read. */
  told(sequence: number): void;
  /** Resolves when no reading is in progress. */
  idle(): Promise<void>;
}

/** `onBackwards` receives the highest number known before a reading began, and the result of the reading. */
export function watchHead(
  read: () => Promise<number>,
  onBackwards: (seen: number, read: number) => void,
  onError: (error: unknown) => void,
): HeadWatch {
  let seen = 0;
  let reading: Promise<void> | undefined;

  async function look(): Promise<void> {
    const before = seen;
    try {
      const now = await read();
      if (now < before) onBackwards(before, now);
      seen = Math.max(seen, now);
    } catch (error) {
      onError(error);
    }
    reading = undefined;
  }

  return {
    told(sequence) {
      seen = Math.max(seen, sequence);
      reading ??= look();
    },
    idle: () => reading ?? Promise.resolve(),
  };
}
