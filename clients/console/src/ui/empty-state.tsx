import type { ComponentChildren } from "preact";

/** Shown where a list has nothing yet: what would be there, and how to begin. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
