import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { SolidPicture } from "./solid-picture.tsx";
import type { WeightedSolid } from "./solid-scene.ts";
import { keepView, viewOfLink } from "./view.ts";

/** A shape at one moment of a transformation, as answered by the service. */
export interface Frame extends WeightedSolid {
  readonly transformation_ratio: number;
}

/** Milliseconds from the first frame to the last. */
const playMs = 3_000;

/** A solid that folds into another along the service's frames: with a slider, or automatically. */
export function FoldPicture({ frames, label }: { readonly frames: readonly Frame[]; readonly label: string }) {
  const last = frames.length - 1;
  const place = useSignal(Math.min(last, Math.max(0, viewOfLink("at", 1)?.[0] ?? last)));
  const isPlaying = useSignal(false);
  const isFirst = useRef(true);
  useEffect(() => {
    // The first frames may come from a link, which contains the position between the solids.
    if (!isFirst.current) place.value = last;
    isFirst.current = false;
  }, [frames, place]);
  useEffect(() => {
    if (!isPlaying.value) return;
    const startedMs = performance.now();
    const startPlace = place.value >= frames.length - 1 ? 0 : place.value;
    let request = requestAnimationFrame(function step(nowMs) {
      const passed = ((nowMs - startedMs) / playMs) * (frames.length - 1);
      place.value = Math.min(frames.length - 1, Math.max(0, startPlace + passed));
      if (place.value >= frames.length - 1) isPlaying.value = false;
      else request = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(request);
  }, [isPlaying.value, frames, place, isPlaying]);
  const at = Math.min(place.value, frames.length - 1);
  const shown = useMemo(() => between(frames, at), [frames, at]);
  return (
    <div class="stack">
      <SolidPicture solid={shown} label={label} />
      <label class="label">
        Position between the solids: {shown.transformation_ratio.toFixed(2)}
        <input
          type="range"
          min={0}
          max={frames.length - 1}
          step={0.01}
          value={at}
          onInput={(event) => {
            isPlaying.value = false;
            place.value = Number(event.currentTarget.value);
          }}
          onChange={() => keepView("at", [place.value])}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          isPlaying.value = !isPlaying.value;
        }}
      >
        {isPlaying.value ? "Stop" : "Play"}
      </button>
    </div>
  );
}

/**
 * Returns the shape between two frames, by linear interpolation of every number. Where vertices part or meet, so that
 * one frame has more of them, returns the nearer frame.
 */
function between(frames: readonly Frame[], place: number): Frame {
  const below = frames[Math.floor(place)] as Frame;
  const above = frames[Math.ceil(place)] as Frame;
  const share = place - Math.floor(place);
  if (below.vertices.length !== above.vertices.length) return share < 0.5 ? below : above;
  const mixed = (a: number, b: number) => a + (b - a) * share;
  return {
    transformation_ratio: mixed(below.transformation_ratio, above.transformation_ratio),
    vertices: below.vertices.map((vertex, index) => {
      return vertex.map((value, axis) => mixed(value, above.vertices[index]?.[axis] as number));
    }),
    values: below.values.map((value, index) => mixed(value, above.values[index] as number)),
  };
}
