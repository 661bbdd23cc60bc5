/** A level that an identity falls to at a time, in ms since 1970, because evidence for the one before expires then. */
export type LevelFall<Level extends number = number> = readonly [atMs: number, level: Level];

/** Level at a time, of one that falls at the given times, the earliest first. */
export function levelAt<Level extends number>(level: Level, falls: readonly LevelFall<Level>[], nowMs: number): Level {
  const fallen = falls.findLast(([atMs]) => atMs <= nowMs)?.[1];
  return fallen === undefined || fallen > level ? level : fallen;
}

/** Time from which a level is no longer held, in ms since 1970; infinite if none of the falls is below it. */
export function levelEndsMs(level: number, falls: readonly LevelFall[]): number {
  return falls.find(([, lower]) => lower < level)?.[0] ?? Number.POSITIVE_INFINITY;
}
