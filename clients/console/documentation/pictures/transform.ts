import { bars } from "./bars.ts";
import type { Example } from "./example.ts";
import { arrow, label, picture } from "./svg.ts";

/** The data and the result of a transform as paired bars, both on one scale. */
export function drawTransform({ request, result }: Example): string {
  const before = request["data"] as number[];
  const after = result["transformed_data"] as number[];
  const largest = Math.max(...before, ...after);
  const common = { height: 180, largest };
  return picture(720, 250, `Bars of ${before.length} numbers, and of the ${after.length} that they become`, [
    ...bars(before, { ...common, at: [10, 30], width: 430, kind: "first" }),
    ...bars(after, { ...common, at: [510, 30], width: 200, kind: "second" }),
    label([225, 238], `${before.length} dimensions`),
    arrow([475, 130]),
    label([610, 238], `${after.length} dimensions`),
  ]);
}
