import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "password" | "file" | "number" | "email" | "tel" | "search" | "datetime-local";
  /** Text of a controlled field. */
  readonly value?: string;
  /** Initial text of the field. */
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
  /** Called with the text at each change. */
  readonly onText?: (text: string) => void;
  readonly hint?: ComponentChildren;
  /**
   * Returns the problem of a text, as a sentence; undefined for a valid one. The form cannot be submitted while there
   * is one.
   */
  readonly check?: (text: string) => string | undefined;
}

/** An input with its label, and a hint that screen readers read with it. */
export function Field({ label, hint, onText, check, type = "text", ...input }: FieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  const problem = useSignal("");
  const judge = () => {
    const { current } = element;
    if (current === null || check === undefined) return;
    // The browser itself requires an empty field.
    current.setCustomValidity((current.value.trim() !== "" && check(current.value.trim())) || "");
    if (current.validity.valid) problem.value = "";
  };
  useEffect(judge, []);
  const notes = [hint !== undefined && `${id}-hint`, problem.value !== "" && `${id}-problem`].filter(Boolean).join(" ");
  const attributes: JSX.IntrinsicElements["input"] = { ...input, type } as JSX.IntrinsicElements["input"];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        ref={element}
        id={id}
        aria-describedby={notes === "" ? undefined : notes}
        aria-invalid={problem.value === "" ? undefined : true}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          judge();
          onText?.(event.currentTarget.value);
        }}
        onInvalid={(event) => {
          problem.value = event.currentTarget.validationMessage;
        }}
      />
      {problem.value !== "" && (
        <p class="problem" id={`${id}-problem`}>
          {problem.value}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
