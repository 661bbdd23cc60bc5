import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { saveSvg } from "./save.ts";

interface DrawingProps {
  readonly label: string;
  /** File name, without extension. */
  readonly name: string;
  readonly viewBox: string;
  /** The shapes. */
  readonly children: ComponentChildren;
  /** The table of the drawing's numbers. */
  readonly table: ComponentChildren;
  readonly caption: string;
}

/** A flat picture that can be saved, with its numbers in a table. */
export function Drawing({ label, name, viewBox, children, table, caption }: DrawingProps) {
  const drawing = useRef<SVGSVGElement>(null);
  return (
    <figure class="stack">
      <svg
        ref={drawing}
        class="drawing"
        viewBox={viewBox}
        role="img"
        aria-label={`${label}. The table below has its values.`}
      >
        {children}
      </svg>
      <figcaption class="actions">
        <span class="small">{caption}</span>
        <button type="button" onClick={() => drawing.current && saveSvg(drawing.current, `${name}.svg`)}>
          Save the picture
        </button>
      </figcaption>
      {table}
    </figure>
  );
}
