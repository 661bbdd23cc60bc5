import type { Line } from "../ledger/worker-process.ts";

/** What a checker holds against a ledger. */
export interface Verdict {
  /** Ids that were acknowledged and that some node lacks. */
  readonly lost: readonly string[];
  /** Ids that were told with different places or contents, by acknowledgements or by nodes. */
  readonly toldDifferently: readonly string[];
  /** Ids that a node has more than once. */
  readonly doubled: readonly string[];
}

/** Holds every acknowledgement against the entries of every node. A line stands for an entry. */
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
  for (const entries of nodes) {
    const held = new Map<string, string>();
    for (const line of entries) {
      if (held.has(line[1])) doubled.add(line[1]);
      held.set(line[1], JSON.stringify(line));
    }
    for (const [id, text] of first) {
      const entry = held.get(id);
      if (entry === undefined) lost.add(id);
      else if (entry !== text) toldDifferently.add(id);
    }
  }
  return { lost: [...lost], toldDifferently: [...toldDifferently], doubled: [...doubled] };
}
