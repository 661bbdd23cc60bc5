import type { ComponentChildren } from "preact";

/** Shown for an empty list: what it would contain, and how to begin. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
