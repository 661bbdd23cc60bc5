import { ScrollingTable } from "../ui/scrolling-table.tsx";

interface ValueTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const rowsMax = 200;

/** The numbers of a picture, for users who read rather than look. */
export function ValueTable({ label, columns, rows }: ValueTableProps) {
  return (
    <details>
      <summary>{label}</summary>
      <ScrollingTable label={label} columns={["No.", ...columns.map((number) => ({ number }))]}>
        {rows.slice(0, rowsMax).map((row, index) => (
          <tr key={index}>
            <th scope="row">{index}</th>
            {row.map((value, column) => (
              <td key={columns[column]} class="number">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </ScrollingTable>
      {rows.length > rowsMax && <p class="small">and {rows.length - rowsMax} more, in the answer as JSON</p>}
    </details>
  );
}
