/** Longest name for which a near one is searched: no known one is longer, and the time grows with the square. */
const charactersMax = 64;

/**
 * Returns the known name most likely meant by an unknown one; undefined if none is near. Ignores case, hyphens and
 * underscores; a third of the letters may be wrong.
 */
export function nearestName(unknown: string, known: Iterable<string>): string | undefined {
  if (unknown.length > charactersMax) return undefined;
  const letters = lettersOf(unknown);
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const other = lettersOf(name);
    const distance = distanceBetween(letters, other);
    if (distance < least && 3 * distance <= Math.max(letters.length, other.length)) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Returns the number of letters to insert, remove, replace or swap with their neighbour. */
function distanceBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) distance = Math.min(distance, (before[j - 2] ?? 0) + 1);
      row.push(distance);
    }
    before = last;
    last = row;
  }
  return last[other.length] as number;
}
