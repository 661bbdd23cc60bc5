/** Stops of a scale from blue over grey to yellow, which people with any colour vision see alike. */
const stops = [
  [0, 52, 110],
  [87, 93, 109],
  [124, 123, 120],
  [188, 175, 111],
  [255, 234, 70],
] as const;

/** Returns the colour of a value between 0 and 1 as `#rrggbb`. */
export function colourOf(share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const below = Math.min(Math.floor(place), stops.length - 2);
  const [from, to] = [stops[below], stops[below + 1]] as [readonly number[], readonly number[]];
  const channels = from.map((channel, index) =>
    Math.round(channel + ((to[index] as number) - channel) * (place - below)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Returns the positions of values between the smallest and the largest of them, from 0 to 1; one half if all are equal.
 */
export function sharesOf(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (most === least ? 0.5 : (value - least) / (most - least)));
}
