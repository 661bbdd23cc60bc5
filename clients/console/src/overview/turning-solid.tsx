import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { colourOf } from "../pictures/colours.ts";
import { edgesOf, type Point, verticesOf } from "../pictures/solids.ts";

const vertices = verticesOf("dodecahedron");
const edges = edgesOf(vertices);
/** Digits of pi, one for each of the twenty vertices. */
const digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4];
const secondsPerTurn = 40;
const tilt = 0.45;

/** A dodecahedron that carries twenty numbers, and turns unless the user prefers less motion. */
export function TurningSolid() {
  const angle = useSignal(0.3);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = requestAnimationFrame(function turn(ms) {
      angle.value = (ms / 1_000 / secondsPerTurn) * 2 * Math.PI;
      frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const seen = vertices.map((vertex) => turned(vertex, angle.value));
  const place = ([x, y]: Point) => ({ x: 100 + 84 * x, y: 100 - 84 * y });
  const byDepth = seen.map((point, index) => ({ point, digit: digits[index] ?? 0 }));
  byDepth.sort((one, other) => one.point[2] - other.point[2]);
  return (
    <svg class="turning-solid" viewBox="0 0 200 200" role="img" aria-label="A dodecahedron that carries twenty numbers">
      {edges.map(([a, b]) => {
        const [from, to] = [seen[a] as Point, seen[b] as Point];
        const [start, end] = [place(from), place(to)];
        return (
          <line
            key={`${a} ${b}`}
            x1={start.x}
            y1={start.y}
            x2={end.x}
            y2={end.y}
            opacity={0.15 + 0.85 * ((from[2] + to[2] + 2) / 4) ** 2}
          />
        );
      })}
      {byDepth.map(({ point, digit }, index) => {
        const { x, y } = place(point);
        return <circle key={index} cx={x} cy={y} r={2 + digit * 0.6 + point[2]} fill={colourOf(digit / 9)} />;
      })}
    </svg>
  );
}

/** Turns a point about the vertical axis, and tilts it towards the viewer. */
function turned([x, y, z]: Point, angle: number): Point {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [across, deep] = [x * cos + z * sin, z * cos - x * sin];
  return [across, y * Math.cos(tilt) - deep * Math.sin(tilt), y * Math.sin(tilt) + deep * Math.cos(tilt)];
}
