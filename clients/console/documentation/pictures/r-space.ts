import type { Example } from "./example.ts";
import { arrow, disc, label, type Point, picture, polygon } from "./svg.ts";

/** The residues of p on a circle, with their orbits under multiplication by 10, before the operation and after it. */
export function drawOrbits({ request, result }: Example): string {
  const before = request["data"] as number[];
  const after = result["transformed_data"] as number[];
  const prime = Number((request["r_space"] as string).slice(1));
  return picture(720, 340, `Orbits of the residues of ${prime}, with the data and the result on them`, [
    ...drawCircle(before, prime, [180, 160]),
    arrow([360, 165]),
    ...drawCircle(after, prime, [540, 160]),
    label([180, 332], "data"),
    label([540, 332], String(request["operation"])),
  ]);
}

function drawCircle(numbers: readonly number[], prime: number, [cx, cy]: Point): string[] {
  const at = (residue: number, radius: number): Point => {
    const angle = (2 * Math.PI * residue) / prime - Math.PI / 2;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  };
  const largest = Math.max(...numbers.map(Math.abs));
  const orbits = orbitsOf(prime);
  return orbits.flatMap((orbit, index) => {
    const isSecond = index === orbits.length - 1;
    return [
      polygon(
        orbit.map((residue) => at(residue, 112)),
        isSecond ? "second-path" : "path",
      ),
      ...orbit.flatMap((residue) => [
        disc(
          at(residue, 112),
          15 * Math.sqrt(Math.abs(numbers[residue] ?? 0) / largest),
          isSecond ? "second" : "first",
        ),
        label(middle(at(residue, 145)), String(residue)),
      ]),
    ];
  });
}

/** The cycles of k → 10k modulo a prime, beginning at their smallest residues. */
export function orbitsOf(prime: number): number[][] {
  const orbits: number[][] = [];
  const seen = new Set<number>();
  for (let first = 0; first < prime; first++) {
    const orbit: number[] = [];
    for (let residue = first; !seen.has(residue); residue = (residue * 10) % prime) {
      seen.add(residue);
      orbit.push(residue);
    }
    if (orbit.length > 0) orbits.push(orbit);
  }
  return orbits;
}

/** Where a text must stand for its middle to be there. */
function middle([x, y]: Point): Point {
  return [x, y + 4];
}
