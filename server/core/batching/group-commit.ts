/**
 * Creates a group commit: concurrent items are written in one transaction, because a durable commit costs about the
 * same for one item as for hundreds. While one transaction runs, the next group collects. When a group fails, each of
 * its items is written separately, so that one bad item does not fail the others.
 *
 * @param writeTogether writes several items in one transaction; returns a result for each, in their order
 */
export function createGroupCommit<Item, Result>(
  writeTogether: (items: readonly Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, groupMax);
      waiting = waiting.slice(groupMax);
      await write(group);
    }
    isWriting = false;
  }

  async function write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await writeTogether(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1) (group[0] as Waiting<Item, Result>).reject(error);
      else for (const one of group) await write([one]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(writeAll);
    });
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps statements within the number of parameters that databases accept. */
const groupMax = 256;
