import { useSignal } from "@preact/signals";
import { Icon } from "./icon.tsx";

interface CopyableProps {
  readonly text: string;
  /** Name of the copied text, such as `the key`. */
  readonly name: string;
  /** Whether it has several lines, and its own scroll bar. */
  readonly isLong?: boolean;
}

/** A text with a button that copies it. */
export function Copyable({ text, name, isLong = false }: CopyableProps) {
  const state = useSignal<"" | "copied" | "failed">("");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      state.value = "copied";
    } catch {
      // The browser denies access to the clipboard; the text can be selected.
      state.value = "failed";
    }
  }
  return (
    <span class={isLong ? "copyable long" : "copyable"}>
      {isLong ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll it.
        <code tabIndex={0}>{text}</code>
      ) : (
        <code>{text}</code>
      )}
      <button type="button" class="quiet" aria-label={`Copy ${name}`} onClick={copy}>
        <Icon name={state.value === "copied" ? "check" : "copy"} />
      </button>
      <span role="status" class="small">
        {state.value === "copied" ? "Copied" : state.value === "failed" ? "Select the text to copy it" : ""}
      </span>
    </span>
  );
}
