import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The user's navigation to another page, until the heading of that page appears. */
const step = signal<{ readonly from: Element | null } | undefined>(undefined);

/** Focuses the next heading that appears, or the present one if it stays. */
export function expectHeading(): void {
  step.value = { from: document.activeElement };
}

/** Heading of a page, which is focused after the page has changed, so that screen readers begin there. */
export function PageHeading({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = step.value;
  // Together with the heading, so that whoever sees it can press keys.
  useLayoutEffect(() => {
    if (last === undefined) return;
    step.value = undefined;
    // The user may have moved the focus while the page was loading.
    const isIdle = document.activeElement === document.body || document.activeElement === last.from;
    if (isIdle) heading.current?.focus({ preventScroll: true });
  }, [last]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
