/** Holds every reading of the ledger's head against what this process was told or has read before. */
export interface HeadWatch {
  /** Notes an entry that was told, and reads the head unless it is being read. */
  told(sequence: number): void;
  /** Resolves when no reading is under way. */
  idle(): Promise<void>;
}

/** `onBackwards` gets what had been seen before a reading began and what the reading showed. */
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
