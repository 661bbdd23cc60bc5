import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A step of the user to another page, until the heading of that page is there. */
const step = signal<{ readonly from: Element | null } | undefined>(undefined);

/** Gives the focus to the next heading that appears, or to the present one if it stays. */
export function expectHeading(): void {
  step.value = { from: document.activeElement };
}

/** Heading of a page, which has the focus after the page has changed, so that the page is read from it on. */
export function PageHeading({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = step.value;
  // In one go with the heading, so that whoever sees it can press keys.
  useLayoutEffect(() => {
    if (last === undefined) return;
    step.value = undefined;
    // The user may have gone on to something else while the page was loaded.
    const isIdle = document.activeElement === document.body || document.activeElement === last.from;
    if (isIdle) heading.current?.focus({ preventScroll: true });
  }, [last]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
