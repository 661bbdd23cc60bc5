/** A time in ms since 1970 and the lower level that an identity has from then on, because evidence expires. */
export type LevelFall<Level extends number = number> = readonly [atMs: number, level: Level];

/** Returns the level at a time, given its falls, earliest first. */
export function levelAt<Level extends number>(level: Level, falls: readonly LevelFall<Level>[], nowMs: number): Level {
  if (falls.length === 0) return level;
  const fallen = falls.findLast(([atMs]) => atMs <= nowMs)?.[1];
  return fallen === undefined || fallen > level ? level : fallen;
}

/** Returns the time from which a level is no longer held, in ms since 1970; infinite if no fall is below it. */
export function levelEndsMs(level: number, falls: readonly LevelFall[]): number {
  return falls.find(([, lower]) => lower < level)?.[0] ?? Number.POSITIVE_INFINITY;
}
