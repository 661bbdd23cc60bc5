import type { Line } from "../ledger/worker-process.ts";

/** Findings of a checker in a ledger. */
export interface Verdict {
  /** Acknowledged ids that some node lacks. */
  readonly lost: readonly string[];
  /** Ids with differing positions or contents, in acknowledgements or in nodes. */
  readonly toldDifferently: readonly string[];
  /** Ids that a node has more than once. */
  readonly doubled: readonly string[];
  /** Ids, acknowledged or not, that differ between nodes. */
  readonly forked: readonly string[];
}

/**
 * Compares every acknowledgement with the entries of every node, and the nodes with each other. A line represents an
 * entry.
 */
export function judge(told: readonly Line[], nodes: readonly (readonly Line[])[]): Verdict {
  const lost = new Set<string>();
  const toldDifferently = new Set<string>();
  const doubled = new Set<string>();
  const first = new Map<string, string>();
  for (const line of told) {
    const text = JSON.stringify(line);
    if ((first.get(line[1]) ?? text) !== text) toldDifferently.add(line[1]);
    first.set(line[1], text);
  }
  const ledgers = nodes.map((entries) => {
    const held = new Map<string, string>();
    for (const line of entries) {
      if (held.has(line[1])) doubled.add(line[1]);
      held.set(line[1], JSON.stringify(line));
    }
    return held;
  });
  for (const held of ledgers) {
    for (const [id, text] of first) {
      const entry = held.get(id);
      if (entry === undefined) lost.add(id);
      else if (entry !== text) toldDifferently.add(id);
    }
  }
  return {
    lost: [...lost],
    toldDifferently: [...toldDifferently],
    doubled: [...doubled],
    forked: forkedIn(ledgers),
  };
}

function forkedIn([one, ...others]: readonly ReadonlyMap<string, string>[]): string[] {
  const ids = new Set([...(one?.keys() ?? []), ...others.flatMap((held) => [...held.keys()])]);
  return [...ids].filter((id) => others.some((held) => held.get(id) !== one?.get(id)));
}
