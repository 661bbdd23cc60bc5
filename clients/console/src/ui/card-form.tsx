import type { ComponentChildren } from "preact";

interface CardFormProps {
  /** Called with the form when it is sent; the page stays. */
  readonly onSend: (form: HTMLFormElement) => void;
  readonly children: ComponentChildren;
}

/** A form on a card, which a script sends. */
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
