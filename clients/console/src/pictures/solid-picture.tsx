import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { saveUrl } from "./save.ts";
import type { SolidScene, WeightedSolid } from "./solid-scene.ts";
import { ValueTable } from "./value-table.tsx";
import { keepView, viewOfLink } from "./view.ts";

/** Angle of one press of an arrow key. */
const keyStep = Math.PI / 24;

interface SolidPictureProps {
  readonly solid: WeightedSolid;
  readonly label: string;
}

/** A solid that is turned by dragging or with the arrow keys, with its values in a table next to it. */
export function SolidPicture({ solid, label }: SolidPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<SolidScene | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const latest = useRef(solid);
  latest.current = solid;
  useEffect(() => {
    let isGone = false;
    const resized = new ResizeObserver(() => scene.current?.draw());
    import("./solid-scene.ts")
      .then(({ SolidScene: Scene }) => {
        if (isGone || canvas.current === null) return;
        scene.current = new Scene(canvas.current);
        const turned = viewOfLink("turn", 4);
        if (turned !== undefined) scene.current.view = turned;
        scene.current.show(latest.current);
        canvas.current.dataset["drawn"] = "true";
        resized.observe(canvas.current);
      })
      .catch((thrown: unknown) => {
        error.value = thrown;
      });
    return () => {
      isGone = true;
      resized.disconnect();
      scene.current?.close();
    };
  }, [error]);
  useEffect(() => scene.current?.show(solid), [solid]);
  // Once per drag: browsers limit how often an address may change.
  const keep = () => scene.current && keepView("turn", scene.current.view);
  return (
    <figure class="stack">
      {error.value === undefined ? (
        <canvas
          ref={canvas}
          class="solid"
          tabIndex={0}
          role="img"
          aria-label={`${label}. Arrow keys turn it; the table below has its values.`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (event.buttons === 1) scene.current?.turn(event.movementX / 120, event.movementY / 120);
          }}
          onPointerUp={keep}
          onKeyUp={(event) => event.key in turns && keep()}
          onKeyDown={(event) => {
            const by = turns[event.key];
            if (by === undefined) return;
            event.preventDefault();
            scene.current?.turn(by[0] * keyStep, by[1] * keyStep);
          }}
        />
      ) : (
        <ErrorNotice error={error.value} next="This browser cannot draw in 3D; the table below has the values." />
      )}
      {error.value === undefined && (
        <figcaption class="actions">
          <span class="small">Drag it, or press the arrow keys. Larger and brighter vertices have larger values.</span>
          <button
            type="button"
            onClick={() => canvas.current && saveUrl(canvas.current.toDataURL("image/png"), "solid.png")}
          >
            Save the picture
          </button>
        </figcaption>
      )}
      <ValueTable
        label="Vertices and their values"
        columns={["x", "y", "z", "value"]}
        rows={solid.vertices.map((vertex, index) => [...vertex, solid.values[index] as number])}
      />
    </figure>
  );
}

const turns: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
