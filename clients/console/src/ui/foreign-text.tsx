import { inSight } from "./in-sight.ts";

/** Initially visible characters of a text. */
const shortMax = 60;

/**
 * Shows a text by somebody else: isolated from the direction of the page's own text, and with its hidden characters
 * visible.
 */
export function ForeignText({ text }: { readonly text: string }) {
  return <bdi class="foreign">{inSight(text)}</bdi>;
}

/** The same in a table: a long text is truncated and can be expanded. */
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
