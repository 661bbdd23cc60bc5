import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface StepFormProps {
  /** Called with the form when it is submitted; the page stays. */
  readonly onSend: (form: HTMLFormElement) => void;
  /** Whether its first field is focused when it appears, because the user has asked for it. */
  readonly takesFocus?: boolean;
  readonly children: ComponentChildren;
}

/** A form within a step. */
export function StepForm({ onSend, takesFocus = false, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

/** Returns the trimmed text of a form's field. */
export function textOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "").trim();
}
