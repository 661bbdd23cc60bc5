import type { ComponentChildren } from "preact";

interface ScrollingTableProps {
  /** Name of the table for screen readers. */
  readonly label: string;
  /** Names of the columns; those of numbers are right-aligned, like the numbers. */
  readonly columns: readonly (string | { readonly number: string })[];
  /** The rows, each a `<tr>`. */
  readonly children: ComponentChildren;
}

/** A table that scrolls if it is wider than the page, also with the keyboard. */
export function ScrollingTable({ label, columns, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll it.
    <section class="table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === "string" ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.number} scope="col" class="number">
                  {column.number}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
