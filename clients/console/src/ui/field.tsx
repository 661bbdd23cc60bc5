import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "password" | "file" | "number" | "email" | "tel" | "search" | "datetime-local";
  /** Text that the field has at every moment, for who follows its changes. */
  readonly value?: string;
  /** Text that the field begins with, for its user to change. */
  readonly defaultValue?: string;
  readonly placeholder?: string;
  readonly accept?: string;
  readonly pattern?: string;
  readonly inputMode?: "decimal" | "numeric";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly multiple?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Told of each change, with the text as it is then. */
  readonly onText?: (text: string) => void;
  readonly hint?: ComponentChildren;
}

/** An input with its label, and a hint that screen readers read with it. */
export function Field({ label, hint, onText, type = "text", ...input }: FieldProps) {
  const id = useId();
  const attributes: JSX.IntrinsicElements["input"] = { ...input, type } as JSX.IntrinsicElements["input"];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onText?.(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
