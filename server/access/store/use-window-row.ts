import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../database/columns.ts";

/** A row of `use_windows`. */
export interface UseWindowRow {
  name: string;
  uses: number;
  endsAt: Date;
}

/** The table `use_windows`: uses in the fixed window of a limiter and a key. */
export const useWindowRows = new EntitySchema<UseWindowRow>({
  name: "UseWindow",
  tableName: "use_windows",
  columns: {
    name: { type: "varchar", length: 120, primary: true },
    uses: integerColumn,
    endsAt: { ...momentColumn, name: "ends_at" },
  },
});
