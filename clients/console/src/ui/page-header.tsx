import type { ComponentChildren } from "preact";
import { PageHeading } from "./page-heading.tsx";

interface PageHeaderProps {
  readonly title: string;
  /** One sentence that says for whom or for what the page is. */
  readonly lead?: ComponentChildren;
  /** The actions of the page. */
  readonly children?: ComponentChildren;
}

/** The top of a page: its heading, its lead, and its actions. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <div class="page-header">
      <div>
        <PageHeading>{title}</PageHeading>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
