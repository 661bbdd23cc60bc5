import { type IconName, outlines } from "./outlines.ts";

/** A small picture beside a text, which screen readers pass over. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
