import { inSight } from "./in-sight.ts";

/** Characters of a text that are shown at first. */
const shortMax = 60;

/** A text that somebody else has written: apart from the direction of the page's own text, and with its hidden signs in sight. */
export function ForeignText({ text }: { readonly text: string }) {
  return <bdi class="foreign">{inSight(text)}</bdi>;
}

/** The same in a table: a long one is cut off, and opened by who wants to read it all. */
export function ForeignCell({ text }: { readonly text: string }) {
  const characters = [...text];
  if (characters.length <= shortMax) return <ForeignText text={text} />;
  return (
    <details class="foreign-cell">
      <summary>
        <ForeignText text={`${characters.slice(0, shortMax).join("")} …`} />
      </summary>
      <ForeignText text={text} />
    </details>
  );
}
