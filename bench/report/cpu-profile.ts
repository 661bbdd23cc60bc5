/** V8's profile format: a tree of calls, and the node that was running at each sample. */
export interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

export interface Share {
  readonly what: string;
  /** Share of the time in which the thread was not idle. */
  readonly share: number;
}

/** Shares of groups of functions, excluding the functions that they call. */
export function selfShares(profile: CpuProfile, groupOf: (frame: Frame) => string): Share[] {
  const times = selfTimes(profile);
  const sums = new Map<string, number>();
  for (const { id, callFrame } of profile.nodes) add(sums, groupOf(callFrame), times.get(id) ?? 0);
  return sharesOf(sums, total(times));
}

/**
 * Shares of groups of functions, including the functions that they call. A function without a group counts for its
 * caller.
 */
export function inclusiveShares(profile: CpuProfile, groupOf: (frame: Frame) => string | undefined): Share[] {
  const times = selfTimes(profile);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, number>();
  /** `above` holds the groups on the path from the root, so that recursion counts once. */
  const walk = (id: number, above: ReadonlySet<string>): number => {
    const { callFrame, children = [] } = nodes.get(id) as CpuProfile["nodes"][number];
    const group = groupOf(callFrame);
    const isNew = group !== undefined && !above.has(group);
    const within = isNew ? new Set([...above, group]) : above;
    const time = children.reduce((sum, child) => sum + walk(child, within), times.get(id) ?? 0);
    if (isNew) add(sums, group, time);
    return time;
  };
  const [root] = profile.nodes;
  if (root !== undefined) walk(root.id, new Set());
  return sharesOf(sums, total(times));
}

/** Self time of each node. */
function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<number, number> {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
  const times = new Map<number, number>();
  samples.forEach((id, i) => {
    if (!idle.has(id)) add(times, id, timeDeltas[i] as number);
  });
  return times;
}

function add<Key>(sums: Map<Key, number>, key: Key, time: number): void {
  sums.set(key, (sums.get(key) ?? 0) + time);
}

function total(times: ReadonlyMap<unknown, number>): number {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}

function sharesOf(sums: ReadonlyMap<string, number>, whole: number): Share[] {
  return [...sums]
    .map(([what, time]) => ({ what, share: time / whole }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
}
