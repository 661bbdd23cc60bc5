import { orbitsOf } from "./decimal-orbits.ts";
import { Drawing } from "./drawing.tsx";
import { ValueTable } from "./value-table.tsx";

const radius = 150;

interface OrbitsProps {
  readonly prime: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Shows the residues of a prime on a circle with the first point of the data, and the orbits of the decimal digits
 * between them.
 */
export function Orbits({ prime, before, after }: OrbitsProps) {
  const [first, result] = [padded(before, prime), after.slice(0, prime)];
  const most = Math.max(...[...first, ...result].map(Math.abs), Number.MIN_VALUE);
  return (
    <Drawing
      label={`Orbits of the residues of ${prime}`}
      name="orbits"
      viewBox="-220 -220 440 440"
      caption="Lines follow the decimal digits of k/p from residue to residue. Discs have the area of the values: outlined before, filled after."
      table={
        <ValueTable
          label="Values on the residues, first point"
          columns={["before", "after"]}
          rows={first.map((value, residue) => [value, result[residue] as number])}
        />
      }
    >
      {orbitsOf(prime).map((orbit, index) => (
        <polygon
          key={orbit[0]}
          class={`orbit orbit-${index % 4}`}
          points={orbit.map((residue) => place(residue, prime).join(",")).join(" ")}
        />
      ))}
      {first.map((value, residue) => {
        const [x, y] = place(residue, prime);
        const size = (amount: number) => 22 * Math.sqrt(Math.abs(amount) / most);
        const [labelX, labelY] = place(residue, prime, radius + 44);
        return (
          <g key={residue}>
            <circle
              class={(result[residue] as number) < 0 ? "entry negative" : "entry"}
              cx={x}
              cy={y}
              r={size(result[residue] as number)}
            />
            <circle class="ring" cx={x} cy={y} r={size(value)} />
            <text x={labelX} y={labelY} text-anchor="middle" dominant-baseline="middle">
              {residue}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}

function place(residue: number, prime: number, distance = radius): readonly [number, number] {
  const angle = (2 * Math.PI * residue) / prime - Math.PI / 2;
  return [distance * Math.cos(angle), distance * Math.sin(angle)];
}

function padded(values: readonly number[], length: number): readonly number[] {
  return Array.from({ length }, (_, index) => values[index] ?? 0);
}
