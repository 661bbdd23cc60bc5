import type { ComponentChildren } from "preact";

interface PageHeaderProps {
  readonly title: string;
  /** One sentence that says for whom or for what the page is. */
  readonly lead?: ComponentChildren;
  /** The actions of the page. */
  readonly children?: ComponentChildren;
}

/** Heading of a page, which has the focus after the page has changed. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <div class="page-header">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
