import { useMemo } from "preact/hooks";
import { Select } from "../ui/select.tsx";
import { wines } from "./wines.ts";

/** Fills in the measurements of a wine as data. */
export function WineChoice({ onChoose }: { readonly onChoose: (values: readonly number[]) => void }) {
  const list = useMemo(wines, []);
  return (
    <Select
      label="Real data"
      name="wine"
      value=""
      options={[
        { value: "", label: "an example, or choose a wine: thirteen measurements" },
        ...list.map(({ name }, index) => ({ value: String(index), label: name })),
      ]}
      onText={(chosen) => {
        const wine = list[Number(chosen)];
        if (chosen !== "" && wine !== undefined) onChoose(wine.values);
      }}
    />
  );
}
