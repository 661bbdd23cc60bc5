import type { ComponentChildren } from "preact";

interface CardFormProps {
  /** Called with the form when it is submitted; the page stays. */
  readonly onSend: (form: HTMLFormElement) => void;
  readonly children: ComponentChildren;
}

/** A form on a card, submitted by a script. */
export function CardForm({ onSend, children }: CardFormProps) {
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}
