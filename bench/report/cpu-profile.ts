/** What V8 writes: a tree of calls, and which of its nodes was running at each sample. */
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
  /** Of the time in which the thread was not idle. */
  readonly share: number;
}

/** Groups of functions by the time that they take without what they call. */
export function selfShares(profile: CpuProfile, groupOf: (frame: Frame) => string): Share[] {
  const times = selfTimes(profile);
  const sums = new Map<string, number>();
  for (const { id, callFrame } of profile.nodes) add(sums, groupOf(callFrame), times.get(id) ?? 0);
  return sharesOf(sums, total(times));
}

/** The same with what they call. Functions without a group count for those that call them. */
export function inclusiveShares(profile: CpuProfile, groupOf: (frame: Frame) => string | undefined): Share[] {
  const times = selfTimes(profile);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, number>();
  /** Groups on the way down, so that a function that calls itself counts once. */
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

/** By nodes. */
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
