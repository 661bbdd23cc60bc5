import type { Example } from "./example.ts";
import { disc, label, type Point, picture, polyline } from "./svg.ts";

interface Pattern {
  readonly type: string;
  readonly locations?: readonly number[];
  readonly center?: number;
}

const golden = (1 + Math.sqrt(5)) / 2;
const goldenAngle = 2 * Math.PI * (1 - 1 / golden);

/** The example as a spiral: each number turns by the golden angle, at a radius that grows with its logarithm. */
export function drawSpiral({ request, result }: Example): string {
  const numbers = request["data"] as number[];
  const patterns = result["phi_patterns"] as Pattern[];
  const steps = new Set(patterns.find(({ type }) => type === "ratio")?.locations);
  const centre = patterns.find(({ type }) => type === "spiral")?.center;
  const radii = numbers.map((number) => 40 + (22 * Math.log(number)) / Math.log(golden));
  const points = radii.map((radius, index) => around(radius, index * goldenAngle));
  const way = Array.from({ length: (numbers.length - 1) * 24 + 1 }, (_, step) => {
    const [from, share] = [Math.floor(step / 24), (step % 24) / 24];
    const radius = (radii[from] as number) * (1 - share) + (radii[from + 1] ?? 0) * share;
    return around(radius, (step / 24) * goldenAngle);
  });
  return picture(720, 345, `Spiral of ${numbers.length} numbers, with the golden steps and the centre marked`, [
    ...[1, 2, 3, 5, 8, 13].map((value) => disc([360, 175], 40 + (22 * Math.log(value)) / Math.log(golden), "axis")),
    polyline(way, "path faint"),
    ...points.map((point, index) => disc(point, 7, steps.has(index) ? "first" : "first faint")),
    ...(centre === undefined ? [] : [disc(points[centre] as Point, 12, "second-path")]),
    ...points.map(([x, y], index) => {
      const [dx, dy] = [x - 360, y - 175];
      const away = 20 / Math.hypot(dx, dy);
      return label([x + dx * away, y + dy * away + 4], String(numbers[index]));
    }),
  ]);
}

function around(radius: number, angle: number): Point {
  return [360 + radius * Math.cos(angle), 175 + radius * Math.sin(angle)];
}
