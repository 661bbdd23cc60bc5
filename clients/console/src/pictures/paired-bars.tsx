import { Drawing } from "./drawing.tsx";
import { ValueTable } from "./value-table.tsx";

interface PairedBarsProps {
  readonly label: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const width = 600;
const half = 120;
const gap = 40;

/** Shows a vector before and after, as bars one above the other on one scale. */
export function PairedBars({ label, before, after }: PairedBarsProps) {
  const most = Math.max(...[...before, ...after].map(Math.abs), Number.MIN_VALUE);
  const count = Math.max(before.length, after.length);
  return (
    <Drawing
      label={label}
      name="bars"
      viewBox={`0 0 ${width} ${4 * half + gap}`}
      caption="Above the data, below the result, to one scale. Bars below a line are negative."
      table={
        <ValueTable
          label="Values before and after"
          columns={["before", "after"]}
          rows={Array.from({ length: count }, (_, index) => [before[index] ?? Number.NaN, after[index] ?? Number.NaN])}
        />
      }
    >
      <Bars values={before} most={most} line={half} className="bar-before" />
      <Bars values={after} most={most} line={3 * half + gap} className="bar-after" />
    </Drawing>
  );
}

interface BarsProps {
  readonly values: readonly number[];
  readonly most: number;
  /** Height of the baseline of the bars. */
  readonly line: number;
  readonly className: string;
}

function Bars({ values, most, line, className }: BarsProps) {
  const step = width / values.length;
  return (
    <g class={className}>
      {values.map((value, index) => {
        const height = (Math.abs(value) / most) * (half - 4);
        const left = index * step + step * 0.15;
        return (
          <rect key={index} x={left} y={value < 0 ? line : line - height} width={step * 0.7} height={height} rx={2} />
        );
      })}
      <line class="axis" x1={0} x2={width} y1={line} y2={line} />
    </g>
  );
}
