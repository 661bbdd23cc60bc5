import { escapeHtml } from "../text.ts";

/** A point of a picture, in its units, y downwards. */
export type Point = readonly [x: number, y: number];

/** Draws a picture as SVG. Its colours come from the style sheet, so that it is right in light and dark. */
export function picture(width: number, height: number, name: string, parts: readonly string[]): string {
  return `<svg class="picture" role="img" aria-label="${escapeHtml(name)}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>`;
}

export function line([x1, y1]: Point, [x2, y2]: Point, kind: string): string {
  return `<line class="${kind}" x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}"/>`;
}

export function disc([x, y]: Point, radius: number, kind: string): string {
  return `<circle class="${kind}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`;
}

export function polygon(points: readonly Point[], kind: string): string {
  return `<polygon class="${kind}" points="${points.map(pair).join(" ")}"/>`;
}

export function polyline(points: readonly Point[], kind: string): string {
  return `<polyline class="${kind}" points="${points.map(pair).join(" ")}"/>`;
}

export function label([x, y]: Point, text: string, anchor: "start" | "middle" | "end" = "middle"): string {
  return `<text x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

function pair([x, y]: Point): string {
  return `${short(x)},${short(y)}`;
}

/** An arrow to the right around a point: what is left of it becomes what is right of it. */
export function arrow([x, y]: Point): string {
  return (
    line([x - 16, y], [x + 16, y], "arrow") +
    polyline(
      [
        [x + 9, y - 7],
        [x + 16, y],
        [x + 9, y + 7],
      ],
      "arrow",
    )
  );
}

/** A length in a picture, to a tenth of its unit. */
function short(length: number): string {
  return String(Math.round(length * 10) / 10);
}
