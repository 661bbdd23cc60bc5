import { Drawing } from "./drawing.tsx";
import { ValueTable } from "./value-table.tsx";

const phi = (1 + Math.sqrt(5)) / 2;
const radius = 190;

/** A golden pattern found by the service. */
export interface Pattern {
  readonly type: "ratio" | "spiral";
  readonly strength: number;
  readonly locations?: readonly number[];
  readonly center?: number;
}

interface SpiralProps {
  readonly values: readonly number[];
  readonly patterns: readonly Pattern[];
}

/** Most entries that are drawn. Later ones would be larger than all of these together. */
const drawnMax = 60;

/**
 * Shows a sequence on a spiral: each entry a quarter turn further, its distance from the centre the logarithm of its
 * magnitude. A sequence that grows by the golden ratio lies on the golden spiral, which is drawn behind it.
 */
export function Spiral({ values, patterns }: SpiralProps) {
  const shown = values.slice(0, drawnMax);
  const golden = new Set(patterns.flatMap(({ locations = [] }) => locations));
  const centres = new Set(patterns.flatMap(({ center }) => (center === undefined ? [] : [center])));
  const points = pointsOf(shown);
  return (
    <Drawing
      label="The sequence on a golden spiral"
      name="spiral"
      viewBox="-220 -220 440 440"
      caption="Each entry is a quarter turn further. Golden steps are thick, centres of spirals are ringed."
      table={<ValueTable label="The sequence" columns={["value"]} rows={values.map((value) => [value])} />}
    >
      <path class="guide" d={pathOf(guide(shown.length))} />
      {points.slice(1).map((point, index) => {
        const from = points[index] as readonly [number, number];
        return (
          <line
            key={index}
            class={golden.has(index) ? "step golden" : "step"}
            x1={from[0]}
            y1={from[1]}
            x2={point[0]}
            y2={point[1]}
          />
        );
      })}
      {points.map(([x, y], index) => (
        <g key={index}>
          {centres.has(index) && <circle class="ring" cx={x} cy={y} r={10} />}
          <circle class={(shown[index] as number) < 0 ? "entry negative" : "entry"} cx={x} cy={y} r={5} />
        </g>
      ))}
    </Drawing>
  );
}

/** Returns the positions of entries. Magnitudes below a thousandth of the largest are drawn in the middle. */
function pointsOf(values: readonly number[]): readonly (readonly [number, number])[] {
  const most = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
  const least = Math.log(1e-3);
  return values.map((value, index) => {
    const share = value === 0 ? least : Math.max(least, Math.log(Math.abs(value) / most));
    return polar((index * Math.PI) / 2, radius * (1 - share / least) + 6);
  });
}

function guide(count: number): readonly (readonly [number, number])[] {
  const steps = Math.max(1, count - 1) * 12;
  const perStep = Math.log(phi) / Math.log(1e3);
  return Array.from({ length: steps + 1 }, (_, index) => {
    const turn = index / 12;
    const share = Math.max(0, 1 - (Math.max(1, count - 1) - turn) * perStep);
    return polar((turn * Math.PI) / 2, radius * share + 6);
  });
}

function polar(angle: number, distance: number): readonly [number, number] {
  return [distance * Math.cos(angle), -distance * Math.sin(angle)];
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
